import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyCluster, makeStoppedCluster } from '../../../testing/copy-cluster.ts';
import { makeTestDataDir, removeTestDataDir } from '../../../testing/postgres-setup.ts';
import { ROLES, roleName } from '../roles.ts';
import { killAll, postgresTree, signalProcess } from './process-table.ts';
import { ownerUrlOf } from './running-owner-url.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './start-embedded-postgres.ts';

/** Who knows one password gets in by one door: that login, in the database of the site. Everybody else is refused. */
const log = pino({ level: 'silent' });
const SETTINGS = { shared_buffers: '16MB', fsync: 'off' };
const MODULE = new URL('start-embedded-postgres.ts', import.meta.url).href;

let dataDir: string;
let running: EmbeddedPostgres[];
let stopped: string;
beforeAll(async () => {
  stopped = await makeStoppedCluster({ log, settings: SETTINGS });
});
afterAll(() => removeTestDataDir(stopped));
beforeEach(() => {
  dataDir = makeTestDataDir();
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map(async (postgres) => await postgres.stop()));
  killAll(postgresTree(null, join(dataDir, 'postgres')));
  removeTestDataDir(dataDir);
});

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, log, settings: SETTINGS, pingEveryMs: 500 });
  running.push(postgres);
  return postgres;
}

/** The SQLSTATE of a refused login, or 'in'. */
async function login(url: string, ...statements: string[]): Promise<string> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    for (const statement of statements) await client.query(statement);
    return 'in';
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function as(
  url: string,
  { name, password, database }: { name?: string; password?: string; database?: string },
): string {
  const [, user, secret, of] = /^postgresql:\/\/([^:]*):([^@]*)@\/([^?]*)/.exec(url) ?? [];
  return url.replace(`//${user}:${secret}@/${of}`, `//${name ?? user}:${password ?? secret}@/${database ?? of}`);
}

/** No password was sent, or a wrong one; or there is no such door. */
const REFUSED = ['28P01', '28000', 'Error: SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'];

describe('the doors of the embedded database', () => {
  it('open to each login with its own password, and to nobody else', async () => {
    const { ownerUrl, roleUrls } = await start();
    expect(await login(ownerUrl)).toBe('in');
    for (const role of ROLES) {
      const url = roleUrls[role];
      expect(await login(url)).toBe('in');
      const tries = {
        'the owner without a password': url.replace(/\/\/[^@]*@/, '//candor_owner@'),
        'the owner with its own password': as(url, { name: 'candor_owner' }),
        'itself without a password': url.replace(/\/\/[^@]*@/, `//${roleName(role)}@`),
        'itself in the database postgres': as(url, { database: 'postgres' }),
        'itself in template1': as(url, { database: 'template1' }),
        'itself to copy the log': `${url}&replication=true`,
        ...Object.fromEntries(
          ROLES.filter((other) => other !== role).map((other) => [
            `${other} with its own password`,
            as(url, { name: roleName(other) }),
          ]),
        ),
      };
      for (const [what, tried] of Object.entries(tries))
        expect(REFUSED, `${role} as ${what}`).toContain(await login(tried));
    }
  }, 60_000);

  it('have new locks after each start, and the old keys fit no more', async () => {
    copyCluster(stopped, dataDir);
    const first = await start();
    await first.stop();
    const second = await start();
    for (const role of ROLES) {
      expect(await login(second.roleUrls[role])).toBe('in');
      expect(await login(first.roleUrls[role])).toBe('28P01');
    }
    expect(await login(first.ownerUrl)).toBe('28P01');
  }, 60_000);

  it('are not what a role made of its own login: the next start takes it back', async () => {
    copyCluster(stopped, dataDir);
    const postgres = await start();
    const { roleUrls } = postgres;
    expect(
      await login(
        roleUrls.http,
        `alter role candor_http password 'mine'`,
        `alter role candor_http set statement_timeout = 0`,
        `alter role candor_http set search_path = evil`,
      ),
    ).toBe('in');
    expect(await login(as(roleUrls.http, { password: 'mine' }))).toBe('in');
    await postgres.stop();
    const again = await start();
    expect(await login(as(again.roleUrls.http, { password: 'mine' }))).toBe('28P01');
    const client = new Client({ connectionString: again.roleUrls.http });
    await client.connect();
    const { rows } = await client.query(
      `select current_setting('statement_timeout') as statement, current_setting('search_path') as path,
         current_setting('lock_timeout') as lock, current_setting('temp_file_limit') as files`,
    );
    await client.end();
    expect(rows).toEqual([{ statement: '1min', path: '"$user", public', lock: '5s', files: '512MB' }]);
  }, 60_000);

  it('open to so many connections of a role at once and no more, so that the others get theirs', async () => {
    copyCluster(stopped, dataDir);
    const { roleUrls, ownerUrl } = await start();
    const open: Client[] = [];
    const connectOne = async (): Promise<string> => {
      const client = new Client({ connectionString: roleUrls.console });
      client.on('error', () => undefined);
      try {
        await client.connect();
        open.push(client);
        return '';
      } catch (error) {
        return error instanceof Error && 'code' in error ? String(error.code) : String(error);
      }
    };
    const answers: string[] = [];
    while (!answers.some(Boolean) && answers.length < 100) answers.push(await connectOne());
    expect([open.length, answers.at(-1)]).toEqual([14, '53300']);
    for (const role of ['http', 'feed', 'worker'] as const) expect(await login(roleUrls[role])).toBe('in');
    expect(await login(ownerUrl)).toBe('in');
    for (const client of open) await client.end();
  }, 60_000);
});

it('a role that turned its timeouts off keeps its locks for a while only', async () => {
  copyCluster(stopped, dataDir);
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log,
    settings: SETTINGS,
    pingEveryMs: 200,
    transactionMsMax: 3_000,
  });
  running.push(postgres);
  const owner = new Client({ connectionString: postgres.ownerUrl });
  await owner.connect();
  await owner.query(
    `create table shared (n int); insert into shared values (1); grant select, update (n) on shared to candor_http, candor_worker`,
  );
  await owner.end();
  const [holder, other] = [postgres.roleUrls.http, postgres.roleUrls.worker].map((connectionString) => {
    const client = new Client({ connectionString });
    client.on('error', () => undefined);
    return client;
  });
  await holder?.connect();
  await other?.connect();
  for (const name of ['statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout'])
    await holder?.query(`set ${name} = 0`);
  await holder?.query('begin');
  await holder?.query('update shared set n = 2');
  // The other one must be much younger: on a busy machine both are looked at late.
  await sleep(2_500);
  await other?.query('set lock_timeout = 0');
  await other?.query('update shared set n = 3');
  await expect(holder?.query('select 1')).rejects.toThrow();
  await other?.end();
}, 60_000);

describe('the password of the owner', () => {
  it('is in a file that only its user reads, while the database runs', async () => {
    copyCluster(stopped, dataDir);
    const postgres = await start();
    const { ownerUrl } = postgres;
    const path = join(dataDir, 'owner-password');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(ownerUrlOf(dataDir)).toBe(ownerUrl);
    await postgres.stop();
    expect(existsSync(path)).toBe(false);
    expect(() => ownerUrlOf(dataDir)).toThrow('No server runs');
  }, 60_000);

  it('and those of the roles are in no log, and in no argument of a process', async () => {
    const postgres = await start();
    const { ownerUrl, roleUrls } = postgres;
    const secrets = [ownerUrl, ...Object.values(roleUrls)].map((url) => /:([^:@]*)@/.exec(url)?.[1] ?? '');
    expect(secrets.every((secret) => secret.length > 40)).toBe(true);
    const texts = postgresTree(null, join(dataDir, 'postgres')).flatMap((pid) =>
      ['cmdline', 'environ'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8')),
    );
    await postgres.stop();
    texts.push(readFileSync(join(dataDir, 'postgres.log'), 'utf8'));
    for (const secret of [...secrets, 'SCRAM-SHA-256$'])
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
  }, 60_000);

  it('that is lost ends an orphaned database, and a new start opens it again', async () => {
    copyCluster(stopped, dataDir);
    const quiet = '{ info() {}, warn() {}, error() {} }';
    const code = `import { startEmbeddedPostgres } from ${JSON.stringify(MODULE)};
      const { pid } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: ${quiet} });
      console.log(pid); setInterval(() => undefined, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = Number(await new Promise((resolve) => child.stdout.once('data', resolve)));
    const gone = new Promise((resolve) => child.once('exit', resolve));
    signalProcess(child.pid ?? 0, 'SIGKILL');
    await gone;
    writeFileSync(join(dataDir, 'owner-password'), 'of another start');
    const postgres = await start();
    expect(postgres.pid).not.toBe(pid);
    expect(await login(postgres.roleUrls.http)).toBe('in');
  }, 60_000);

  it('is asked for in a data folder that let everyone in', async () => {
    copyCluster(stopped, dataDir);
    const first = await start();
    await first.stop();
    writeFileSync(join(dataDir, 'postgres', 'pg_hba.conf'), 'local all all trust\n');
    const second = await start();
    expect(await login(as(second.ownerUrl, { password: 'none' }))).toBe('28P01');
    expect(await login(second.ownerUrl)).toBe('in');
  }, 60_000);
});
