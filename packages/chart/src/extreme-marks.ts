/*
 * The highest and the lowest price in view, each on a chip of the ground: the library writes them on whatever lines cross
 * there. An overlay draws above the lines of the grid, of indicators and of the last price.
 */

import { registerOverlay } from 'klinecharts';
import type { Chart } from 'klinecharts';
import type { Palette } from './chart-palette.ts';
import { markOf } from './extreme-figures.ts';
import type { Extreme } from './extreme-figures.ts';

const OVERLAY = 'candorExtremes';
/** Below orders and drawings. */
const Z_LEVEL = -1;

/** Draws them from now on; called again after a change of theme. The colours are read whenever it is painted. */
export function drawExtremes(chart: Chart, palette: () => Palette): void {
  register();
  if (chart.getOverlays({ id: OVERLAY }).length > 0) return;
  // A function, because the library would merge one object into the other.
  chart.createOverlay({
    name: OVERLAY,
    id: OVERLAY,
    lock: true,
    zLevel: Z_LEVEL,
    points: [{ value: 0 }],
    extendData: palette,
  });
}

let registered = false;

function register(): void {
  if (registered) return;
  registered = true;
  registerOverlay<() => Palette>({
    name: OVERLAY,
    totalStep: 1,
    lock: true,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures({ chart, overlay, bounding, xAxis, yAxis }) {
      // A line of closes has no wicks.
      if (!xAxis || !yAxis || chart.getStyles().candle.type === 'area') return [];
      const { from, to } = chart.getVisibleRange();
      const all = chart.getDataList();
      // The range begins with bars that are out of sight, or half of it.
      const bars = all.slice(Math.max(0, from), to).flatMap((bar, at) => {
        const x = xAxis.convertToPixel(Math.max(0, from) + at);
        return x < 0 || x > bounding.width ? [] : [{ x, high: bar.high, low: bar.low }];
      });
      const [first] = bars;
      if (first === undefined) return [];
      const highest = bars.reduce((most, bar) => (bar.high > most.high ? bar : most), first);
      const lowest = bars.reduce((least, bar) => (bar.low < least.low ? bar : least), first);
      const write = (price: number) =>
        chart.getThousandsSeparator().format(price.toFixed(chart.getSymbol()?.pricePrecision ?? 2));
      const extremes: Extreme[] = [
        { x: highest.x, y: yAxis.convertToPixel(highest.high), text: write(highest.high), side: 'above' },
        { x: lowest.x, y: yAxis.convertToPixel(lowest.low), text: write(lowest.low), side: 'below' },
      ];
      return extremes.flatMap((each) => markOf(each, bounding.width, overlay.extendData()));
    },
  });
}
