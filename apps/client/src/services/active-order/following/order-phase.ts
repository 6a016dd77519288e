/*
 * The phase of an order at a moment of the server's clock, and what follows from it: what a screen shows, when the
 * order is read again, and what is announced. Pure; it has no clock of its own.
 */

import type { OrderStatus, OrderView } from '@candor/contract/trading';
import { formatPrice, parsePrice, price } from '@candor/domain/price';

/** entering: its entry tick is not known yet; delayed: the result is overdue. */
export type OrderPhase = 'entering' | 'counting' | 'settling' | 'delayed' | Exclude<OrderStatus, 'open'>;

/** How long "settling" is shown before it is called delayed. */
export const SETTLING_MS_MAX = 5_000;

export function orderPhase(order: OrderView, nowMs: number): OrderPhase {
  if (order.status !== 'open') return order.status;
  const overdueMs = nowMs - Date.parse(order.closesAt);
  if (overdueMs >= SETTLING_MS_MAX) return 'delayed';
  if (overdueMs >= 0) return 'settling';
  return order.entryPrice === null ? 'entering' : 'counting';
}

export function isSettled(order: OrderView): boolean {
  return order.status !== 'open';
}

/**
 * How long until an order is read again by HTTP; false means never. News comes over the live connection. Reading is for
 * when the connection is down, and for a result or an entry that did not come in time.
 */
export function rereadPauseMs(order: OrderView, nowMs: number, liveOpen: boolean): number | false {
  if (isSettled(order)) return false;
  const untilCloseMs = Date.parse(order.closesAt) - nowMs;
  if (untilCloseMs <= 0) return untilCloseMs > -30_000 ? 1_000 : 5_000;
  // The entry is read when its tick is published, a moment after its second.
  if (order.entryPrice === null) return Math.max(500, Date.parse(order.entryAt) + 400 - nowMs);
  // One read is just after the close, in case the news does not arrive.
  const afterClose = untilCloseMs + 800;
  return liveOpen ? afterClose : Math.min(10_000, afterClose);
}

export type CountdownMark = 30 | 10;
const MARKS: readonly CountdownMark[] = [30, 10];

/** The mark (seconds left) that was passed between two moments; if several were, the later one. */
export function markPassed(order: OrderView, beforeMs: number, nowMs: number): CountdownMark | null {
  if (isSettled(order)) return null;
  const closesAtMs = Date.parse(order.closesAt);
  if (nowMs >= closesAtMs) return null;
  const passed = MARKS.filter((mark) => {
    const markMs = closesAtMs - mark * 1_000;
    return beforeMs < markMs && nowMs >= markMs && Date.parse(order.entryAt) < markMs;
  });
  return passed.at(-1) ?? null;
}

export type Difference = {
  /** Decimal text without a sign: a sign of the price would say the opposite of the standing for an order down. */
  readonly text: string;
  /** How the order would end if it closed now. */
  readonly standing: 'ahead' | 'behind' | 'level';
};

/** The live difference to the entry, or null while either price is unknown. */
export function differenceToEntry(
  order: Pick<OrderView, 'direction' | 'entryPrice'>,
  priceText: string | null,
): Difference | null {
  if (order.entryPrice === null || priceText === null) return null;
  const decimals = Math.max(decimalsOf(order.entryPrice), decimalsOf(priceText));
  const entry = parsePrice(order.entryPrice, decimals);
  const now = parsePrice(priceText, decimals);
  if (!entry.ok || !now.ok) return null;
  const difference = now.value - entry.value;
  const gain = order.direction === 'up' ? difference : -difference;
  return {
    text: formatPrice(price(difference < 0n ? -difference : difference), decimals),
    standing: gain > 0n ? 'ahead' : gain < 0n ? 'behind' : 'level',
  };
}

function decimalsOf(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

/** Whether the newest decided orders, newest first, are three losses; ties and voids do not count. */
export function isLosingStreak(orders: readonly Pick<OrderView, 'status'>[]): boolean {
  const decided = orders.filter((order) => order.status === 'won' || order.status === 'lost').slice(0, 3);
  return decided.length === 3 && decided.every((order) => order.status === 'lost');
}
