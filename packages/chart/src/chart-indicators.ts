/* Indicators on the drawn chart: which are there, where, and in the member's words. */

import type { Chart, IndicatorCreate } from 'klinecharts';
import { INDICATORS, paneOf } from './indicators.ts';
import type { IndicatorName } from './indicators.ts';
import { tailCalc } from './tail-calc.ts';

export const CANDLE_PANE = 'candle_pane';

/** Periods other than the library's, where its own are too many lines for a phone. */
const PERIODS: Partial<Record<IndicatorName, number[]>> = { MA: [5, 10, 20], EMA: [6, 12, 20], VOL: [5, 10] };

const NO_LEGEND = { name: '', calcParamsText: '', features: [], legends: [] };

const PANE_PX = 72;
const PANE_MIN_PX = 40;
/** All panes below the bars together take no more than this share of the chart. */
const PANES_SHARE_MAX = 0.5;

function paneIdOf(name: IndicatorName) {
  return paneOf(name) === 'main' ? CANDLE_PANE : `pane_${name}`;
}

/** Draws exactly these. Panes that stay are not drawn anew, only made smaller or larger. */
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

/** Gives the panes below the bars their heights. */
export function fitPanes(chart: Chart, heightPx: number, drawn: readonly IndicatorName[]): void {
  const subs = drawn.filter((name) => paneOf(name) === 'sub');
  const height = Math.max(PANE_MIN_PX, Math.min(PANE_PX, (heightPx * PANES_SHARE_MAX) / subs.length));
  for (const name of subs) {
    chart.setPaneOptions({ id: paneIdOf(name), height, minHeight: PANE_MIN_PX });
  }
}

/** The library tells its formulas only by what it has drawn. */
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
    // The volume's legend is in English whatever the language; the card over the chart tells the quantity.
    ...(name === 'VOL' ? { createTooltipDataSource: () => NO_LEGEND } : {}),
  };
}
