/*
 * The figures of the indicators over the bars, one line each. On a phone, two of them with all their titles would take
 * four lines. There each line begins with the indicator's name, and colours show which figure is which.
 */

import type { Chart, Indicator, IndicatorFigure } from 'klinecharts';
import { CANDLE_PANE } from './chart-indicators.ts';
import { paneOf } from './indicators.ts';
import type { IndicatorName } from './indicators.ts';

/** Narrower than this, the titles of one indicator take two lines. */
const NARROW_PX = 380;
/** Up to this width they always do, and on a low chart the highest price is in the second line. */
const TIGHT_PX = 320;

function mainOf(drawn: readonly IndicatorName[]) {
  return drawn.filter((name) => paneOf(name) === 'main');
}

function isShort(widthPx: number, drawn: readonly IndicatorName[]) {
  return widthPx <= TIGHT_PX || (widthPx < NARROW_PX && mainOf(drawn).length > 1);
}

/** The maximum number of lines that the figures take. */
export function legendLines(widthPx: number, drawn: readonly IndicatorName[]): number {
  const count = Math.max(1, mainOf(drawn).length);
  return widthPx < NARROW_PX && !isShort(widthPx, drawn) ? 2 * count : count;
}

const fullFigures = new WeakMap<Indicator, IndicatorFigure[]>();

/** Gives the figures long titles if there is space, else short ones. */
export function fitLegends(chart: Chart, widthPx: number, drawn: readonly IndicatorName[]): void {
  const short = isShort(widthPx, drawn);
  for (const name of mainOf(drawn)) {
    for (const indicator of chart.getIndicators({ paneId: CANDLE_PANE, name })) {
      const full = fullFigures.get(indicator) ?? indicator.figures;
      fullFigures.set(indicator, full);
      chart.overrideIndicator({ paneId: CANDLE_PANE, name, figures: short ? shortTitles(name, full) : full });
    }
  }
}

/** The first figure with a title gets the indicator's name; the others get no title. */
export function shortTitles<T extends { title?: string }>(name: IndicatorName, figures: readonly T[]): T[] {
  const first = figures.findIndex(({ title }) => title !== undefined);
  return figures.map((figure, index) =>
    figure.title === undefined ? figure : { ...figure, title: index === first ? `${name} ` : '' },
  );
}
