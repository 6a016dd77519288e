import { settleDueOrders } from '../apps/server/src/features/trading/settle-due-orders.ts';
import { writePast } from '../apps/server/src/testing/factories.ts';
import type { Pool } from '../apps/server/src/platform/db/pool.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import type { BenchDatabase } from './lib/bench-database.ts';
import { report } from './lib/report.ts';
import { grouped, median } from './lib/statistics.ts';

/**
 * How fast the worker of one process settles 100,000 orders that become due in the same second. The last round has the
 * orders of all others before it.
 */
const MEMBERS = 10_000;
const PRODUCTS = 10;
const ROUNDS = 6;
const DURATION_SEC = 5;
const PAST_MS = 600_000;
const APART_MS = 60_000;

/** Orders of all members in one product, as acceptance would have written them; only the owner may write the past. */
async function placeInThePast(
  { ownerPool }: BenchDatabase,
  product: string,
  entryAt: number,
  membersMax = MEMBERS,
): Promise<void> {
  await writePast(
    ownerPool,
    `with placed as (
       insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec,
         terms_version, submitted_at, accepted_at, entry_at, closes_at)
       select uuidv7(), id, 'practice', $1, case when id / 2 % 2 = 0 then 'up' else 'down' end, 1000, 0, 8500, 1850, $3::int, 1,
         entry_at - interval '1 second', entry_at - interval '1 second', entry_at, entry_at + make_interval(secs => $3::int)
       from (select id from member order by id limit $4) member, to_timestamp($2::float8 / 1000) entry_at
       returning id, member_id, closes_at
     ), held as (
       insert into position select member_id, 'practice', $1, id, closes_at from placed
     ), moved as (
       update account a set posted = posted - 1000, seq = seq + 1 from placed
       where a.member_id = placed.member_id and a.kind = 'funds' returning a.id, a.member_id, a.seq, a.posted
     )
     insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id, member_id,
       debit_seq, debit_balance_after)
     select m.id, e.id, 1000, 'orderStake', 'practice', 'CNY', 'order', p.id::text, p.member_id, m.seq, m.posted
     from placed p join moved m on m.member_id = p.member_id
     cross join (select id from account where kind = 'escrow') e`,
    [product, entryAt, DURATION_SEC, membersMax],
  );
}

/** The ticks come last: they make all orders due at once. */
async function closeAll(database: BenchDatabase, products: readonly string[], entryAt: number): Promise<void> {
  for (const product of products)
    await database.makeTicks(product, [
      { at: entryAt, price: 10_000 },
      { at: entryAt + DURATION_SEC * 1000, price: 10_001 },
    ]);
}

async function settleAll(pool: Pool): Promise<{ settled: number; tookMs: number }> {
  const startedAt = performance.now();
  let settled = 0;
  for (let run = await settleDueOrders(pool); run.due > 0; run = await settleDueOrders(pool)) settled += run.settled;
  return { settled, tookMs: performance.now() - startedAt };
}

const database = await openBenchDatabase();
try {
  const products = await database.makeProducts(PRODUCTS);
  await database.makeMembers(MEMBERS);
  await database.ownerPool.query(`insert into account (wallet, kind, currency) values ('practice', 'escrow', 'CNY')`);
  const pool = database.openPool('worker', 2);
  const startMs = Math.floor((await database.nowMs()) / 1000) * 1000 - PAST_MS;
  // As on a new site, the connections plan their statements while the tables are almost empty.
  for (const product of products) await placeInThePast(database, product, startMs - APART_MS, 8);
  await closeAll(database, products, startMs - APART_MS);
  await settleAll(pool);
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const entryAt = startMs + round * APART_MS;
    for (const product of products) await placeInThePast(database, product, entryAt);
    await closeAll(database, products, entryAt);
    const { settled, tookMs } = await settleAll(pool);
    if (settled !== MEMBERS * PRODUCTS) throw new Error(`${settled} orders were settled`);
    rates.push((settled * 1000) / tookMs);
    console.log(`round ${round + 1}: ${grouped(settled)} orders in ${grouped(tookMs)} ms`);
  }
  const won = await database.ownerPool.query<{ outcome: string; count: bigint }>(
    `select outcome, count(*) as count from settlement group by 1 order by 1`,
  );
  const half = BigInt((MEMBERS * PRODUCTS * ROUNDS + 8 * PRODUCTS) / 2);
  if (won.rows.some(({ count }) => count !== half)) throw new Error('orders were not settled by their ticks');
  const money = await database.ownerPool.query<{ off: bigint }>(
    `select (select sum(posted) from account)::bigint - (select sum(amount) from transfer where type = 'practiceGrant')::bigint
       - (select sum(profit) from settlement)::bigint as off`,
  );
  if (money.rows[0]?.off !== 0n) throw new Error('balances are not what the settlements say');
  const early = rates.slice(0, -1);
  await report('settlement', 'Settling 100,000 orders that are due at once', [
    [
      'Orders settled a second, one worker (aim: at least 30,000)',
      grouped(median(early)),
      early.map(grouped).join(' · '),
    ],
    ['All of them', `${(100_000 / median(early)).toFixed(1)} s`, ''],
    ['Orders settled a second, after 500,000 orders', grouped(rates.at(-1) ?? 0), ''],
  ]);
} finally {
  await database.close();
}
