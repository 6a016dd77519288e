/** The command `candor-witness`. */
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { PolicyFile } from '../../src/order-log/policy-file.ts';
import { printable } from '../shell/printable.ts';
import { holdFolder } from '../shell/hold-folder.ts';
import { createLogReader } from '../site/log-reader.ts';
import { createSiteClient, SiteUnreachable } from '../site/site-client.ts';
import { readKeys, readSite } from '../site/read-arguments.ts';
import { readPolicy } from '../site/read-policy.ts';
import { createAskOthers } from './ask-others.ts';
import type { AskOthers } from './ask-others.ts';
import { followSite } from './follow-site.ts';
import { openHeadStore } from './head-store.ts';
import type { HeadStore } from './head-store.ts';
import { serveWitness } from './serve-witness.ts';
import { openWitnessKey } from './witness-key.ts';
import { createWitness, watchedLog } from './witness.ts';
import type { Witness } from './witness.ts';
import type { WatchedLog } from './watched-log.ts';

const EXIT = { fine: 0, fraud: 1, unreachable: 2, usage: 64 } as const;
const EVERY_SEC = 60;
const EVERY_SEC_MAX = 86_400;
const PORT = 7380;

const USAGE = `Usage: candor-witness --log-key <key>[,<newer key>]... [--log-key ...] [--listen <host:port>]
       candor-witness --site <url> --log-key <key> [--every <seconds>] [--once]

Watches the order logs of sites and cosigns their heads: whoever trusts this witness knows that everyone is shown one log.
  --log-key  The key of a site (candor+…), from its fairness page. After a change of its key: old key, comma, new key.
             Repeat the option to watch several sites.
  --listen   Where to wait for checkpoints (C2SP tlog-witness). Default: 127.0.0.1:${PORT}
  --site     Do not wait: read the log of this site, check it and cosign it, whether it lists this witness or not.
  --every    With --site: how often, in seconds. Default: ${EVERY_SEC}
  --once     With --site: look once. Ends with 0, with 1 if the site shows another history, with 2 if it cannot be read.
  --policy   A policy file (C2SP tlog-policy) with the other witnesses. Before the first cosignature of a log they are
             asked: a head that does not contain what they cosigned is refused. As many as its quorum must answer. It
             names the address of each site (log <key> <url>), or --site does. Take it from their operators, not from
             the site alone: who shows you another log can show you other witnesses.
  --first-witness  Nobody else witnesses these sites yet. Only needed for a log that this witness never cosigned, and
             not with --policy: then the log as it is shown now counts as the one that everybody sees.
  --name     The witness's name, at its first start (like witness.example.org).
  --state    The folder of its key and of what it cosigned. Default: ./candor-witness. Keep it; never copy it back.
`;

/** A witness that is shown a fork first would cosign the fork, and nobody would see two logs. */
const ALONE = `This witness has never cosigned this log, and cannot know whether it is the one that everybody else is shown.
Name the other witnesses with --policy FILE, or say with --first-witness that there is none yet.
`;
const FIRST = `FIRST WITNESS: nobody else was asked. The log that is shown first is taken for the one that everybody sees.
`;

type Options = {
  readonly logs: readonly WatchedLog[];
  readonly state: string;
  readonly name: string | null;
  readonly listen: { readonly host: string; readonly port: number };
  readonly site: URL | null;
  /** Null: whatever log is shown first is cosigned. */
  readonly askOthers: AskOthers | null;
  readonly hasPolicy: boolean;
  readonly everySec: number;
  readonly isOnce: boolean;
};

/** Runs until a signal, or until `--once` is done. Returns the exit code. */
export async function runWitness(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(USAGE);
    return 0;
  }
  const options = await readOptions(args).catch((error: unknown) => {
    if (error instanceof Error) process.stderr.write(`${printable(error.message)}\n`);
    return null;
  });
  if (options === null) {
    process.stderr.write(USAGE);
    return EXIT.usage;
  }
  const release = await holdFolder(options.state);
  if (release === null) {
    process.stderr.write('Another witness runs with this state.\n');
    return EXIT.usage;
  }
  try {
    const signer = await openWitnessKey(join(options.state, 'key'), options.name);
    const heads = await openHeadStore(options.state);
    const askOthers = options.askOthers ?? undefined;
    const witness = createWitness({ signer, logs: options.logs, heads, nowMs: Date.now, askOthers });
    // A head that cannot be read is told at once, not at the first call.
    const newest = await Promise.all(options.logs.map(async ({ id }) => await witness.newestOf(id)));
    if (newest.includes(null) && !options.hasPolicy) {
      process.stderr.write(options.askOthers === null ? FIRST : ALONE);
      if (options.askOthers !== null) return EXIT.usage;
    }
    print(`Witness: ${witness.keyText}`);
    const stop = stopSignal();
    if (options.site === null) return await serve(witness, options.listen, stop);
    return await follow(witness, heads, options, options.site, stop);
  } catch (error) {
    process.stderr.write(`${printable(error instanceof Error ? error.message : String(error))}\n`);
    return EXIT.usage;
  } finally {
    await release();
  }
}

async function serve(witness: Witness, { host, port }: Options['listen'], stop: AbortSignal): Promise<number> {
  const server = serveWitness(witness, (line) => print(line));
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  print(`Listening on ${typeof address === 'object' && address !== null ? `${host}:${address.port}` : host}`);
  if (!stop.aborted) await once(stop, 'abort');
  server.close();
  server.closeAllConnections();
  return EXIT.fine;
}

async function follow(
  witness: Witness,
  heads: HeadStore,
  { logs, everySec, isOnce }: Options,
  site: URL,
  stop: AbortSignal,
): Promise<number> {
  const [log] = logs;
  if (log === undefined) return EXIT.usage;
  const reader = createLogReader(createSiteClient(site));
  let last = '';
  for (;;) {
    const code = await lookOnce(
      async () => await followSite({ witness, log, reader }),
      heads,
      log,
      (line) => {
        if (line !== last || isOnce) print(line);
        last = line;
      },
    );
    if (isOnce || stop.aborted) return code;
    await sleep(everySec * 1000, undefined, { signal: stop }).catch(() => undefined);
    if (stop.aborted) return EXIT.fine;
  }
}

async function lookOnce(
  look: () => ReturnType<typeof followSite>,
  heads: HeadStore,
  log: WatchedLog,
  say: (line: string) => void,
): Promise<number> {
  try {
    const followed = await look();
    if (followed.kind === 'cosigned') {
      say(`cosigned size ${followed.head.size}, root ${followed.head.root}`);
      return EXIT.fine;
    }
    if (followed.kind === 'waits') {
      say(followed.words);
      return EXIT.unreachable;
    }
    const path = followed.evidence ?? (await heads.keepEvidence(`${log.id}-newest`, followed.notes));
    say(`${followed.words} What the site signed before and what it shows now: ${path}`);
    return EXIT.fraud;
  } catch (error) {
    if (!(error instanceof SiteUnreachable)) throw error;
    say(`The site cannot be read: ${error.message}`);
    return EXIT.unreachable;
  }
}

async function readOptions(args: readonly string[]): Promise<Options> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'log-key': { type: 'string', multiple: true, default: [] },
      listen: { type: 'string', default: `127.0.0.1:${PORT}` },
      site: { type: 'string' },
      every: { type: 'string', default: String(EVERY_SEC) },
      policy: { type: 'string' },
      'first-witness': { type: 'boolean', default: false },
      once: { type: 'boolean', default: false },
      name: { type: 'string' },
      state: { type: 'string', default: 'candor-witness' },
    },
  });
  const logs: WatchedLog[] = [];
  for (const text of values['log-key']) logs.push(watchedLog(await readKeys(text)));
  if (logs.length === 0) throw new Error('Name the key of at least one site.');
  if (values.site !== undefined && logs.length > 1) throw new Error('With --site there is one --log-key.');
  const everySec = Number(values.every);
  if (!Number.isSafeInteger(everySec) || everySec < 1 || everySec > EVERY_SEC_MAX)
    throw new Error('--every is seconds.');
  const site = values.site === undefined ? null : readSite(values.site);
  return {
    logs,
    state: resolve(values.state),
    name: values.name ?? null,
    listen: readListen(values.listen),
    site,
    askOthers: await readOthers(values.policy, values['first-witness'], logs, site),
    hasPolicy: values.policy !== undefined,
    everySec,
    isOnce: values.once,
  };
}

async function readOthers(
  path: string | undefined,
  isFirst: boolean,
  logs: readonly WatchedLog[],
  site: URL | null,
): Promise<AskOthers | null> {
  if (path !== undefined && isFirst) throw new Error('--first-witness and --policy exclude each other.');
  if (path === undefined) return isFirst ? null : async () => ({ kind: 'OTHERS_UNREAD' });
  const { policy } = await readPolicy(path);
  if (policy.quorum === 0) throw new Error('The policy asks for no witness: name some, or use --first-witness.');
  const sites = new Map(logs.map((log) => [log.id, site ?? readSite(urlOf(policy, log) ?? '')]));
  return async (log, head) => {
    const at = sites.get(log.id);
    return at === undefined ? { kind: 'OTHERS_UNREAD' } : await createAskOthers(policy, at)(log, head);
  };
}

function urlOf({ logs }: PolicyFile, { keys }: WatchedLog): string | null | undefined {
  return logs.find(({ key }) => keys.some(({ keyHash }) => keyHash === key.keyHash))?.url;
}

function readListen(text: string): Options['listen'] {
  const [, host = '', portText = ''] = /^(\[[0-9a-f:]+\]|[^\s:]+):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(portText);
  if (host === '' || port > 65_535) throw new Error('--listen is a host and a port, like 127.0.0.1:7380.');
  return { host: host.replaceAll(/[[\]]/g, ''), port };
}

function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

function print(line: string): void {
  process.stdout.write(`${printable(line)}\n`);
}
