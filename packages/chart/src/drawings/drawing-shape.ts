/* The pixels of a drawing's lines, area and text in the pane; and whether a finger is on them. Pure functions. */

import type { Tool } from './drawing.ts';

export type Px = { x: number; y: number };
type Line = readonly [Px, Px];
type Label = Px & { text: string; baseline: 'top' | 'middle' | 'bottom' };
export type Shape = { lines: readonly Line[]; area: readonly Px[]; labels: readonly Label[] };
export type Frame = { width: number; height: number };
/** `prices` are those of the points; `format` turns one into text. */
type ShapeWords = { text: string; prices: readonly number[]; format: (price: number) => string };

const FIBONACCI = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1];
const NOTHING: Shape = { lines: [], area: [], labels: [] };
const LABEL_GAP_PX = 3;
/** From the point of a note to its text: the handle is between them. */
const TEXT_GAP_PX = 8;

/** For a drawing that does not have all its points yet: the part that can be seen so far. */
export function shapeOf(tool: Tool, points: readonly Px[], frame: Frame, words: ShapeWords): Shape {
  const [a, b, c] = points;
  if (!a) return NOTHING;
  const { width, height } = frame;
  switch (tool) {
    case 'horizontal':
      return { ...NOTHING, lines: [across(a.y, 0, width)] };
    case 'price': {
      const label: Label = {
        x: a.x,
        y: a.y - LABEL_GAP_PX,
        text: words.format(words.prices[0] ?? 0),
        baseline: 'bottom',
      };
      return { ...NOTHING, lines: [across(a.y, a.x, Math.max(a.x, width))], labels: [label] };
    }
    case 'vertical':
      return {
        ...NOTHING,
        lines: [
          [
            { x: a.x, y: 0 },
            { x: a.x, y: height },
          ],
        ],
      };
    case 'text':
      return { ...NOTHING, labels: [{ x: a.x + TEXT_GAP_PX, y: a.y, text: words.text, baseline: 'middle' }] };
    case 'segment':
      return b ? { ...NOTHING, lines: [[a, b]] } : NOTHING;
    case 'ray':
      return b ? { ...NOTHING, lines: [[a, rayEnd(a, b, frame)]] } : NOTHING;
    case 'channel':
      return b ? channel(a, b, c) : NOTHING;
    case 'rectangle':
      return b ? closed([a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }]) : NOTHING;
    case 'fibonacci':
      return b ? fibonacci(a, b, words) : NOTHING;
  }
}

/** The distance from a place to the drawing's lines and text; 0 on them. */
export function distanceTo({ lines, labels }: Shape, at: Px, textSizePx: number): number {
  const toLines = lines.map(([from, to]) => distanceToLine(from, to, at));
  const toLabels = labels.map(({ x, y, text }) => {
    const right = x + text.length * textSizePx;
    const aside = Math.max(x - TEXT_GAP_PX - at.x, 0, at.x - right);
    return Math.hypot(aside, Math.max(0, Math.abs(at.y - y) - textSizePx));
  });
  return Math.min(Infinity, ...toLines, ...toLabels);
}

function across(y: number, fromX: number, toX: number): Line {
  return [
    { x: fromX, y },
    { x: toX, y },
  ];
}

/** Where a ray through both points leaves the pane, or where it continues outside the pane. */
function rayEnd(a: Px, b: Px, { width, height }: Frame): Px {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  if (dx === 0 && dy === 0) return b;
  const steps = [
    dx > 0 ? (width - a.x) / dx : dx < 0 ? -a.x / dx : Infinity,
    dy > 0 ? (height - a.y) / dy : dy < 0 ? -a.y / dy : Infinity,
  ];
  // A ray that starts outside may still cross the pane later.
  const far = Math.max(1, ...steps.filter(Number.isFinite));
  return { x: a.x + dx * far, y: a.y + dy * far };
}

function channel(a: Px, b: Px, c: Px | undefined): Shape {
  if (!c) return { ...NOTHING, lines: [[a, b]] };
  const share = a.x === b.x ? 0 : (c.x - a.x) / (b.x - a.x);
  const rise = c.y - (a.y + (b.y - a.y) * share);
  const [low, high] = [
    { x: a.x, y: a.y + rise },
    { x: b.x, y: b.y + rise },
  ];
  return {
    ...NOTHING,
    lines: [
      [a, b],
      [low, high],
    ],
    area: [a, b, high, low],
  };
}

function closed(corners: readonly Px[]): Shape {
  const lines = corners.map((corner, index): Line => [corner, corners[(index + 1) % corners.length] ?? corner]);
  return { ...NOTHING, lines, area: corners };
}

function fibonacci(a: Px, b: Px, { prices: [from = 0, to = 0], format }: ShapeWords): Shape {
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  // 0 % is where the move ended, 100 % where it began: the share that was taken back.
  const levels = FIBONACCI.map((share) => ({
    share,
    y: b.y + (a.y - b.y) * share,
    price: to + (from - to) * share,
  }));
  return {
    lines: levels.map(({ y }) => across(y, left, right)),
    area: [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }],
    labels: levels.map(({ share, y, price }) => ({
      x: left,
      y: y - LABEL_GAP_PX,
      text: `${(share * 100).toFixed(1)}%  ${format(price)}`,
      baseline: 'bottom',
    })),
  };
}

function distanceToLine(from: Px, to: Px, at: Px): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((at.x - from.x) * dx + (at.y - from.y) * dy) / length));
  return Math.hypot(at.x - from.x - dx * share, at.y - from.y - dy * share);
}

/** The magnet: a place near one of a bar's four prices snaps to that price. */
type BarPrices = { open: number; high: number; low: number; close: number };

/** The nearest of the bar's prices within reach, or null. `yOf` returns the place of a price. */
export function snapped(y: number, bar: BarPrices, yOf: (price: number) => number, reachPx: number): number | null {
  let nearest: number | null = null;
  let least = reachPx;
  for (const price of [bar.open, bar.high, bar.low, bar.close]) {
    const away = Math.abs(yOf(price) - y);
    if (away > least) continue;
    least = away;
    nearest = price;
  }
  return nearest;
}
