/**
 * Runs as a role's process does, with the same flags, and tries to get out. Each attempt answers 'out', or why it failed. What
 * an attempt needs comes as a message: the paths of the test, and the login.
 */
import {
  appendFileSync,
  copyFileSync,
  linkSync,
  openSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import * as z from 'zod/mini';
import { createDiskFiles } from '../services/files/disk-files.ts';
import { closeAddons } from '../platform/processes/close-addons.ts';

const asked = z.object({
  dataDir: z.string(),
  /** Outside of everything. */
  outside: z.string(),
  /** A file that a role may read. */
  program: z.string(),
  /** A compiled addon. */
  addon: z.string(),
  sibling: z.number(),
  url: z.string(),
});
type Asked = z.infer<typeof asked>;

const ATTEMPTS: Readonly<Record<string, (a: Asked) => unknown>> = {
  'run a program': async () => (await import('node:child_process')).execFileSync('id'),
  'start another Node': async ({ program }) => (await import('node:child_process')).fork(program, { execArgv: [] }),
  'start a thread without limits': async () => {
    const { Worker } = await import('node:worker_threads');
    return new Worker('process.exit()', { eval: true, execArgv: [] });
  },
  'open an inspector': async () => {
    const inspector = await import('node:inspector');
    inspector.open(0);
    return inspector.url() ?? fail('no inspector');
  },
  'load an addon from a place it writes to': ({ addon, dataDir }) => {
    const mine = join(dataDir, 'files', 'mine.node');
    copyFileSync(addon, mine);
    process.dlopen({ exports: {} }, mine);
  },
  'load an addon of the program': ({ addon }) => process.dlopen({ exports: {} }, addon),
  'write a file by a database in this process': async ({ outside }) => {
    // By a name that the checker of types does not follow: the module may be gone.
    const name = 'node:sqlite';
    const { DatabaseSync } = await import(name);
    new DatabaseSync(join(outside, 'x.db')).exec('create table t (n)');
  },
  'run WASI': async () => {
    const { WASI } = await import('node:wasi');
    return new WASI({ version: 'preview1', preopens: { '/': '/' } });
  },
  "read the owner's password": ({ dataDir }) => readFileSync(join(dataDir, 'owner-password')),
  'read the accounts of a new site': ({ dataDir }) => readFileSync(join(dataDir, 'credentials.txt')),
  'read the data folder': ({ dataDir }) => readdirSync(join(dataDir, 'postgres')),
  'change who may log in': ({ dataDir }) =>
    appendFileSync(join(dataDir, 'postgres', 'pg_hba.conf'), 'local all all trust'),
  'read the users of the machine': () => readFileSync('/etc/passwd'),
  'read the environment of its parent': () => readFileSync(`/proc/${process.ppid}/environ`),
  'read its own environment': () => readFileSync('/proc/self/environ'),
  'read the memory of its parent': () => openSync(`/proc/${process.ppid}/mem`, 'r'),
  'change its program': ({ program }) => appendFileSync(program, ''),
  'change a key': ({ dataDir }) => writeFileSync(join(dataDir, 'secrets', 'tick.key'), ''),
  'write elsewhere': ({ outside }) => writeFileSync(join(outside, 'x'), ''),
  'read elsewhere by a link': ({ dataDir }) => {
    symlinkSync('/etc/passwd', join(dataDir, 'files', 'link'));
    return readFileSync(join(dataDir, 'files', 'link'));
  },
  'read the password by a hard link': ({ dataDir }) => {
    linkSync(join(dataDir, 'owner-password'), join(dataDir, 'files', 'hard'));
    return readFileSync(join(dataDir, 'files', 'hard'));
  },
  'read the password by a path with dots': ({ dataDir }) => readFileSync(`${dataDir}/files/../owner-password`),
  'open the inspector of another process': async ({ sibling }) => {
    process.kill(sibling, 'SIGUSR1');
    for (let n = 0; n < 20; n += 1) {
      const answer = await fetch('http://127.0.0.1:9229/json/list').catch(() => undefined);
      if (answer?.ok === true) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    fail('no inspector');
  },
  'be the owner of the database': async ({ url }) => await login(url.replace(/\/\/[^@]*@/, '//candor_owner@')),
  'be the owner by its own password': async ({ url }) => await login(url.replace(/\/\/[^:]*:/, '//candor_owner:')),
  'be another role': async ({ url }) =>
    await login(
      url
        .replace(/\/\/candor_[a-z]*:/, '//candor_http:')
        .replace('//candor_http:', url.includes('candor_http') ? '//candor_worker:' : '//candor_http:'),
    ),
  'enter the database postgres': async ({ url }) => await login(url.replace('/candor?', '/postgres?')),
};

async function login(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.end();
}

function fail(why: string): never {
  throw new Error(why);
}

closeAddons();
process.once('message', (raw) => {
  void (async () => {
    const given = asked.parse(raw);
    const answers: Record<string, string> = {};
    for (const [name, attempt] of Object.entries(ATTEMPTS))
      try {
        await attempt(given);
        answers[name] = 'out';
      } catch (error) {
        answers[name] = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      }
    const files = createDiskFiles(join(given.dataDir, 'files'));
    const writes = async (name: string) =>
      await files
        .write(name, Buffer.from('x'))
        .then(async () => await files.read(name))
        .then(async (bytes) => {
          await files.remove(name);
          return bytes?.toString();
        })
        .catch((error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)));
    // Its own login works, so the refusals above are not those of a database that is away.
    await login(given.url);
    process.send?.({
      answers,
      writes: { picture: await writes('ab/picture'), statement: await writes('statements/file') },
      reads: readFileSync(given.program).length > 0,
    });
  })().catch((error: unknown) => process.send?.({ failed: String(error) }));
});
process.on('disconnect', () => process.exit());
