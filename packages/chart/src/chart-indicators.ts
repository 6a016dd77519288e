/* Indicators on the drawn chart: which ones, where, and in the member's language. */

import type { Chart, IndicatorCreate } from 'klinecharts';
import { INDICATORS, paneOf } from './indicators.ts';
import type { IndicatorName } from './indicators.ts';
import type { Palette } from './chart-palette.ts';
import { decimalsOf, lineStyles } from './indicator-lines.ts';
import { gapAbove, ticksBelowLegend } from './chart-gap.ts';
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

/** How figures and lines of indicators look. */
export type IndicatorLook = { palette: Palette; priceDecimals: number };

/** Draws exactly these indicators. Panes that stay are only resized, not drawn again. */
export function drawIndicators(
  chart: Chart,
  heightPx: number,
  wanted: readonly IndicatorName[],
  look: IndicatorLook,
): void {
  const isDrawn = (name: IndicatorName) => chart.getIndicators({ paneId: paneIdOf(name), name }).length > 0;
  for (const name of INDICATORS) {
    if (!wanted.includes(name) && isDrawn(name)) chart.removeIndicator({ paneId: paneIdOf(name), name });
  }
  for (const name of wanted) {
    if (isDrawn(name)) continue;
    chart.createIndicator(creationOf(name, look), true);
    calculateByTail(chart, name);
    if (paneOf(name) === 'sub') keepLegendFree(chart, name);
  }
  fitPanes(chart, heightPx, wanted);
}

/** Colours and decimals, after a change of theme or product. */
export function restyleIndicators(chart: Chart, drawn: readonly IndicatorName[], look: IndicatorLook): void {
  for (const name of drawn) chart.overrideIndicator({ name, paneId: paneIdOf(name), ...looksOf(name, look) });
}

function looksOf(name: IndicatorName, { palette, priceDecimals }: IndicatorLook) {
  return { styles: lineStyles(name, palette), precision: decimalsOf(name, priceDecimals) };
}

/** The first line of a pane is its legend's: neither its lines nor the axis' figures lie in it. */
function keepLegendFree(chart: Chart, name: IndicatorName): void {
  chart.overrideYAxis({
    paneId: paneIdOf(name),
    gap: { top: gapAbove(PANE_PX, 1) },
    createTicks: ({ defaultTicks }) => ticksBelowLegend(defaultTicks, 1),
  });
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

function creationOf(name: IndicatorName, look: IndicatorLook): IndicatorCreate {
  const calcParams = PERIODS[name];
  return {
    name,
    paneId: paneIdOf(name),
    ...looksOf(name, look),
    ...(calcParams === undefined ? {} : { calcParams }),
    // The volume's legend is always in English; the card over the chart shows the quantity.
    ...(name === 'VOL' ? { createTooltipDataSource: () => NO_LEGEND } : {}),
  };
}
