/*
 * The price path from an order's entry to its close. An order has times, but ticks are read by number. The number is
 * found by counting back from the newest tick: there is one tick a second, except while the feed paused.
 */

import type { OrderView } from '@candor/contract/trading';

export type PathPoint = { atMs: number; price: string };
/** `source` is shown under the chart: every published tick, or closes of one minute. */
export type PricePath = { source: 'ticks' | 'candles'; points: PathPoint[] };

type TickPlace = { seq: number; atMs: number };

const TICK_EVERY_MS = 1_000;
const TRIES_MAX = 4;

/** Orders up to this length are read tick by tick; longer ones are drawn from candles. */
export const TICKS_UP_TO_SEC = 300;

/**
 * The number of the tick published at a moment, or null if four lookups do not find it.
 * @param read the tick with a number, or null if there is none
 */
export async function seqAt(
  atMs: number,
  newest: TickPlace,
  read: (seq: number) => Promise<TickPlace | null>,
): Promise<number | null> {
  let known = newest;
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const offMs = known.atMs - atMs;
    if (Math.abs(offMs) < TICK_EVERY_MS) return known.seq;
    const guess = Math.max(1, known.seq - Math.round(offMs / TICK_EVERY_MS));
    if (guess === known.seq) return null;
    const tick = await read(guess);
    if (tick === null) return null;
    known = tick;
  }
  return Math.abs(known.atMs - atMs) < TICK_EVERY_MS ? known.seq : null;
}

type Span = Pick<OrderView, 'entryAt' | 'entryPrice' | 'closesAt' | 'exitPrice' | 'exitAt'>;

/** The points inside an order's span, oldest first, between the order's own entry and exit. */
export function pathOf(order: Span, between: readonly PathPoint[]): PathPoint[] {
  const entryMs = Date.parse(order.entryAt);
  const closesMs = Date.parse(order.closesAt);
  const entry = order.entryPrice === null ? [] : [{ atMs: entryMs, price: order.entryPrice }];
  const exitMs = order.exitAt === null ? closesMs : Date.parse(order.exitAt);
  const exit = order.exitPrice === null ? [] : [{ atMs: exitMs, price: order.exitPrice }];
  const untilMs = exit.length === 0 ? closesMs + 1 : exitMs;
  const inside = between.filter(({ atMs }) => atMs > entryMs && atMs < untilMs);
  return [...entry, ...inside.toSorted((a, b) => a.atMs - b.atMs), ...exit];
}

/** Adds live points that come after the last one. */
export function extendPath(points: readonly PathPoint[], live: readonly PathPoint[]): PathPoint[] {
  const lastMs = points.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY;
  return [...points, ...live.filter(({ atMs }) => atMs > lastMs)];
}

/** Positions in a drawing of 100 × 100, y downwards. For drawing only: no figure is computed from it. */
export type Drawing = {
  line: string;
  entryY: number;
  places: { x: number; y: number }[];
};

/** A label stands above the highest point, and below the lowest. */
const MARGIN = 14;

/**
 * Null if there is nothing to draw. x runs from the entry to the close, so a running order's line grows to the right.
 */
export function drawPath(order: Span, points: readonly PathPoint[]): Drawing | null {
  const first = points[0];
  if (order.entryPrice === null || first === undefined) return null;
  const fromMs = Date.parse(order.entryAt);
  const spanMs = Math.max(1, Date.parse(order.closesAt) - fromMs);
  const entry = Number(order.entryPrice);
  const values = [entry, ...points.map(({ price }) => Number(price))];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const scale = high === low ? 0 : (100 - 2 * MARGIN) / (high - low);
  const yOf = (value: number) => (scale === 0 ? 50 : MARGIN + (high - value) * scale);
  const xOf = (atMs: number) => Math.min(100, Math.max(0, ((atMs - fromMs) / spanMs) * 100));
  const places = points.map(({ atMs, price }) => ({ x: xOf(atMs), y: yOf(Number(price)) }));
  const line = places.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`).join('');
  return { line, entryY: yOf(entry), places };
}

/** Of the width: so far a label reaches from its end of the drawing. */
const LABEL_WIDTH = 32;

/** Where the label of a level stands, so that as little as possible of the path runs through it. */
export function labelSide({ places }: Pick<Drawing, 'places'>, y: number, end: 'start' | 'end'): 'above' | 'below' {
  const [from, to] = end === 'start' ? [0, LABEL_WIDTH] : [100 - LABEL_WIDTH, 100];
  let below = 0;
  for (const [index, right] of places.entries()) {
    const left = places[index - 1];
    if (left === undefined || right.x <= from || left.x >= to || right.x === left.x) continue;
    const slope = (right.y - left.y) / (right.x - left.x);
    const [x1, x2] = [Math.max(left.x, from), Math.min(right.x, to)];
    below += (left.y + slope * ((x1 + x2) / 2 - left.x) - y) * (x2 - x1);
  }
  // Without a path there, the half with more room.
  return below === 0 ? (y > 50 ? 'above' : 'below') : below > 0 ? 'above' : 'below';
}
