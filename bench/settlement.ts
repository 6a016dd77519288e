import { takeFeedLead } from '../apps/server/src/features/market/feed/feed-store.ts';
import { sealSettlements } from '../apps/server/src/features/market/feed/order-log-store.ts';
import { settleDueOrders } from '../apps/server/src/features/trading/settle-due-orders.ts';
import { withTransaction } from '../apps/server/src/platform/db/transaction.ts';
import { writePast } from '../apps/server/src/testing/factories.ts';
import type { Pool } from '../apps/server/src/platform/db/pool.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import type { BenchDatabase } from './lib/bench-database.ts';
import { report } from './lib/report.ts';
import { grouped, median, percentile } from './lib/statistics.ts';

/**
 * How fast the worker of one process settles 100,000 orders that become due in the same second: as it is, without what
 * the database checks of a settlement, and compared with a floor: the same rows written by plain inserts, with the same
 * indexes and in transactions of the same size. They take turns. Later rounds have the orders of all earlier ones before
 * them. And how long the feed takes to seal a batch of settlements for the order log.
 */
const MEMBERS = 10_000;
const PRODUCTS = 10;
const ROUNDS = 5;
const DURATION_SEC = 5;
const PAST_MS = 600_000;
const APART_MS = 60_000;
/** As the worker: orders of a transaction, and transactions at once. */
const FLOOR_BATCH = 2_000;
const FLOOR_IN_FLIGHT = 2;
/** As the feed seals them. */
const SEALED_AT_ONCE = 2_000;
const SEALS = 40;

/**
 * Keeps the settlements and transfers that were written since a moment. Each call of the answer writes them again by plain
 * inserts into empty tables with the same indexes, and returns orders a second.
 */
async function createFloor({ ownerPool }: BenchDatabase, since: string): Promise<() => Promise<number>> {
  const columnsOf = async (table: string): Promise<string> => {
    const { rows } = await ownerPool.query<{ names: string }>(
      `select string_agg(attname, ', ' order by attnum) as names from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
      [table],
    );
    return rows[0]?.names ?? '';
  };
  const [ofSettlement, ofTransfer] = [await columnsOf('settlement'), await columnsOf('transfer')];
  await ownerPool.query(`
    create table floor_settlement (like settlement including all);
    create table floor_transfer (like transfer including all);
    create unlogged table settled_before as
      select row_number() over (order by order_id) as n, ${ofSettlement} from settlement where settled_at > '${since}';
    create unlogged table moved_before as
      select s.n, t.* from settled_before s join transfer t on t.ref_id = s.order_id::text and t.at > '${since}';
    create index on settled_before (n);
    create index on moved_before (n);
    analyze settled_before, moved_before`);
  const { rows } = await ownerPool.query<{ count: number }>('select count(*)::int as count from settled_before');
  const count = rows[0]?.count ?? 0;
  return async () => {
    await ownerPool.query('truncate floor_settlement, floor_transfer');
    let next = 0;
    const write = async (): Promise<void> => {
      for (let from = next; from < count; from = next) {
        next += FLOOR_BATCH;
        await withTransaction(ownerPool, async (db) => {
          const batch = `where n > ${from} and n <= ${from + FLOOR_BATCH}`;
          await db.query(
            `insert into floor_settlement (${ofSettlement}) select ${ofSettlement} from settled_before ${batch}`,
          );
          await db.query(`insert into floor_transfer (${ofTransfer}) select ${ofTransfer} from moved_before ${batch}`);
        });
      }
    };
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: FLOOR_IN_FLIGHT }, write));
    return (count * 1000) / (performance.now() - startedAt);
  };
}

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
         terms_version, submitted_at, accepted_at, entry_at, closes_at, document_version)
       select uuidv7(), id, 'practice', $1, case when id / 2 % 2 = 0 then 'up' else 'down' end, 1000, 0, 8500, 1850, $3::int, 1,
         entry_at - interval '1 second', entry_at - interval '1 second', entry_at, entry_at + make_interval(secs => $3::int), 1
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

/** How long each seal takes, ms. The orders get their nonces now: with them they would not be settled by ticks without a log. */
async function sealSome(database: BenchDatabase): Promise<number[]> {
  await writePast(
    database.ownerPool,
    `update trade_order set nonce = gen_random_uuid()
     where id in (select unnest(orders) from (select orders from settlement_batch order by id limit $1) b)`,
    [2 * SEALS],
  );
  const feed = database.openPool('feed', 1);
  const epoch = await takeFeedLead(feed);
  const times: number[] = [];
  for (let seal = 0; seal < SEALS; seal += 1) {
    const startedAt = performance.now();
    const count = await sealSettlements(feed, epoch, SEALED_AT_ONCE);
    times.push(performance.now() - startedAt);
    if (count < SEALED_AT_ONCE) throw new Error(`${count} settlements were sealed`);
  }
  return times;
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
  let rounds = 0;
  const round = async (): Promise<number> => {
    const entryAt = startMs + rounds * APART_MS;
    rounds += 1;
    for (const product of products) await placeInThePast(database, product, entryAt);
    await closeAll(database, products, entryAt);
    const { settled, tookMs } = await settleAll(pool);
    if (settled !== MEMBERS * PRODUCTS) throw new Error(`${settled} orders were settled`);
    return (settled * 1000) / tookMs;
  };
  const checked: number[] = [];
  const unchecked: number[] = [];
  const floor: number[] = [];
  const { rows } = await database.ownerPool.query<{ now: string }>('select clock_timestamp()::text as now');
  // The first round warms up, and its rows are the floor's.
  await round();
  const measureFloor = await createFloor(database, rows[0]?.now ?? '');
  for (let index = 0; index < ROUNDS; index += 1) {
    floor.push(await measureFloor());
    checked.push(await round());
    await database.ownerPool.query('alter table settlement disable trigger accept_settlements');
    unchecked.push(await round());
    await database.ownerPool.query('alter table settlement enable trigger accept_settlements');
    console.log(
      `round ${index + 1}: ${grouped(checked.at(-1) ?? 0)} orders/s, ${grouped(unchecked.at(-1) ?? 0)} unchecked, ${grouped(floor.at(-1) ?? 0)} plain inserts`,
    );
  }
  const won = await database.ownerPool.query<{ outcome: string; count: bigint }>(
    `select outcome, count(*) as count from settlement group by 1 order by 1`,
  );
  const half = BigInt((MEMBERS * PRODUCTS * rounds + 8 * PRODUCTS) / 2);
  if (won.rows.some(({ count }) => count !== half)) throw new Error('orders were not settled by their ticks');
  const money = await database.ownerPool.query<{ off: bigint }>(
    `select (select sum(posted) from account)::bigint - (select sum(amount) from transfer where type = 'practiceGrant')::bigint
       - (select sum(profit) from settlement)::bigint as off`,
  );
  if (money.rows[0]?.off !== 0n) throw new Error('balances are not what the settlements say');
  const seals = await sealSome(database);
  const ratios = checked.map((rate, index) => rate / (floor[index] ?? Number.NaN));
  await report('settlement', 'Settling 100,000 orders that are due at once', [
    [
      'Orders settled a second, one worker (aim: at least 30,000)',
      grouped(median(checked)),
      checked.map(grouped).join(' · '),
    ],
    ['All of them', `${(100_000 / median(checked)).toFixed(1)} s`, ''],
    ['The same without what the database checks', grouped(median(unchecked)), unchecked.map(grouped).join(' · ')],
    [
      'Orders a second whose settlement and transfers plain inserts write, with the same indexes',
      grouped(median(floor)),
      floor.map(grouped).join(' · '),
    ],
    [
      'Ratio of settling to plain inserts',
      `${median(ratios).toFixed(2)} ×`,
      ratios.map((ratio) => ratio.toFixed(2)).join(' · '),
    ],
    [
      `Orders settled a second, the last of these, after ${grouped((rounds - 2) * MEMBERS * PRODUCTS)} others`,
      grouped(checked.at(-1) ?? 0),
      '',
    ],
    [
      `To seal ${grouped(SEALED_AT_ONCE)} settlements or a few more for the order log, median and 90 %`,
      `${median(seals).toFixed(0)} ms, ${percentile(Float64Array.from(seals), 0.9).toFixed(0)} ms`,
      `${SEALS} times`,
    ],
  ]);
} finally {
  await database.close();
}
