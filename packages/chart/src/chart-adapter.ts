/*
 * The chart as the rest of this folder sees it: bars, orders and a palette. Only this file and the files it is made of
 * know the chart library (how it asks for data, its overlays, panes and element).
 */

import type { Interval } from '@candor/contract/market';
import type { Language } from '@candor/contract/languages';
import { dispose, init } from 'klinecharts';
import type { AxisTick, Chart, DataLoader } from 'klinecharts';
import { formatCompact, groupDigits } from '@candor/ui/figures';
import type { Bar } from './bars.ts';
import { CANDLE_PANE, drawIndicators, fitPanes, restyleIndicators } from './chart-indicators.ts';
import { fitLegends, legendLines } from './chart-legend.ts';
import type { IndicatorName } from './indicators.ts';
import type { ChartOrder } from './chart-orders.ts';
import { PERIODS } from './chart-periods.ts';
import { clearOfTag, gapAbove, isUnderTag, ticksBelowLegend } from './chart-gap.ts';
import { addWords, clearCrosshair, nameChart } from './chart-stage.ts';
import type { ChartWords } from './chart-stage.ts';
import { stylesOf } from './chart-styles.ts';
import type { ChartLook } from './chart-styles.ts';
import { drawOrders, registerOrderOverlay } from './order-overlay.ts';
import type { DrawnOrders } from './order-overlay.ts';
import { drawExtremes } from './extreme-marks.ts';
import { createPaintLimit } from './paint-limit.ts';
import { wholeTicks } from './time-ticks.ts';

type ChartSettings = ChartDataSettings & {
  language: Language;
  words: ChartWords;
  look: ChartLook;
  /** The bar under the crosshair. */
  onCrosshair: (bar: Bar, side: 'left' | 'right') => void;
};

export type ChartHandle = {
  show: (product: string, decimals: number, interval: Interval) => void;
  /** Reads everything again: after a failure, or if the data have a gap. */
  reload: () => void;
  bars: () => readonly Bar[];
  /** The newest bar, already drawn or about to be drawn. */
  newest: () => Bar | null;
  /** Draws the last bar again, or the next one, at most ten times a second and only while the page is visible. */
  put: (bar: Bar) => void;
  /** Draws all these bars at once, oldest first. */
  putAll: (bars: readonly Bar[]) => void;
  setLook: (look: ChartLook) => void;
  setLanguage: (language: Language, words: ChartWords) => void;
  /** The zone of all drawn times, by its browser name. */
  setTimeZone: (timeZone: string) => void;
  setIndicators: (indicators: readonly IndicatorName[]) => void;
  setOrders: (orders: readonly ChartOrder[], label: (order: ChartOrder) => string) => void;
  /** Moves the crosshair by so many bars from its place, or from the newest bar; returns the bar it is on. */
  moveCrosshair: (by: number) => Bar | null;
  hideCrosshair: () => void;
  isPointing: () => boolean;
  zoom: (scale: number) => void;
  scrollToNow: () => void;
  /** Gives the library's chart to code that paints on it. Only for this folder. */
  extend: <T>(make: (chart: Chart, element: HTMLElement) => T) => T;
  remove: () => void;
};

/** Space on the right for the closing line of an order. */
const RIGHT_SPACE_PX = 64;
const BAR_SPACE_PX = 8;
const PAINT_EVERY_MS = 100;
/** Until the product is known. */
const PRICE_DECIMALS = 2;

/** Draws a chart into an element that has a size. */
export function createChart(element: HTMLElement, settings: ChartSettings): ChartHandle {
  registerOrderOverlay();
  addWords(settings.language, settings.words);
  const chart = init(element, {
    locale: settings.language,
    styles: stylesOf(settings.look, element.clientWidth),
    hotkey: { enabled: false },
    // The library would shorten the zeros of a small price. We show a price as it is published.
    decimalFold: { threshold: 100 },
    formatter: { formatBigNumber: (value) => formatCompact(Number(value), settings.language) },
    thousandsSeparator: { format: (value) => figureOf(String(value)) },
  });
  if (!chart) throw new Error('the chart could not be drawn');
  nameChart(element, settings.words.keys);
  chart.setBarSpace(BAR_SPACE_PX);
  chart.setOffsetRightDistance(RIGHT_SPACE_PX);
  const data = dataOf(chart, settings);
  let look = settings.look;
  drawExtremes(chart, () => look.palette);
  chart.overrideXAxis({
    createTicks: ({ defaultTicks, bounding }) => wholeTicks(defaultTicks, look.palette.textSizePx, bounding.width),
  });
  let orders: DrawnOrders | null = null;
  let indicators: readonly IndicatorName[] = [];
  let crosshairAt: number | null = null;
  let gapTop: number | null = null;
  /** The figures of the axis, and of those the ones that the tag of the last price would half cover. */
  let axis: AxisTick[] = [];
  let covered = '';
  chart.overrideYAxis({ paneId: CANDLE_PANE, createTicks });
  const putAll = (bars: readonly Bar[]) => {
    bars.forEach(data.put);
    clearTag();
  };
  const paint = createPaintLimit<Bar>(PAINT_EVERY_MS, putAll, (bar, before) => bar.timestamp === before.timestamp);

  chart.subscribeAction('onCrosshairChange', (at) => {
    const x = xOf(at);
    if (x === null) return;
    const index = indexAt(chart, x);
    const bar = chart.getDataList()[index];
    if (!bar) return;
    crosshairAt = index;
    settings.onCrosshair(bar, x < element.clientWidth / 2 ? 'left' : 'right');
  });

  // Full screen and turning the device change the space for the panes.
  const resized = new ResizeObserver(() => {
    chart.resize();
    fitPanes(chart, element.clientHeight, indicators);
    fitLegends(chart, element.clientWidth, indicators);
    fitGap();
  });
  resized.observe(element);

  function createTicks({ defaultTicks }: { defaultTicks: AxisTick[] }) {
    axis = ticksBelowLegend(defaultTicks, legendLines(element.clientWidth, indicators));
    const tagY = yOfTag();
    covered = coveredBy(tagY);
    return clearOfTag(axis, tagY);
  }

  function yOfTag(): number | null {
    const last = chart?.getDataList().at(-1);
    const at = last && chart?.convertToPixel({ value: last.close }, { paneId: CANDLE_PANE });
    return at === undefined || at === null || Array.isArray(at) ? null : (at.y ?? null);
  }

  function coveredBy(tagY: number | null): string {
    return tagY === null ? '' : axis.flatMap((tick) => (isUnderTag(tick, tagY) ? tick.coord : [])).join(' ');
  }

  /** The library writes its axis again only when the range changes; a price that moves within it reaches other figures. */
  function clearTag() {
    if (coveredBy(yOfTag()) !== covered) chart?.overrideYAxis({ paneId: CANDLE_PANE, createTicks });
  }

  function fitGap() {
    const height = chart?.getSize(CANDLE_PANE)?.height ?? element.clientHeight;
    const top = gapAbove(height, legendLines(element.clientWidth, indicators));
    if (top === gapTop) return;
    gapTop = top;
    chart?.overrideYAxis({ paneId: CANDLE_PANE, gap: { top } });
  }

  const restyle = () => restyleIndicators(chart, indicators, indicatorLook());
  const indicatorLook = () => ({
    palette: look.palette,
    priceDecimals: chart.getSymbol()?.pricePrecision ?? PRICE_DECIMALS,
  });
  const redrawOrders = () => orders && drawOrders(chart, orders, look.palette);

  return {
    show(product, decimals, interval) {
      crosshairAt = null;
      paint.cancel();
      const symbol = chart.getSymbol();
      if (symbol?.ticker !== product || symbol.pricePrecision !== decimals) {
        chart.setSymbol({ ticker: product, pricePrecision: decimals, volumePrecision: 2 });
        restyle();
      }
      if (chart.getPeriod() !== PERIODS[interval]) chart.setPeriod(PERIODS[interval]);
      data.attach();
      redrawOrders();
    },
    reload: () => chart.resetData(),
    bars: () => chart.getDataList(),
    newest: () => paint.waiting() ?? chart.getDataList().at(-1) ?? null,
    put: paint.put,
    putAll(bars) {
      paint.cancel();
      putAll(bars);
    },
    setLook(next) {
      if (JSON.stringify(next) === JSON.stringify(look)) return;
      look = next;
      chart.setStyles(stylesOf(next, element.clientWidth));
      restyle();
      redrawOrders();
    },
    setLanguage(language, words) {
      addWords(language, words);
      nameChart(element, words.keys);
      chart.setLocale(language);
      chart.setFormatter({ formatBigNumber: (value) => formatCompact(Number(value), language) });
    },
    setTimeZone: (timeZone) => chart.setTimezone(timeZone),
    setIndicators(wanted) {
      indicators = wanted;
      drawIndicators(chart, element.clientHeight, wanted, indicatorLook());
      fitLegends(chart, element.clientWidth, wanted);
      fitGap();
    },
    setOrders(next, label) {
      orders = { orders: next, label };
      redrawOrders();
    },
    moveCrosshair(by) {
      const bars = chart.getDataList();
      const newest = bars.length - 1;
      const next = crosshairAt === null ? newest : Math.min(newest, Math.max(0, crosshairAt + by));
      const bar = bars[next];
      if (!bar) return null;
      const { from, to } = chart.getVisibleRange();
      if (next < from || next >= to) chart.scrollToDataIndex(next);
      const point = chart.convertToPixel({ dataIndex: next, value: bar.close }, { paneId: CANDLE_PANE });
      if (Array.isArray(point) || point.x === undefined || point.y === undefined) return null;
      chart.executeAction('onCrosshairChange', { x: point.x, y: point.y, paneId: CANDLE_PANE });
      crosshairAt = next;
      settings.onCrosshair(bar, point.x < element.clientWidth / 2 ? 'left' : 'right');
      return bar;
    },
    hideCrosshair() {
      crosshairAt = null;
      clearCrosshair(chart);
    },
    isPointing: () => crosshairAt !== null,
    zoom: (scale) => chart.zoomAtCoordinate(scale),
    scrollToNow: () => chart.scrollToRealTime(),
    extend: (make) => make(chart, element),
    remove() {
      paint.cancel();
      resized.disconnect();
      data.stop();
      dispose(chart);
    },
  };
}

/** The library passes every figure through here; some are words or already short, as "1.28万". */
function figureOf(text: string): string {
  return /^-?\d+(\.\d+)?$/.test(text) ? groupDigits(text) : text;
}

/** The library types actions as unknown. */
function xOf(crosshair: unknown): number | null {
  if (typeof crosshair !== 'object' || crosshair === null || !('x' in crosshair)) return null;
  return typeof crosshair.x === 'number' ? crosshair.x : null;
}

function indexAt(chart: Chart, x: number): number {
  const point = chart.convertFromPixel([{ x }], { paneId: CANDLE_PANE });
  const index = (Array.isArray(point) ? point[0] : point)?.dataIndex ?? 0;
  return Math.min(chart.getDataList().length - 1, Math.max(0, index));
}

/** How the chart library gets bars and live updates. */
type ChartDataSettings = {
  /** Reads bars that opened before a moment (epoch ms), or the newest. Rejects if they cannot be read. */
  load: (beforeMs: number | null) => Promise<{ bars: Bar[]; more: boolean }>;
  /** Called when the newest bars are drawn. */
  onLoaded: (bars: readonly Bar[]) => void;
  onFailed: (error: unknown) => void;
};

/** The library asks for bars. After the first answer it gives a callback that takes live bars. */
function dataOf(chart: Chart, { load, onLoaded, onFailed }: ChartDataSettings) {
  let generation = 0;
  let live: ((bar: Bar) => void) | null = null;
  let attached = false;
  const loader: DataLoader = {
    async getBars({ type, timestamp, callback }) {
      if (type === 'init') generation += 1;
      const mine = generation;
      try {
        const { bars, more } = await load(type === 'forward' ? timestamp : null);
        // The library does not check whether an answer still belongs to the current product and interval.
        if (mine !== generation) return;
        callback(bars, { forward: more, backward: false });
        if (type === 'init') onLoaded(bars);
      } catch (error) {
        if (mine !== generation) return;
        if (type === 'init') onFailed(error);
        else callback([], { forward: true, backward: false });
      }
    },
    subscribeBar({ callback }) {
      live = callback;
    },
    unsubscribeBar() {
      live = null;
    },
  };
  return {
    attach() {
      if (!attached) chart.setDataLoader(loader);
      attached = true;
    },
    put: (bar: Bar) => live?.(bar),
    stop() {
      generation += 1;
    },
  };
}
