import { money } from '../money.ts';
import type { Money } from '../money.ts';

/**
 * Settled orders of one entry and one close: what the house keeps of them if the price rises, if it falls, and what it kept. Orders that were
 * tied or void are left out: they say nothing of luck.
 */
export type SettledWindow = {
  readonly entryAt: number;
  readonly closesAt: number;
  readonly orders: number;
  readonly ifUp: Money;
  readonly ifDown: Money;
  readonly kept: Money;
};

export type Luck = {
  readonly orders: number;
  readonly kept: Money;
  /** What the house would keep on average if every price rose as often as it fell. */
  readonly predicted: Money;
  /** Two standard deviations: 19 of 20 days lie within, as far as windows do not share their time. */
  readonly band: Money;
};

export function luckOf(windows: readonly SettledWindow[]): Luck {
  const { orders, kept, twicePredicted, fourVariances } = sums(windows);
  return {
    orders,
    kept: money(kept),
    predicted: money(twicePredicted / 2n),
    band: money(rootOf(fourVariances)),
  };
}

/**
 * How many standard deviations are called improbable. Windows that do not overlap are won by steps of the price that are independent if it is
 * fair, and the stakes are fixed before. Then, whatever the stakes, P(|kept − predicted| ≥ k σ) ≤ 2 exp(−k² / 2) (Hoeffding): for 6 at
 * most 3.1 in 100,000,000 looks. A look a minute at 40 products with 5 durations each is 288,000 a day: at most one false alarm in 110 days,
 * and fewer, because most looks see the same windows as the one before.
 */
export const IMPROBABLE_SIGMAS = 6n;

/** Whether chance does not explain what the house kept of these windows of one product and duration. It takes 36 of them at least. */
export function isImprobable(windows: readonly SettledWindow[]): boolean {
  const { kept, twicePredicted, fourVariances } = sums(apart(windows));
  const twiceOff = 2n * kept - twicePredicted;
  return fourVariances > 0n && twiceOff * twiceOff >= IMPROBABLE_SIGMAS * IMPROBABLE_SIGMAS * fourVariances;
}

/** Those of them that share no time, the earliest first. */
export function apart(windows: readonly SettledWindow[]): SettledWindow[] {
  const chosen: SettledWindow[] = [];
  for (const window of windows.toSorted((a, b) => a.closesAt - b.closesAt)) {
    const last = chosen.at(-1);
    if (last === undefined || window.entryAt >= last.closesAt) chosen.push(window);
  }
  return chosen;
}

function sums(windows: readonly SettledWindow[]) {
  let [orders, kept, twicePredicted, fourVariances] = [0, 0n, 0n, 0n];
  for (const window of windows) {
    const apartBy = window.ifUp - window.ifDown;
    orders += window.orders;
    kept += window.kept;
    twicePredicted += window.ifUp + window.ifDown;
    fourVariances += apartBy * apartBy;
  }
  return { orders, kept, twicePredicted, fourVariances };
}

/** Rounded down. */
function rootOf(square: bigint): bigint {
  if (square < 2n) return square;
  let root = 1n << BigInt(Math.ceil(square.toString(2).length / 2));
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
