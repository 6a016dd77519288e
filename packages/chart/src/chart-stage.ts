/* Everything around the drawing: its name for screen readers, the library's words, the axis ticks. */

import type { Language } from '@candor/contract/languages';
import { registerLocale } from 'klinecharts';
import type { AxisTick, Chart } from 'klinecharts';

/** Words that the library may draw or a screen reader may say. */
export type ChartWords = {
  /** The drawing's name for screen readers, and the keys it takes. */
  keys: string;
  time: string;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
};

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

/** The library's tab index of 1 would put the chart before everything else on the page. */
export function nameChart(element: HTMLElement, label: string): void {
  const stage = element.firstElementChild;
  if (!(stage instanceof HTMLElement)) return;
  stage.tabIndex = 0;
  stage.setAttribute('role', 'application');
  stage.setAttribute('aria-label', label);
  // The library blocks upward and downward swipes; the page must be able to scroll with them.
  stage.style.touchAction = 'pan-y';
  stage.style.overscrollBehavior = 'none auto';
}

export function addWords(language: Language, { time, open, high, low, close, volume }: ChartWords): void {
  registerLocale(language, {
    time,
    open,
    high,
    low,
    close,
    volume,
    turnover: '',
    change: '',
    second: '',
    minute: '',
    hour: '',
    day: '',
    week: '',
    month: '',
    year: '',
  });
}

/** For an empty crosshair, the library would draw one over the newest bar. */
export function clearCrosshair(chart: Chart): void {
  // @ts-expect-error -- Nothing means no crosshair; the library's types do not allow it.
  chart.executeAction('onCrosshairChange', null);
}
