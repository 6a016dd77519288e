import { createPool } from '../../apps/server/src/platform/db/pool.ts';
import type { Pool } from '../../apps/server/src/platform/db/pool.ts';
import type { Role } from '../../apps/server/src/platform/db/roles.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded/start-embedded-postgres.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { withTransaction } from '../../apps/server/src/platform/db/transaction.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { writeTransfers } from '../../apps/server/src/services/ledger/ledger.ts';
import { makeProduct, makeTicks } from '../../apps/server/src/testing/factories.ts';
import type { MadeTick } from '../../apps/server/src/testing/factories.ts';
import { makeSite } from '../../apps/server/src/testing/make-site.ts';
import { makeTestDataDir, removeTestDataDir } from '../../apps/server/src/testing/postgres-setup.ts';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import { wholeUnits } from '@candor/domain/money';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';

/** The embedded Postgres with its production settings, including fsync, in its own folder. */
export interface BenchDatabase {
  dataDir: string;
  ownerPool: Pool;
  ownerUrl: string;
  socketDir: string;
  /** How each role reaches the database. */
  roleUrls: Readonly<Record<Role, string>>;
  /** Opens a pool the way a role of the server does. */
  openPool: (role: Role, max: number) => Pool;
  /** Products with the terms of a new site: no fee. */
  makeProducts: (count: number) => Promise<string[]>;
  /** Members with 100,000.00 of practice money each. */
  makeMembers: (count: number) => Promise<bigint[]>;
  makeTicks: (product: string, ticks: readonly MadeTick[]) => Promise<void>;
  /**
   * Gives each product a price, and keeps it one that orders are taken on, without more ticks: so no order becomes due.
   * @returns what stops it, and leaves the heads of the chains as their ticks are
   */
  keepPriced: (products: readonly string[]) => Promise<() => Promise<void>>;
  nowMs: () => Promise<number>;
  close: () => Promise<void>;
}

const PRICED_EVERY_MS = 500;
/** In whole units of the currency. */
const START = 100_000n;

export async function openBenchDatabase(): Promise<BenchDatabase> {
  const dataDir = makeTestDataDir();
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  await migrate(postgres.ownerUrl);
  const { ownerUrl, roleUrls, socketDir } = postgres;
  const ownerPool = createPool({
    url: ownerUrl,
    max: 4,
    name: 'bench-owner',
    transactionMsMax: 900_000,
    statementMsMax: 900_000,
    answerMsMax: 900_000,
  });
  const pools = [ownerPool];
  const openPool = (role: Role, max: number): Pool => {
    const pool = createPool({ url: roleUrls[role], max, name: 'bench' });
    pools.push(pool);
    return pool;
  };
  await makeSite(ownerPool);
  const close = async (): Promise<void> => {
    for (const pool of pools) await pool.end();
    await postgres.stop();
    removeTestDataDir(dataDir);
  };
  // An interrupted benchmark leaves no database behind.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void postgres.stop().finally(() => {
        removeTestDataDir(dataDir);
        process.exit(1);
      });
    });
  return {
    dataDir,
    ownerPool,
    ownerUrl,
    socketDir,
    roleUrls,
    openPool,
    makeProducts: async (count) => {
      const codes: string[] = [];
      for (let index = 0; index < count; index += 1) codes.push(await makeProduct(ownerPool, `BENCH${index}`));
      return codes;
    },
    makeMembers: async (count) =>
      await withTransaction(ownerPool, async (db) => {
        const { rows } = await db.query<{ id: bigint }>(
          `insert into member (username, password_hash, withdraw_password_hash, phone, invite_code)
           select 'bench_' || i, 'none', 'none', '+86bench' || i, 'BENCH' || i from generate_series(1, $1) i returning id`,
          [count],
        );
        await writeTransfers(
          db,
          rows.map(({ id }) => ({
            debit: houseAccount('grants', 'practice', TEST_CURRENCY.code),
            credit: memberAccount('funds', id, 'practice', TEST_CURRENCY.code),
            amount: wholeUnits(START, TEST_CURRENCY),
            type: 'practiceGrant',
            phase: 'single',
            refType: 'member',
            refId: id.toString(),
          })),
        );
        return rows.map((row) => row.id);
      }),
    makeTicks: async (product, ticks) => await makeTicks({ ownerPool }, product, ticks),
    keepPriced: async (products) => {
      const { rows } = await ownerPool.query<{ at: number }>(`select date_trunc('second', clock_timestamp()) as at`);
      for (const product of products)
        await makeTicks({ ownerPool }, product, [{ at: rows[0]?.at ?? 0, price: 10_000 }]);
      // A second behind the clock: an order that is decided just before a step still enters after the newest price.
      const step = async (): Promise<void> => {
        await ownerPool.query(
          `update tick_head set at = date_trunc('second', clock_timestamp()) - interval '1 second' where product = any($1)`,
          [products],
        );
      };
      const failures: unknown[] = [];
      const timer = setInterval(() => void step().catch((error: unknown) => failures.push(error)), PRICED_EVERY_MS);
      await step();
      return async () => {
        clearInterval(timer);
        await ownerPool.query(
          `update tick_head h set at = t.at from tick t where t.product = h.product and t.seq = h.seq and h.product = any($1)`,
          [products],
        );
        if (failures.length > 0) throw new Error('a price could not be kept', { cause: failures[0] });
      };
    },
    nowMs: async () => {
      const { rows } = await ownerPool.query<{ now: number }>('select clock_timestamp() as now');
      return Math.floor(rows[0]?.now ?? 0);
    },
    close,
  };
}
