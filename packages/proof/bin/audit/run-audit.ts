/** The command `candor-audit`. */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { PolicyFile } from '../../src/order-log/policy-file.ts';
import type { VerifierKey } from '../../src/signed-note.ts';
import { holdFolder } from '../shell/hold-folder.ts';
import { printable } from '../shell/printable.ts';
import { writeDurably } from '../shell/write-durably.ts';
import { readNotes } from '../site/check-witnesses.ts';
import { createLogReader } from '../site/log-reader.ts';
import { createPublicData } from '../site/public-data.ts';
import { readKeys, readSite } from '../site/read-arguments.ts';
import { readPolicy } from '../site/read-policy.ts';
import { createSiteClient } from '../site/site-client.ts';
import type { SiteClient } from '../site/site-client.ts';
import { pageOf, reportOf } from './audit-report.ts';
import type { AuditReport } from './audit-report.ts';
import { auditSite } from './audit-site.ts';
import { readState, writeState } from './audit-state.ts';
import type { PolicyWitnesses } from './follow-witnesses.ts';

const EXIT_CODES = { holds: 0, findings: 1, incomplete: 2 } as const;
const EXIT_USAGE = 64;
const DAYS = 7;
const DAYS_MAX = 4_000;

const USAGE = `Usage: candor-audit --key <key>[,<newer key>] [--state <folder>] [--days <n>] <site>
       candor-audit --policy <file or address> [--key <key>] [--state <folder>] [--days <n>] [<site>]

Reads all public data of a site since the last audit: the order log with every entry, the prices of every product with
their signed checkpoints, and what it opens of the log, which the list of settled orders and the public figures must be, and what whole months gave back. It
settles every order of the list again.
  --key    The key of the site (candor+…), from its fairness page or from a device that knew it before.
  --policy A policy file (C2SP tlog-policy): its witnesses must have seen the order log, and none of them another one. A file
           of yours also names the site and its key. One from an address may be the site's own: then give --key.
  --state  Where it keeps how far it came, and writes report.json and report.html. Default: ./candor-audit
  --days   How many days a first audit goes back. Default: ${DAYS}. The order log is always read from its beginning.
Ends with 0 if everything holds, 1 if something is wrong, 2 if the site could not be read to the end, 64 for wrong use.
`;

type Options = {
  readonly site: URL;
  readonly keys: readonly VerifierKey[];
  readonly state: string;
  readonly days: number;
  readonly policy: PolicyFile | null;
};

/** @returns the exit code */
export async function runAudit(args: readonly string[]): Promise<number> {
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
    return EXIT_USAGE;
  }
  const release = await holdFolder(options.state);
  if (release === null) {
    process.stderr.write('Another audit runs with this state.\n');
    return EXIT_USAGE;
  }
  try {
    return await audit(options);
  } catch (error) {
    process.stderr.write(`${printable(error instanceof Error ? error.message : String(error))}\n`);
    return EXIT_USAGE;
  } finally {
    await release();
  }
}

async function audit({ site, keys, state: folder, days, policy }: Options): Promise<number> {
  const path = join(folder, 'state.json');
  const state = await readState(path, site.href);
  const client = createSiteClient(site);
  const startedMs = Date.now();
  const result = await auditSite(
    {
      data: createPublicData(client),
      reader: createLogReader(client),
      keys: keys.map((key) => ({ ...key, retiredAt: null })),
      nowMs: Date.now,
      firstDays: days,
      witnesses: policy === null ? undefined : witnessesOf(policy, client),
    },
    state,
  );
  const report = reportOf(result, { site: site.href, startedMs, endedMs: Date.now() });
  await writeDurably(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
  await writeDurably(join(folder, 'report.html'), pageOf(report));
  await writeState(path, result.state);
  say(report, folder);
  return EXIT_CODES[report.verdict];
}

function witnessesOf({ quorum, keys, witnesses }: PolicyFile, client: SiteClient): PolicyWitnesses {
  return { quorum, keys, all: witnesses.map(({ key }) => key), readNotes: async () => await readNotes(client) };
}

function say(
  { verdict, unreachable, log, openings, products, orders, findings, findingsCount }: AuditReport,
  folder: string,
): void {
  for (const { key, words, where } of findings) print(`✗ ${words} ${where} (${key})`);
  if (findingsCount > findings.length) print(`✗ and ${findingsCount - findings.length} more`);
  print(
    `Order log: ${log === null ? 'not read' : `${log.size} entries of orders, settlements and terms, ${log.newEntries} new`}`,
  );
  if (openings !== null)
    print(
      `Opened: ${openings.opened} orders with their settlement, ${openings.sealed} entries of orders that still run`,
    );
  print(`Prices: ${products.reduce((sum, { ticks }) => sum + ticks, 0)} new, of ${products.length} products`);
  const simulated = products.reduce((sum, product) => sum + (product.simulated?.checked ?? 0), 0);
  if (simulated > 0) print(`Simulated prices: ${simulated} computed again`);
  print(
    `Orders: ${orders.right} settled again with the same result, ${orders.wrong} with another, ${orders.unseen} unseen`,
  );
  if (orders.waiting > 0) print(`Orders for the next audit, as they closed after the prices read: ${orders.waiting}`);
  if (unreachable !== null) print(`The site could not be read: ${unreachable}`);
  print(`Verdict: ${verdict.toUpperCase()}. Report: ${join(folder, 'report.html')}`);
}

async function readOptions(args: readonly string[]): Promise<Options> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      policy: { type: 'string' },
      state: { type: 'string', default: 'candor-audit' },
      days: { type: 'string', default: String(DAYS) },
    },
  });
  const days = Number(values.days);
  if (!Number.isSafeInteger(days) || days < 1 || days > DAYS_MAX) throw new Error('--days is a number of days.');
  const read = values.policy === undefined ? null : await readPolicy(values.policy);
  const logs = read?.policy.logs ?? [];
  const [address = logs.find(({ url }) => url !== null)?.url, ...others] = positionals;
  if (address === undefined || address === null || others.length > 0) throw new Error('Name one site.');
  const named = read?.isOwn === true ? logs.map(({ key }) => key) : [];
  const keys = values.key === undefined ? named : await readKeys(values.key);
  if (keys.length === 0) throw new Error('Name the key of the site.');
  if (logs.length > 0 && logs.every(({ key }) => keys.every(({ keyHash }) => keyHash !== key.keyHash)))
    throw new Error('The policy is one of another site: it names none of the keys.');
  return { site: readSite(address), keys, state: resolve(values.state), days, policy: read?.policy ?? null };
}

function print(line: string): void {
  process.stdout.write(`${printable(line)}\n`);
}
