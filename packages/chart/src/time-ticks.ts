/* The times under the bars. A label that the left edge would cut to its last figure says something else than it means. */

import type { AxisTick } from 'klinecharts';

/** Widths of a letter in sizes of the text: of figures and Latin letters, and of Chinese ones. */
const NARROW = 0.6;
const WIDE = 1;

/** Leaves out the labels that begin before the left edge, or end after the right one. Every label is centred on its place. */
export function wholeTicks(
  ticks: readonly AxisTick[],
  textSizePx: number,
  endPx = Number.POSITIVE_INFINITY,
): AxisTick[] {
  return ticks.filter(({ coord, text }) => {
    const half = widthOf(text, textSizePx) / 2;
    return coord >= half && coord + half <= endPx;
  });
}

function widthOf(text: string, textSizePx: number): number {
  return (
    [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e7f ? WIDE : NARROW), 0) * textSizePx
  );
}
