/* The space above the lines of a pane, for the figures of its indicators. Pure. */

import type { AxisTick } from 'klinecharts';

const LEGEND_LINE_PX = 24;
/** The text beside the highest price stands at its height. */
const MARK_PX = 14;
/** What the library leaves free above and below the bars, as shares of their height. */
const GAP = { top: 0.2, bottom: 0.1 };
/** A very low chart keeps most of its height for the bars. */
const ABOVE_SHARE_MAX = 0.4;

/** Grid lines are drawn at the ticks. A line behind the averages' figures would look like a strike-through. */
export function ticksBelowLegend(ticks: AxisTick[], legendLines: number): AxisTick[] {
  return ticks.filter(({ coord }) => coord > legendLines * LEGEND_LINE_PX);
}

/** The share to leave free above the bars, so that the highest price does not lie in the figures. */
export function gapAbove(heightPx: number, legendLines: number): number {
  const above = Math.min(ABOVE_SHARE_MAX, (legendLines * LEGEND_LINE_PX + MARK_PX) / Math.max(1, heightPx));
  // The share is one of the bars, and both shares come on top of them.
  return Math.max(GAP.top, ((1 + GAP.bottom) * above) / (1 - above));
}

/** Nearer than this to the tag of the last price, a figure of the axis would be half covered by it. */
const TAG_CLEAR_PX = 16;

/** Without their figures beside the tag; the grid lines stay. `tagY` is null without a price. */
export function clearOfTag(ticks: AxisTick[], tagY: number | null): AxisTick[] {
  if (tagY === null) return ticks;
  return ticks.map((tick) => (isUnderTag(tick, tagY) ? { ...tick, text: '' } : tick));
}

export function isUnderTag({ coord }: AxisTick, tagY: number): boolean {
  return Math.abs(coord - tagY) < TAG_CLEAR_PX;
}
