import { isDeepStrictEqual } from 'node:util';
import { orderView } from '@candor/contract/trading';
import type { OrderView } from '@candor/contract/trading';
import type { Db } from '../../apps/server/src/platform/db/pool.ts';
import { checkConservation } from '../../apps/server/src/testing/conservation.ts';
import { outcomeOf } from '../../apps/server/src/testing/simulation/model.ts';
import type { ModelTick } from '../../apps/server/src/testing/simulation/model.ts';
import { pause } from './server-process.ts';
import { TOO_OLD } from './trader.ts';
import type { BookEntry, Trader } from './trader.ts';

/**
 * Compares what the members wrote down with the server's answers now and with the database: every answer is still true,
 * every key made at most one order, every order is settled once and according to its ticks, and money is conserved.
 */
const SETTLED_MS_MAX = 90_000;

/** Waits until everything accepted is settled. */
export async function waitUntilSettled(owner: Db): Promise<void> {
  const deadline = Date.now() + SETTLED_MS_MAX;
  for (;;) {
    const { rows } = await owner.query<{ count: bigint }>('select count(*) as count from position');
    if (rows[0]?.count === 0n) return;
    if (Date.now() > deadline) throw new Error(`${rows[0]?.count} orders are not settled`);
    await pause(100);
  }
}

/**
 * @param isLogLate where the order log may have been late: such orders are void (NOT_LOGGED), whatever their ticks say
 * @throws Error that names every broken promise.
 */
export async function checkBook(owner: Db, trader: Trader, isLogLate = false): Promise<void> {
  const broken: string[] = [];
  const accepted = acceptedOrders(trader.book, broken);
  await checkOverHttp(trader, broken);
  await checkOrders(owner, accepted, broken);
  await checkOutcomes(owner, broken, isLogLate);
  if (broken.length > 0) throw new Error(`The book is contradictory:\n${[...new Set(broken)].join('\n')}`);
  await checkConservation(owner);
}

/** All answers of a key are the same. */
function acceptedOrders(book: readonly BookEntry[], broken: string[]): Set<string> {
  const ids = new Set<string>();
  for (const { key, answers } of book) {
    const [first, ...more] = answers;
    if (first === undefined) broken.push(`a key was never answered: ${key}`);
    else if (more.some(({ told }) => !isSameAnswer(first.told, told)))
      broken.push(`a key was answered in two ways: ${key}`);
    if (first !== undefined && typeof first.told !== 'string') ids.add(first.told.id);
  }
  return ids;
}

/** Of a refusal nothing is kept once its signature is too old: nothing was placed then, and nothing is now. */
function isSameAnswer(first: OrderView | string, later: OrderView | string): boolean {
  return (typeof first === 'string' && later === TOO_OLD) || isDeepStrictEqual(fixedPart(later), fixedPart(first));
}

/** The part of an order that is fixed at acceptance. */
function fixedPart(answer: OrderView | string): unknown {
  if (typeof answer === 'string') return answer;
  const {
    entryPrice: _1,
    exitPrice: _2,
    exitAt: _3,
    settledAt: _4,
    status: _5,
    reason: _6,
    profit: _7,
    ...rest
  } = answer;
  const { secondsLeft: _8, ...fixed } = rest;
  return fixed;
}

async function checkOverHttp({ book, read }: Trader, broken: string[]): Promise<void> {
  for (const { member, answers } of book) {
    const first = answers[0]?.told;
    if (first === undefined || typeof first === 'string') continue;
    const now = orderView.safeParse(await read(member, `/api/trade/orders/${first.id}`)).data;
    if (now === undefined) broken.push(`an acknowledged order is missing: ${first.id}`);
    else if (!isDeepStrictEqual(fixedPart(now), fixedPart(first)))
      broken.push(`an order is not as it was acknowledged: ${first.id}`);
    else if (now.status === 'open') broken.push(`an order is not settled: ${first.id}`);
  }
}

async function checkOrders(owner: Db, accepted: ReadonlySet<string>, broken: string[]): Promise<void> {
  const { rows } = await owner.query<{ id: string; settlements: bigint }>(
    'select o.id, (select count(*) from settlement s where s.order_id = o.id) as settlements from trade_order o',
  );
  for (const { id, settlements } of rows) {
    if (!accepted.has(id)) broken.push(`an order that no answer reported: ${id}`);
    if (settlements !== 1n) broken.push(`an order is settled ${settlements} times: ${id}`);
  }
  const stored = new Set(rows.map((row) => row.id));
  for (const id of accepted) if (!stored.has(id)) broken.push(`an acknowledged order is not stored: ${id}`);
}

interface Settled {
  id: string;
  product: string;
  direction: 'up' | 'down';
  stake: bigint;
  fee: bigint;
  payout: bigint;
  entryAt: number;
  closesAt: number;
  outcome: string;
  reason: string | null;
  entrySeq: number | null;
  exitSeq: number | null;
  credited: bigint;
  profit: bigint;
}

/** Computes outcomes again from the stored ticks, by rules written a second time. */
async function checkOutcomes(owner: Db, broken: string[], isLogLate: boolean): Promise<void> {
  const ticks = await owner.query<ModelTick & { product: string }>(
    'select product, seq::int as seq, at, price::float8 as price, status from tick order by product, at',
  );
  const chains = Map.groupBy(ticks.rows, (tick) => tick.product);
  const { rows } = await owner.query<Settled>(
    `select o.id, o.product, o.direction, o.stake, o.fee, o.payout, o.entry_at as "entryAt", o.closes_at as "closesAt",
       s.outcome, s.reason, s.entry_seq::int as "entrySeq", s.exit_seq::int as "exitSeq", s.credited, s.profit
     from trade_order o join settlement s on s.order_id = o.id`,
  );
  for (const row of rows) {
    const { outcome, reason, entrySeq, exitSeq, credited, profit } = row;
    if (isLogLate && reason === 'NOT_LOGGED') continue;
    const expected = outcomeOf(row, chains.get(row.product) ?? []);
    if (!isDeepStrictEqual({ outcome, reason, entrySeq, exitSeq, credited, profit }, { ...expected }))
      broken.push(`an order was settled ${outcome}, its ticks say ${expected.outcome}: ${row.id}`);
  }
}
