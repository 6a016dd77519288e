/* The times under the bars. A label that the left edge would cut to its last figure says something else than it means. */

import type { AxisTick } from 'klinecharts';

/** Widths of a letter in sizes of the text: of figures and Latin letters, and of Chinese ones. */
const NARROW = 0.6;
const WIDE = 1;

/** Leaves out the labels that begin before the left edge. Every label is centred on its place. */
export function wholeTicks(ticks: readonly AxisTick[], textSizePx: number): AxisTick[] {
  return ticks.filter(({ coord, text }) => coord >= widthOf(text, textSizePx) / 2);
}

function widthOf(text: string, textSizePx: number): number {
  return (
    [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) > 0x2e7f ? WIDE : NARROW), 0) * textSizePx
  );
}
