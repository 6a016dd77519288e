/* The way of a price as points of a picture. Where a price is drawn needs no more digits than a screen has. */

import type { OperatorOrder } from '@candor/contract/console-orders';

type Tick = NonNullable<OperatorOrder['prices']>[number];

export type PricePath = {
  /** Of a polyline. */
  readonly points: string;
  /** Ticks whose price is not valid. */
  readonly odd: readonly { readonly x: number; readonly y: number; readonly at: string }[];
  readonly low: string;
  readonly high: string;
  readonly xOf: (at: string) => number;
  readonly yOf: (price: string) => number;
};

/** Null without a tick. */
export function pricePath(ticks: readonly Tick[], width: number, height: number): PricePath | null {
  const [first] = ticks;
  const last = ticks.at(-1);
  if (first === undefined || last === undefined) return null;
  let [low, high] = [first.price, first.price];
  for (const { price } of ticks) {
    if (Number(price) < Number(low)) low = price;
    if (Number(price) > Number(high)) high = price;
  }
  const begins = Date.parse(first.at);
  const lasts = Math.max(1, Date.parse(last.at) - begins);
  const spread = Number(high) - Number(low);
  const xOf = (at: string) => rounded(((Date.parse(at) - begins) / lasts) * width);
  // A price that never moved is a line in the middle.
  const yOf = (price: string) =>
    rounded(spread === 0 ? height / 2 : height - ((Number(price) - Number(low)) / spread) * height);
  return {
    points: ticks.map(({ at, price }) => `${xOf(at)},${yOf(price)}`).join(' '),
    odd: ticks.filter(({ status }) => status !== 'OK').map(({ at, price }) => ({ at, x: xOf(at), y: yOf(price) })),
    low,
    high,
    xOf,
    yOf,
  };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The rows of a list that is too long to read: its beginning and its end, and how many are left out between. */
export function endsOf<Item>(items: readonly Item[], each: number): { head: Item[]; left: number; tail: Item[] } {
  if (items.length <= 2 * each) return { head: [...items], left: 0, tail: [] };
  return { head: items.slice(0, each), left: items.length - 2 * each, tail: items.slice(-each) };
}
