import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import type { BenchDatabase } from './bench-database.ts';

/**
 * The figure to compare with: TPC-B-like transactions per second on the same server. Measured by Postgres' own pgbench
 * if it is installed, otherwise by the same five statements from Node.
 */
export interface Yardstick {
  name: string;
  run: () => Promise<number>;
}

const CLIENTS = 32;
const SECONDS = 8;
const DATABASE = 'tpcb';
const ROWS_PER_SCALE = 100_000;

export async function createYardstick(database: BenchDatabase): Promise<Yardstick> {
  await database.ownerPool.query(`create database ${DATABASE}`);
  if (!hasPgbench()) return await nodeYardstick(database);
  const common = ['-h', database.socketDir, '-p', '5432', '-U', 'candor_owner', DATABASE];
  const pgbench = promisify(execFile);
  const env = { ...process.env, PGPASSWORD: new URL(database.ownerUrl.replace('@/', '@host/')).password };
  await pgbench('pgbench', ['-i', '-q', '-s', `${CLIENTS}`, ...common], { env });
  return {
    name: `pgbench -c ${CLIENTS} -j 2 -M prepared`,
    run: async () => {
      const args = ['-c', `${CLIENTS}`, '-j', '2', '-M', 'prepared', '-n', '-T', `${SECONDS}`, ...common];
      const { stdout } = await pgbench('pgbench', args, { env });
      const tps = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
      if (!(tps > 0)) throw new Error(`pgbench answered: ${stdout}`);
      return tps;
    },
  };
}

function hasPgbench(): boolean {
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function nodeYardstick({ ownerUrl }: BenchDatabase): Promise<Yardstick> {
  const url = ownerUrl.replace('/candor?', `/${DATABASE}?`);
  const clients = Array.from({ length: CLIENTS }, () => new pg.Client({ connectionString: url }));
  const [first] = clients;
  if (first === undefined) throw new Error('there are clients');
  for (const client of clients) await client.connect();
  await first.query(`
    create table pgbench_branches (bid int primary key, bbalance int);
    create table pgbench_tellers (tid int primary key, bid int, tbalance int);
    create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84));
    create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp);
    insert into pgbench_branches select i, 0 from generate_series(1, ${CLIENTS}) i;
    insert into pgbench_tellers select i, (i - 1) / 10 + 1, 0 from generate_series(1, ${CLIENTS * 10}) i;
    insert into pgbench_accounts select i, (i - 1) / ${ROWS_PER_SCALE} + 1, 0, '' from generate_series(1, ${CLIENTS * ROWS_PER_SCALE}) i;
    vacuum analyze`);
  return {
    name: `the five statements of TPC-B from Node, ${CLIENTS} connections`,
    run: async () => {
      const deadline = performance.now() + SECONDS * 1000;
      let count = 0;
      await Promise.all(
        clients.map(async (client) => {
          for (; performance.now() < deadline; count += 1) await tpcb(client);
        }),
      );
      return count / SECONDS;
    },
  };
}

function below(bound: number): number {
  return 1 + Math.floor(Math.random() * bound);
}

async function tpcb(client: pg.Client): Promise<void> {
  const [aid, tid, bid, delta] = [
    below(CLIENTS * ROWS_PER_SCALE),
    below(CLIENTS * 10),
    below(CLIENTS),
    below(10_000) - 5000,
  ];
  const run = async (name: string, text: string, values: number[]): Promise<unknown> =>
    await client.query({ name, text, values });
  await client.query('begin');
  await run('a', 'update pgbench_accounts set abalance = abalance + $1 where aid = $2', [delta, aid]);
  await run('s', 'select abalance from pgbench_accounts where aid = $1', [aid]);
  await run('t', 'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2', [delta, tid]);
  await run('b', 'update pgbench_branches set bbalance = bbalance + $1 where bid = $2', [delta, bid]);
  await run('h', 'insert into pgbench_history values ($1, $2, $3, $4, now())', [tid, bid, aid, delta]);
  await client.query('commit');
}
