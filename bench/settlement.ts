import { settleDueOrders } from '../apps/server/src/features/trading/settle-due-orders.ts';
import { writePast } from '../apps/server/src/testing/factories.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import type { BenchDatabase } from './lib/bench-database.ts';
import { report } from './lib/report.ts';
import { grouped, median } from './lib/statistics.ts';

/** How fast the worker of one process settles 100,000 orders that become due in the same second. */
const MEMBERS = 10_000;
const PRODUCTS = 10;
const ROUNDS = 3;
const DURATION_SEC = 5;
const PAST_MS = 600_000;
const APART_MS = 60_000;

/** Orders of all members in one product, as acceptance would have written them; only the owner may write the past. */
async function placeInThePast({ ownerPool }: BenchDatabase, product: string, entryAt: number): Promise<void> {
  await writePast(
    ownerPool,
    `with placed as (
       insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec,
         terms_version, submitted_at, accepted_at, entry_at, closes_at)
       select uuidv7(), id, 'practice', $1, case when id % 2 = 0 then 'up' else 'down' end, 1000, 0, 8500, 1850, $3::int, 1,
         entry_at - interval '1 second', entry_at - interval '1 second', entry_at, entry_at + make_interval(secs => $3::int)
       from member, to_timestamp($2::float8 / 1000) entry_at
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
    [product, entryAt, DURATION_SEC],
  );
}

const database = await openBenchDatabase();
try {
  const products = await database.makeProducts(PRODUCTS);
  await database.makeMembers(MEMBERS);
  await database.ownerPool.query(`insert into account (wallet, kind, currency) values ('practice', 'escrow', 'CNY')`);
  const pool = database.openPool('worker', 2);
  const startMs = Math.floor((await database.nowMs()) / 1000) * 1000 - PAST_MS;
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const entryAt = startMs + round * APART_MS;
    for (const product of products) await placeInThePast(database, product, entryAt);
    await database.ownerPool.query('analyze');
    // The ticks come last: they make all orders due at once.
    for (const product of products)
      await database.makeTicks(product, [
        { at: entryAt, price: 10_000 },
        { at: entryAt + DURATION_SEC * 1000, price: 10_001 + round },
      ]);
    const startedAt = performance.now();
    let settled = 0;
    for (let run = await settleDueOrders(pool); run.due > 0; run = await settleDueOrders(pool)) settled += run.settled;
    const tookMs = performance.now() - startedAt;
    if (settled !== MEMBERS * PRODUCTS) throw new Error(`${settled} orders were settled`);
    rates.push((settled * 1000) / tookMs);
    console.log(`round ${round + 1}: ${grouped(settled)} orders in ${grouped(tookMs)} ms`);
  }
  const won = await database.ownerPool.query<{ count: bigint }>(
    `select count(*) as count from settlement where outcome in ('won', 'lost')`,
  );
  if (won.rows[0]?.count !== BigInt(MEMBERS * PRODUCTS * ROUNDS))
    throw new Error('orders were not settled by their ticks');
  await report('settlement', 'Settling 100,000 orders that are due at once', [
    ['Orders settled a second, one worker', grouped(median(rates)), rates.map(grouped).join(' · ')],
    ['All of them', `${(100_000 / median(rates)).toFixed(1)} s`, ''],
  ]);
} finally {
  await database.close();
}
