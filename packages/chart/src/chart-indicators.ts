/* Indicators on the drawn chart: which ones, where, and in the member's language. */

import type { Chart, IndicatorCreate } from 'klinecharts';
import { INDICATORS, paneOf } from './indicators.ts';
import type { IndicatorName } from './indicators.ts';
import { tailCalc } from './tail-calc.ts';

export const CANDLE_PANE = 'candle_pane';

/** Periods that differ from the library's, because its own give too many lines for a phone. */
const PERIODS: Partial<Record<IndicatorName, number[]>> = { MA: [5, 10, 20], EMA: [6, 12, 20], VOL: [5, 10] };

const NO_LEGEND = { name: '', calcParamsText: '', features: [], legends: [] };

const PANE_PX = 72;
const PANE_MIN_PX = 40;
/** All panes below the bars together take at most this share of the chart. */
const PANES_SHARE_MAX = 0.5;

function paneIdOf(name: IndicatorName) {
  return paneOf(name) === 'main' ? CANDLE_PANE : `pane_${name}`;
}

/** Draws exactly these indicators. Panes that stay are only resized, not drawn again. */
export function drawIndicators(chart: Chart, heightPx: number, wanted: readonly IndicatorName[]): void {
  const isDrawn = (name: IndicatorName) => chart.getIndicators({ paneId: paneIdOf(name), name }).length > 0;
  for (const name of INDICATORS) {
    if (!wanted.includes(name) && isDrawn(name)) chart.removeIndicator({ paneId: paneIdOf(name), name });
  }
  for (const name of wanted) {
    if (isDrawn(name)) continue;
    chart.createIndicator(creationOf(name), true);
    calculateByTail(chart, name);
  }
  fitPanes(chart, heightPx, wanted);
}

/** Sets the heights of the panes below the bars. */
export function fitPanes(chart: Chart, heightPx: number, drawn: readonly IndicatorName[]): void {
  const subs = drawn.filter((name) => paneOf(name) === 'sub');
  const height = Math.max(PANE_MIN_PX, Math.min(PANE_PX, (heightPx * PANES_SHARE_MAX) / subs.length));
  for (const name of subs) {
    chart.setPaneOptions({ id: paneIdOf(name), height, minHeight: PANE_MIN_PX });
  }
}

/** The library gives access to a formula only through an indicator that it has drawn. */
function calculateByTail(chart: Chart, name: IndicatorName): void {
  const where = { paneId: paneIdOf(name), name };
  for (const { calc } of chart.getIndicators(where)) chart.overrideIndicator({ ...where, calc: tailCalc(name, calc) });
}

function creationOf(name: IndicatorName): IndicatorCreate {
  const calcParams = PERIODS[name];
  return {
    name,
    paneId: paneIdOf(name),
    ...(calcParams === undefined ? {} : { calcParams }),
    // The volume's legend is always in English; the card over the chart shows the quantity.
    ...(name === 'VOL' ? { createTooltipDataSource: () => NO_LEGEND } : {}),
  };
}
