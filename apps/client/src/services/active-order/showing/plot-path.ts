/*
 * The positions of a price path's points in a drawing of 100 by 100. It is only for display, so plain numbers are
 * enough.
 */

export type PathPoint = { readonly atMs: number; readonly price: number };

export type PathPlot = {
  /** Points of an SVG polyline. */
  readonly line: string;
  readonly last: { readonly x: number; readonly y: number };
  /** The entry, always in the middle of the height; null before it is known. */
  readonly entry: { readonly x: number; readonly y: number } | null;
};

type Frame = { readonly fromMs: number; readonly toMs: number; readonly entry: PathPoint | null };

/**
 * The path between two moments, scaled to its largest distance from the entry, so that above and below are easy to tell
 * apart. Null without a point.
 */
export function plotPath(points: readonly PathPoint[], frame: Frame): PathPlot | null {
  const shown = points.filter((point) => point.atMs >= frame.fromMs && point.atMs <= frame.toMs);
  const [first] = shown;
  const newest = shown.at(-1);
  if (first === undefined || newest === undefined) return null;
  const middle = frame.entry?.price ?? first.price;
  // A path that does not move is drawn flat, not as noise.
  const reach = Math.max(...shown.map((point) => Math.abs(point.price - middle)), Math.abs(middle) * 1e-7, 1e-9);
  const spanMs = Math.max(1, frame.toMs - frame.fromMs);
  const x = (atMs: number) => round(((atMs - frame.fromMs) / spanMs) * 100);
  const y = (price: number) => round(50 - ((price - middle) / reach) * 46);
  return {
    line: shown.map((point) => `${x(point.atMs)},${y(point.price)}`).join(' '),
    last: { x: x(newest.atMs), y: y(newest.price) },
    entry: frame.entry === null ? null : { x: x(frame.entry.atMs), y: 50 },
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
