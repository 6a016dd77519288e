import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import pg from 'pg';
import { seedInvest } from '../../../apps/server/src/features/invest/seed-projects.ts';
import { makeProduct } from '../../../apps/server/src/testing/factories.ts';
import { hireOperator } from '../../../apps/server/src/testing/test-operator.ts';
import type { BenchDatabase } from '../bench-database.ts';
import { makeMonths } from '../generate-orders.ts';
import { CASHIER } from './cashier.ts';
import { DESK } from './desk.ts';
import { INVESTING } from './investing.ts';
import { LEDGER } from './ledger.ts';
import { ORDERS, TICKS } from './orders.ts';
import { PEOPLE, tools } from './people.ts';

/**
 * A year of a site, made in one session by few large statements: what its members did, what its operators decided, and every transfer of it.
 * Everything follows from the seed and from the moment it ends at. It stands where only time could have put it: triggers do not see it, so
 * whoever makes it asks the checks of the books afterwards.
 */
export interface Year {
  readonly members: number;
  readonly orders: number;
  readonly seed: bigint;
}

const OPERATORS = 5;

const START = [
  `create temp table year as select date_trunc('second', clock_timestamp() - interval '1 minute') as ends_at`,
  `alter table year add column starts_at timestamptz, add column origin timestamptz, add column today date, add column zone text, add column members bigint`,
  `update year set starts_at = ends_at - interval '12 months', origin = date_trunc('day', ends_at - interval '12 months', 'UTC'),
     today = business_date_at(ends_at), zone = (select time_zone from site)`,
];

export async function fillYear(
  database: BenchDatabase,
  { members, orders, seed }: Year,
  tell: (step: string) => void,
): Promise<void> {
  const { ownerPool, ownerUrl } = database;
  await makeMonths(database);
  await seedInvest(ownerPool, { currency: TEST_CURRENCY });
  for (let made = 0; made < OPERATORS; made += 1) await hireOperator(ownerPool, 'owner');
  for (let made = 0; made < 4; made += 1)
    await makeProduct(ownerPool, `BENCH${made}`, { feeRate: made === 3 ? 100 : 0 });
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(
      `set session_replication_role = replica; set work_mem = '256MB'; set temp_buffers = '64MB'; set jit = off; set synchronous_commit = off`,
    );
    const parts: readonly (readonly [string, readonly string[]])[] = [
      ['the site', [...START, `update year set members = ${members}`, ...tools(seed)]],
      ['members', PEOPLE],
      ['orders', ORDERS.map((sql) => sql.replaceAll('$1', orders.toString()))],
      ['prices', TICKS],
      ['deposits and withdrawals', CASHIER],
      ['holdings and savings', INVESTING],
      ['the desk', DESK],
      ['transfers', LEDGER],
    ];
    for (const [name, statements] of parts) {
      const startedAt = performance.now();
      for (const sql of statements) await client.query(sql).catch((error: unknown) => wrong(sql, error));
      tell(`${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    }
  } finally {
    await client.end();
  }
  await ownerPool.query('vacuum analyze');
  // A site that grew writes nothing back of what was written a minute ago.
  await ownerPool.query('checkpoint');
}

function wrong(sql: string, cause: unknown): never {
  throw new Error(`a year could not be made: ${sql.slice(0, 200)}`, { cause });
}
