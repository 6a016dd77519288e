/* The line of the total over the last days. Pure; amounts stay exact until they become a height. */

import { parseMoney } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import type { BalanceLineView } from '@candor/contract/wallet';

type Point = BalanceLineView['items'][number];

export type BalancePath = {
  /** In a box of 100 by 100, y downwards; a flat line is in the middle. */
  d: string;
  first: Point;
  last: Point;
  least: Point;
  most: Point;
};

/** Null without at least two days. `totalNow`: the total that the same card shows, with what open orders hold. */
export function balancePath(days: readonly Point[], of: Currency, totalNow?: string): BalancePath | null {
  // The last day is today.
  const points = days.map((day, at) =>
    totalNow !== undefined && at === days.length - 1 ? { ...day, total: totalNow } : day,
  );
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2) return null;
  const known = points.map((point) => ({ point, minor: minorOf(point.total, of) }));
  const least = known.reduce((low, one) => (one.minor < low.minor ? one : low));
  const most = known.reduce((high, one) => (one.minor > high.minor ? one : high));
  const span = most.minor - least.minor;
  const y = (minor: bigint) => (span === 0n ? 50 : 100 - Number(((minor - least.minor) * 10_000n) / span) / 100);
  const d = known
    .map(
      ({ minor }, index) => `${index === 0 ? 'M' : 'L'}${((index / (known.length - 1)) * 100).toFixed(2)} ${y(minor)}`,
    )
    .join(' ');
  return { d, first, last, least: least.point, most: most.point };
}

function minorOf(text: string, of: Currency): bigint {
  const amount = parseMoney(text, of, { signed: true });
  return amount.ok ? amount.value : 0n;
}
