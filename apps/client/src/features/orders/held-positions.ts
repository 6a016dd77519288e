/* The logic of the held positions screen, without React. Times are the server's, in epoch milliseconds. */

import type { OrderView } from '@candor/contract/trading';
import type { Currency } from '@candor/domain/money';
import { closeNow, sumAmounts } from './close-now.ts';

/**
 * pending: accepted, the entry tick has not come yet. running: counting down. settling: the close is past, the result
 * is on its way. late: the result takes longer than usual. settled: decided.
 */
export type Phase = 'pending' | 'running' | 'settling' | 'late' | 'settled';

/** A result usually follows within a second of the close. */
export const LATE_AFTER_MS = 5_000;
/** How long a settled card shows its result before it disappears. */
export const FACE_MS = 10_000;

export function phaseOf(order: Pick<OrderView, 'status' | 'closesAt' | 'entryPrice'>, nowMs: number): Phase {
  if (order.status !== 'open') return 'settled';
  const overdueMs = nowMs - Date.parse(order.closesAt);
  if (overdueMs >= LATE_AFTER_MS) return 'late';
  if (overdueMs >= 0) return 'settling';
  return order.entryPrice === null ? 'pending' : 'running';
}

/** Whether to ask the server again: an entry or a result is due. */
export function isDue(
  order: Pick<OrderView, 'status' | 'closesAt' | 'entryAt' | 'entryPrice'>,
  nowMs: number,
): boolean {
  if (order.status !== 'open') return false;
  return nowMs >= Date.parse(order.entryPrice === null ? order.entryAt : order.closesAt);
}

const SOON_MS = 60_000;

/** Whether an order settles within a minute, or should have by now. */
export function endsSoon(order: Pick<OrderView, 'status' | 'closesAt'>, nowMs: number): boolean {
  return order.status === 'open' && Date.parse(order.closesAt) - nowMs < SOON_MS;
}

/** The next to settle first. */
export function bySettlement(orders: readonly OrderView[]): OrderView[] {
  return orders.toSorted((a, b) => Date.parse(a.closesAt) - Date.parse(b.closesAt) || a.id.localeCompare(b.id));
}

export type Totals = {
  count: number;
  stake: string;
  /**
   * The result if all orders closed now; null if one of them is unknown, because its entry or its result is still to
   * come.
   */
  floating: string | null;
};

export function totalsOf(
  orders: readonly OrderView[],
  prices: ReadonlyMap<string, string>,
  nowMs: number,
  paidIn: Currency,
): Totals {
  const results = orders.map((order) =>
    phaseOf(order, nowMs) === 'running'
      ? closeNow(order, prices.get(order.product) ?? null, paidIn)?.profit
      : undefined,
  );
  const known = results.filter((profit) => profit !== undefined);
  return {
    count: orders.length,
    stake: sumAmounts(
      orders.map((order) => order.stake),
      paidIn,
    ),
    floating: known.length === results.length ? sumAmounts(known, paidIn) : null,
  };
}

/** A shown result, and when it disappears. */
export type Face = { order: OrderView; untilMs: number };

/** Adds a result. A result that is already shown keeps its time. */
export function addFace(faces: readonly Face[], order: OrderView, nowMs: number): Face[] {
  if (order.status === 'open') return [...faces];
  const shown = faces.find((face) => face.order.id === order.id);
  return [...faces.filter((face) => face !== shown), { order, untilMs: shown?.untilMs ?? nowMs + FACE_MS }];
}

export function dropFaces(faces: readonly Face[], nowMs: number): readonly Face[] {
  return faces.some((face) => face.untilMs <= nowMs) ? faces.filter((face) => face.untilMs > nowMs) : faces;
}

/** Open orders and results in one list; a result replaces its open order. */
export function cardsOf(open: readonly OrderView[], faces: readonly Face[]): OrderView[] {
  const settled = new Set(faces.map((face) => face.order.id));
  return bySettlement([...faces.map((face) => face.order), ...open.filter((order) => !settled.has(order.id))]);
}
