import { assert } from '../assert.ts';
import { mulRateFloor, money, RATE_SCALE } from '../money.ts';
import type { Money, Rate } from '../money.ts';
import type { Direction } from './order.ts';

/** What the house can lose at most, as the terms of a product say. The same for every member. */
export type LossLimits = {
  /** By the orders that close in one second. */
  readonly second: Money;
  /** By all orders of the product that run. */
  readonly product: Money;
  /** On one business day: what was lost on it, and what still can be. */
  readonly day: Money;
};

/** Of an amount in minor units. */
export const LOSS_LIMIT_MAX = 10n ** 15n;

/** Orders of one direction that share their ticks. `profit` is what all of them win together. */
export type BookSide = { readonly stake: Money; readonly profit: Money };

/** Orders of one product and wallet with the same entry and the same close: one direction wins at most. */
export type BookWindow = { readonly up: BookSide; readonly down: BookSide };

/** What runs beside an order that comes, by product and wallet. */
export type HouseBook = {
  /** The window of the order. */
  readonly window: BookWindow;
  /** The worst cases of all windows that close with it, and of all that run. */
  readonly secondWorst: Money;
  readonly productWorst: Money;
  /** Of the business day on which it closes: the worst case of what runs, and what the rest brought. */
  readonly dayWorst: Money;
  readonly dayKept: Money;
};

const NOTHING: BookSide = { stake: money(0n), profit: money(0n) };
export const EMPTY_WINDOW: BookWindow = { up: NOTHING, down: NOTHING };

/** The most that a window can cost. Fees are left out, and a tie returns every stake: it is never below zero. */
export function worstOf({ up, down }: BookWindow): Money {
  const costs = [0n, up.profit - down.stake, down.profit - up.stake];
  return money(costs.reduce((most, cost) => (cost > most ? cost : most)));
}

/** The most that windows can cost together. Those with another entry or close can be won on another side: their worst cases are added up. */
export function worstOfAll(windows: readonly BookWindow[]): Money {
  return money(windows.reduce((sum, window) => sum + worstOf(window), 0n));
}

/** By how much the worst case may still rise; below zero where it is over a limit already. */
export function roomOf(
  { secondWorst, productWorst, dayWorst, dayKept }: Omit<HouseBook, 'window'>,
  limits: LossLimits,
): Money {
  const rooms = [limits.second - secondWorst, limits.product - productWorst, limits.day - dayWorst + dayKept];
  return money(rooms.reduce((least, room) => (room < least ? room : least)));
}

/**
 * The largest stake that the limits leave to an order. One that does not raise the worst case always fits, as it does where
 * orders of the other direction cover it.
 */
export function largestStake(book: HouseBook, limits: LossLimits, direction: Direction, payoutRate: Rate): Money {
  const { window } = book;
  const room = roomOf(book, limits);
  const mayCost = worstOf(window) + (room > 0n ? room : 0n);
  const [own, other] = direction === 'up' ? [window.up, window.down] : [window.down, window.up];
  return stakeOfProfit(money(mayCost - own.profit + other.stake), payoutRate);
}

/** The largest stake whose profit is no more than this: floor(stake × rate) ≤ profit. */
export function stakeOfProfit(profit: Money, payoutRate: Rate): Money {
  assert(profit >= 0n && payoutRate > 0n, 'a winner gets more than the stake');
  return money(((profit + 1n) * RATE_SCALE - 1n) / payoutRate);
}

/** The book with one order more. */
export function withOrder(book: HouseBook, direction: Direction, stake: Money, payoutRate: Rate): HouseBook {
  const before = book.window[direction];
  const side = { stake: money(before.stake + stake), profit: money(before.profit + mulRateFloor(stake, payoutRate)) };
  const window = { ...book.window, [direction]: side };
  const raised = worstOf(window) - worstOf(book.window);
  return {
    window,
    secondWorst: money(book.secondWorst + raised),
    productWorst: money(book.productWorst + raised),
    dayWorst: money(book.dayWorst + raised),
    dayKept: book.dayKept,
  };
}

/** The limit that is out of order; null if none is. */
export function lossLimitsProblem({ second, product, day }: LossLimits): keyof LossLimits | null {
  if (second < 0n) return 'second';
  if (product < second) return 'product';
  return day < product || day > LOSS_LIMIT_MAX ? 'day' : null;
}
