import { checkConservation } from '../apps/server/src/testing/conservation.ts';
import { madeRequest, makeCommand, writePast } from '../apps/server/src/testing/factories.ts';
import { createPlacementQueue } from '../apps/server/src/features/trading/placement-queue.ts';
import { uuidV7 } from '../apps/server/src/platform/ids/ids.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import type { BenchDatabase } from './lib/bench-database.ts';
import { createYardstick } from './lib/pgbench.ts';
import { report } from './lib/report.ts';
import { grouped, median, percentile } from './lib/statistics.ts';

/**
 * Durable orders per second through the placement queue, compared with TPC-B on the same machine: as it is, without what
 * the database checks of an order, under limits of losses, and with many old orders in a database of its own. All take turns, and each round
 * begins with another one, so that noise on the machine affects all equally.
 */
const MEMBERS = 2_000;
const PRODUCTS_A_ROUND = 12;
const ROUNDS = 5;
const OLD_ORDERS = Number(process.env['OLD_ORDERS'] ?? 1_000_000);
const OLD_ORDERS_A_STEP = 10_000;

/** Only the positions are written; what the rules say of an order is not looked at. */
const WITHOUT_CHECKS = `create or replace function accept_orders() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$ begin
    insert into position (member_id, wallet, product, order_id, closes_at)
    select member_id, wallet, product, id, closes_at from placed;
    return null;
  end $$`;

/** Settled orders of the same members with their transfers, as a year of trading leaves them. */
async function placeInThePast({ ownerPool }: BenchDatabase, product: string, count: number): Promise<void> {
  for (let done = 0; done < count; done += OLD_ORDERS_A_STEP)
    await writePast(
      ownerPool,
      `with placed as (
         insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec,
           terms_version, submitted_at, accepted_at, entry_at, closes_at, key, fingerprint, document_version)
         select uuidv7(t.at - now()), m.id, 'practice', $1, 'up', 1000, 0, 8500, 1850, 5, 1, t.at, t.at, t.at + interval '1 second',
           t.at + interval '6 seconds', uuidv7(t.at - now()), sha256('old'), 1
         from generate_series($2::int, $3::int) n
         cross join lateral (select date_trunc('second', now()) - interval '400 days' + n * interval '3 seconds' as at) t
         join (select id, row_number() over (order by id) - 1 as place, count(*) over () as count from member) m
           on m.place = n % m.count
         returning id, member_id, closes_at
       ), settled as (
         insert into settlement (order_id, member_id, outcome, entry_seq, entry_price, exit_seq, exit_price, profit, credited, settled_at)
         select id, member_id, 'tied', 1, 1, 2, 1, 0, 1000, closes_at from placed
       )
       insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id, member_id, at)
       select case side when 0 then a.id else e.id end, case side when 0 then e.id else a.id end, 1000,
         case side when 0 then 'orderStake' else 'orderRefund' end, 'practice', a.currency, 'order', p.id::text, p.member_id, p.closes_at
       from placed p join account a on a.member_id = p.member_id and a.kind = 'funds'
       cross join (select id from account where kind = 'escrow') e cross join generate_series(0, 1) side`,
      [product, done + 1, Math.min(count, done + OLD_ORDERS_A_STEP)],
    );
  await ownerPool.query('vacuum analyze trade_order, settlement, transfer, account, member, position');
}

/** Limits that these orders do not reach: every order is looked at, and none refused. */
const WITH_LIMITS = `insert into terms (product, version, durations, fee_rate, presets, loss_second, loss_product, loss_day)
  select product, 2, durations, fee_rate, presets, 1000000000000, 1000000000000, 1000000000000 from terms where product = any($1)`;

interface Round {
  perSec: number;
  p50Ms: number;
  p99Ms: number;
}

/** A database with members and priced products, and a queue that places orders in it. */
interface Market {
  /** Places orders of every member on products that nobody has used yet; `limited`: whose terms limit what the house can lose. */
  round: (limited?: boolean) => Promise<Round>;
  /** Each answered order is stored, and the sums of all accounts are right if every order is a real one. */
  check: () => Promise<void>;
  close: () => Promise<void>;
}

/** @param rounds the most rounds that are asked for */
async function openMarket(database: BenchDatabase, rounds: number, oldOrders: number): Promise<Market> {
  const { ownerPool } = database;
  const products = await database.makeProducts(PRODUCTS_A_ROUND * rounds + 1);
  const oldProduct = products.pop() ?? '';
  const members = await database.makeMembers(MEMBERS);
  if (oldOrders > 0) await placeInThePast(database, oldProduct, oldOrders);
  await ownerPool.query('analyze member, account');
  // What was written to prepare is on the disk before anything is measured.
  await ownerPool.query('checkpoint');
  const pool = database.openPool('http', 2);
  const { rows } = await pool.query<{ fsync: string; commit: string }>(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
  );
  if (rows[0]?.fsync !== 'on' || rows[0].commit !== 'on') throw new Error('orders must be durable to be counted');
  const queue = createPlacementQueue(pool, 'practice', createLog('silent'), () => undefined);
  let placed = 0;

  const round = async (limited = false): Promise<Round> => {
    const own = products.splice(0, PRODUCTS_A_ROUND);
    if (limited) await ownerPool.query(WITH_LIMITS, [own]);
    const latencies = new Float64Array(members.length * own.length);
    // Made in advance, with ids like those of the HTTP route: the work of a client is not measured.
    const commands = members.map((member) =>
      own.map((product) => ({ ...makeCommand(member, { product, stake: '10.00' }), orderId: uuidV7() })),
    );
    const unprice = await database.keepPriced(own);
    let count = 0;
    const startedAt = performance.now();
    await Promise.all(
      commands.map(async (list) => {
        for (const made of list) {
          // Devices sign when they send: on a busy machine a round takes longer than an order may wait.
          const command = { ...made, submittedAt: Date.now(), request: madeRequest() };
          const sentAt = performance.now();
          const answer = await queue.submit(command);
          if (!answer.ok) throw new Error(`an order was refused: ${answer.error}`);
          latencies[count] = performance.now() - sentAt;
          count += 1;
        }
      }),
    );
    const tookMs = performance.now() - startedAt;
    await unprice();
    placed += count;
    return { perSec: (count * 1000) / tookMs, p50Ms: percentile(latencies, 0.5), p99Ms: percentile(latencies, 0.99) };
  };
  const check = async (): Promise<void> => {
    if (oldOrders === 0) await checkConservation(ownerPool);
    const stored = await ownerPool.query<{ count: bigint }>(
      'select count(*) as count from trade_order where product <> $1',
      [oldProduct],
    );
    if (stored.rows[0]?.count !== BigInt(placed)) throw new Error('an answered order is not stored');
  };
  return { round, check, close: async () => await queue.close() };
}

/** Each in turn; every call begins with the next one. */
async function inTurns(turn: number, all: readonly (() => Promise<void>)[]): Promise<void> {
  for (let index = 0; index < all.length; index += 1) await all[(turn + index) % all.length]?.();
}

const fresh = await openBenchDatabase();
const grown = await openBenchDatabase();
try {
  const market = await openMarket(fresh, 3 * ROUNDS + 1, 0);
  const oldMarket = await openMarket(grown, ROUNDS + 1, OLD_ORDERS);
  const yardstick = await createYardstick(fresh);
  const checks = await fresh.ownerPool.query<{ sql: string }>(
    `select pg_get_functiondef('accept_orders'::regproc) as sql`,
  );

  // The first rounds warm up.
  await market.round();
  await oldMarket.round();
  const tpcb: number[] = [];
  const placed: Round[] = [];
  const unchecked: number[] = [];
  const limited: number[] = [];
  const old: number[] = [];
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    await inTurns(turn, [
      async () => void tpcb.push(await yardstick.run()),
      async () => void placed.push(await market.round()),
      async () => {
        await fresh.ownerPool.query(WITHOUT_CHECKS);
        unchecked.push((await market.round()).perSec);
        await fresh.ownerPool.query(checks.rows[0]?.sql ?? '');
      },
      async () => void limited.push((await market.round(true)).perSec),
      async () => void old.push((await oldMarket.round()).perSec),
    ]);
    const last = [placed.at(-1)?.perSec, unchecked.at(-1), limited.at(-1), old.at(-1), tpcb.at(-1)].map((figure) =>
      grouped(figure ?? 0),
    );
    console.log(
      `round ${turn + 1}: ${last[0]} orders/s, ${last[1]} unchecked, ${last[2]} under limits, ${last[3]} beside old ones, ${last[4]} tps`,
    );
  }
  for (const each of [market, oldMarket]) {
    await each.close();
    await each.check();
  }

  // Ratios of one round, so that a slow minute of the machine affects both sides.
  const ratiosTo = (figures: readonly number[], others: readonly number[]): number[] =>
    figures.map((figure, index) => figure / (others[index] ?? Number.NaN));
  const texts = (ratios: readonly number[]): string => ratios.map((ratio) => ratio.toFixed(2)).join(' · ');
  const perSec = placed.map((figure) => figure.perSec);
  const ratios = ratiosTo(perSec, tpcb);
  const uncheckedRatios = ratiosTo(unchecked, tpcb);
  const limitedRatios = ratiosTo(limited, tpcb);
  const oldRatios = ratiosTo(old, perSec);
  await report('orders', 'Placing orders', [
    ['Durable orders a second', grouped(median(perSec)), perSec.map(grouped).join(' · ')],
    [`TPC-B a second (\`${yardstick.name}\`)`, grouped(median(tpcb)), tpcb.map(grouped).join(' · ')],
    ['Ratio (aim: at least 4.7 ×)', `${median(ratios).toFixed(2)} ×`, texts(ratios)],
    [
      'The same without what the database checks of an order',
      `${median(uncheckedRatios).toFixed(2)} ×`,
      texts(uncheckedRatios),
    ],
    [
      'The same where every product has limits of losses (aim: at least 4.7 ×)',
      `${median(limitedRatios).toFixed(2)} ×`,
      texts(limitedRatios),
    ],
    [`Orders a second with ${grouped(OLD_ORDERS)} old orders`, grouped(median(old)), old.map(grouped).join(' · ')],
    ['The same, as a share of a new table (aim: at least 0.90)', median(oldRatios).toFixed(2), texts(oldRatios)],
    [
      `Answer time with ${grouped(MEMBERS)} members waiting at once, median and 99 %`,
      `${Math.round(median(placed.map((figure) => figure.p50Ms)))} ms, ${Math.round(median(placed.map((figure) => figure.p99Ms)))} ms`,
      '',
    ],
  ]);
} finally {
  await fresh.close();
  await grown.close();
}
