import { ENTRY_WINDOW_MS, EXIT_WINDOW_MS, judgeWindow } from '@candor/domain/trading/settle-order';
import type { Connection, Pool } from '../../platform/db/pool.ts';
import { runApart } from '../../platform/db/run-apart.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { newestTicks, ticksInSpans } from '../../services/quotes/quote-store.ts';
import type { TickSpan } from '../../services/quotes/quote-store.ts';
import { lockMembersNow, selectDue, selectQuarantined, settleByVerdicts } from './order-store.ts';
import type { DueOrder, JudgedWindow } from './order-store.ts';
import { setOrderAside } from './settlement-alarm-store.ts';

/** How many due orders one sweep takes. */
const BATCH_MAX = 4_000;
/** How many transactions a sweep runs at once, each for its own share of the members. */
const IN_FLIGHT = 2;
/** Limits the time a sweep spends on finding orders that throw. A later sweep meets those it did not find. */
const CULPRITS_MAX = 8;
/** How many of the orders in quarantine one sweep tries again, each alone. */
const RETRIES_MAX = 20;

/** What one sweep did. */
export interface Sweep {
  due: number;
  settled: number;
  /** Orders whose settlement threw in this sweep. */
  quarantined: { orderId: string; error: unknown }[];
}

/** Hears, after the commit, when orders that were settled had ended (epoch ms). For figures: a batch of which some were settled before is left out. */
type OnSettled = (endedAt: readonly number[]) => void;

/**
 * Settles one batch of due orders. The outcome comes from `judgeWindow` alone, once for all orders of a product that
 * begin and end in the same seconds: this function reads the recorded ticks and hands on the verdict. It must never take
 * a member, a balance or a moment into account. Members that another transaction holds are left for the next run. An
 * order whose settlement throws is found, quarantined, and tried again later on its own; all others are settled.
 */
export async function settleDueOrders(
  pool: Pool,
  batchMax: number = BATCH_MAX,
  onSettled: OnSettled = () => undefined,
): Promise<Sweep> {
  const retries = await selectQuarantined(pool, RETRIES_MAX);
  const sweep: Sweep = { due: retries.length, settled: 0, quarantined: [] };
  const settleShare = async (_: unknown, share: number): Promise<void> => {
    const due = await selectDue(pool, Math.ceil(batchMax / IN_FLIGHT), { share, of: IN_FLIGHT });
    sweep.due += due.length;
    await settleApart(pool, due, sweep, onSettled);
  };
  // Also when one share fails: the sweep ends only when no transaction of it runs any more.
  const ends = await Promise.allSettled(Array.from({ length: IN_FLIGHT }, settleShare));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  for (const order of retries) await settleApart(pool, [order], sweep, onSettled);
  return sweep;
}

async function settleApart(pool: Pool, due: readonly DueOrder[], sweep: Sweep, onSettled: OnSettled): Promise<void> {
  const { done, failed, stopped } = await runApart(due, CULPRITS_MAX, async (rows) => {
    const { count, endedAt } = await settleTogether(pool, rows);
    if (count === endedAt.length) onSettled(endedAt);
    return count;
  });
  sweep.settled += done.reduce((total, { result }) => total + result, 0);
  for (const { item, error } of failed) {
    if ((await setOrderAside(pool, item.orderId, error)) !== undefined)
      sweep.quarantined.push({ orderId: item.orderId, error });
  }
  if (stopped !== null) throw stopped.error;
}

/** Settles all of these orders or none, except those of members that another transaction holds. */
async function settleTogether(
  pool: Pool,
  due: readonly DueOrder[],
): Promise<{ count: number; endedAt: readonly number[] }> {
  return await withTransaction(pool, async (db) => {
    const locked = new Set(await lockMembersNow(db, [...new Set(due.map((order) => order.memberId))]));
    const orders = due.filter((order) => locked.has(order.memberId));
    if (orders.length === 0) return { count: 0, endedAt: [] };
    const judged = await judge(db, [...new Map(orders.map((order) => [windowKey(order), order])).values()]);
    const count = await settleByVerdicts(
      db,
      orders.map((order) => order.orderId),
      judged,
    );
    const decided = new Set(judged.map(windowKey));
    const ended = orders.filter((order) => decided.has(windowKey(order)));
    return { count, endedAt: ended.map(({ closesAt }) => closesAt) };
  });
}

/** Judges each window once, by the recorded ticks alone. */
async function judge(db: Connection, windows: readonly DueOrder[]): Promise<JudgedWindow[]> {
  const heads = await newestTicks(db, [...new Set(windows.map(({ product }) => product))]);
  const found = await ticksInSpans(db, windows.flatMap(spansOf));
  return windows.flatMap(({ product, entryAt, closesAt }, index) => {
    const ticks = [...(found[2 * index] ?? []), ...(found[2 * index + 1] ?? [])];
    const verdict = judgeWindow({ entryAt, closesAt }, ticks, heads.get(product)?.at ?? null);
    return verdict.ok ? [{ product, entryAt, closesAt, verdict: verdict.value }] : [];
  });
}

/** The spans of a window's entry and exit. A tick of both is in both. */
function spansOf({ product, entryAt, closesAt }: DueOrder): TickSpan[] {
  return [
    { product, fromMs: entryAt, toMs: entryAt + ENTRY_WINDOW_MS },
    { product, fromMs: closesAt - EXIT_WINDOW_MS, toMs: closesAt },
  ];
}

function windowKey({ product, entryAt, closesAt }: Pick<DueOrder, 'product' | 'entryAt' | 'closesAt'>): string {
  return `${product}/${entryAt}/${closesAt}`;
}
