/*
 * With chart-indicators.ts the only file that knows the chart library. It hides: how data is asked for, styles, overlays,
 * its positive tab index. Everything else in this folder speaks of bars, orders and a palette.
 */

import { INTERVALS } from '@candor/contract/market';
import type { Interval } from '@candor/contract/market';
import type { Language } from '@candor/contract/languages';
import { dispose, init, registerLocale, registerOverlay } from 'klinecharts';
import type { AxisTick, Chart, DataLoader, OverlayCreate, Period } from 'klinecharts';
import { formatCompact } from '../../lib/format.ts';
import { INTERVAL_MS } from './bars.ts';
import type { Bar } from './bars.ts';
import { CANDLE_PANE, drawIndicators, fitPanes } from './chart-indicators.ts';
import type { IndicatorName } from './indicators.ts';
import { offsetInBar } from './chart-orders.ts';
import type { ChartOrder } from './chart-orders.ts';
import { orderFigures, orderPriceTag } from './order-figures.ts';
import { stylesOf } from './chart-styles.ts';
import type { ChartLook } from './chart-styles.ts';
import type { Palette } from './chart-palette.ts';
import { createPaintLimit } from './paint-limit.ts';

/** Words the library may draw or a reader may say. */
export type ChartWords = {
  /** What a reader calls the drawing, and which keys it takes. */
  keys: string;
  time: string;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
};

export type ChartSettings = {
  language: Language;
  words: ChartWords;
  look: ChartLook;
  /** Reads bars that opened before a moment (epoch ms), or the newest. Rejects when they cannot be read. */
  load: (beforeMs: number | null) => Promise<{ bars: Bar[]; more: boolean }>;
  /** The newest bars are drawn. */
  onLoaded: (bars: readonly Bar[]) => void;
  onFailed: (error: unknown) => void;
  /** The bar under the crosshair. */
  onCrosshair: (bar: Bar, side: 'left' | 'right') => void;
};

export type ChartHandle = {
  show: (product: string, decimals: number, interval: Interval) => void;
  /** Reads everything again: after a failure, or when the data have a hole. */
  reload: () => void;
  bars: () => readonly Bar[];
  /** The newest bar, drawn or about to be. */
  newest: () => Bar | null;
  /** Draws the last bar again, or one after it, at most ten times a second; older ones are passed over. */
  put: (bar: Bar) => void;
  /** Draws all of these, oldest first, at once. */
  putAll: (bars: readonly Bar[]) => void;
  setLook: (look: ChartLook) => void;
  setLanguage: (language: Language, words: ChartWords) => void;
  setIndicators: (indicators: readonly IndicatorName[]) => void;
  setOrders: (orders: readonly ChartOrder[], label: (order: ChartOrder) => string) => void;
  /** Moves the crosshair by so many bars from where it is, or from the newest bar; tells the bar it is on. */
  moveCrosshair: (by: number) => Bar | null;
  hideCrosshair: () => void;
  isPointing: () => boolean;
  zoom: (scale: number) => void;
  scrollToNow: () => void;
  remove: () => void;
};

const ORDER_GROUP = 'orders';
/** Room on the right for the closing line of an order. */
const RIGHT_SPACE_PX = 64;
const BAR_SPACE_PX = 8;
const PAINT_EVERY_MS = 100;

const PERIODS: Record<Interval, Period> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
};

/** Draws a chart into an element that has a size. */
export function createChart(element: HTMLElement, settings: ChartSettings): ChartHandle {
  registerOrderOverlay();
  addWords(settings.language, settings.words);
  const chart = init(element, {
    locale: settings.language,
    styles: stylesOf(settings.look, element.clientWidth),
    hotkey: { enabled: false },
    // The library would fold the zeros of a small price; a price is shown as it is published.
    decimalFold: { threshold: 100 },
    formatter: { formatBigNumber: (value) => formatCompact(Number(value), settings.language) },
  });
  if (!chart) throw new Error('the chart could not be drawn');
  nameChart(element, settings.words.keys);
  chart.setBarSpace(BAR_SPACE_PX);
  chart.setOffsetRightDistance(RIGHT_SPACE_PX);
  chart.overrideYAxis({
    paneId: CANDLE_PANE,
    createTicks: ({ defaultTicks }) => ticksBelowLegend(defaultTicks, element.clientWidth),
  });
  const data = dataOf(chart, settings);
  let look = settings.look;
  let drawnOrders: { orders: readonly ChartOrder[]; label: (order: ChartOrder) => string } | null = null;
  let indicators: readonly IndicatorName[] = [];
  let crosshairAt: number | null = null;
  const paint = createPaintLimit<Bar>(PAINT_EVERY_MS, data.put);

  chart.subscribeAction('onCrosshairChange', (at) => {
    const x = xOf(at);
    if (x === null) return;
    const index = indexAt(chart, x);
    const bar = chart.getDataList()[index];
    if (!bar) return;
    crosshairAt = index;
    settings.onCrosshair(bar, x < element.clientWidth / 2 ? 'left' : 'right');
  });

  // Full screen and turning the device change how much room the panes have.
  const resized = new ResizeObserver(() => {
    chart.resize();
    fitPanes(chart, element.clientHeight, indicators);
  });
  resized.observe(element);

  function drawOrders() {
    chart?.removeOverlay({ groupId: ORDER_GROUP });
    const period = chart?.getPeriod();
    if (!chart || !period || !drawnOrders) return;
    const intervalMs = intervalOf(period);
    for (const order of drawnOrders.orders) {
      chart.createOverlay(overlayOf(order, drawnOrders.label(order), look.palette, intervalMs));
    }
  }

  return {
    show(product, decimals, interval) {
      crosshairAt = null;
      paint.cancel();
      const symbol = chart.getSymbol();
      if (symbol?.ticker !== product || symbol.pricePrecision !== decimals) {
        chart.setSymbol({ ticker: product, pricePrecision: decimals, volumePrecision: 2 });
      }
      if (chart.getPeriod() !== PERIODS[interval]) chart.setPeriod(PERIODS[interval]);
      data.attach();
      drawOrders();
    },
    reload: () => chart.resetData(),
    bars: () => chart.getDataList(),
    newest: () => paint.waiting() ?? chart.getDataList().at(-1) ?? null,
    put: paint.put,
    putAll(bars) {
      paint.cancel();
      for (const bar of bars) data.put(bar);
    },
    setLook(next) {
      look = next;
      chart.setStyles(stylesOf(next, element.clientWidth));
      drawOrders();
    },
    setLanguage(language, words) {
      addWords(language, words);
      nameChart(element, words.keys);
      chart.setLocale(language);
      chart.setFormatter({ formatBigNumber: (value) => formatCompact(Number(value), language) });
    },
    setIndicators(wanted) {
      indicators = wanted;
      drawIndicators(chart, element.clientHeight, wanted);
    },
    setOrders(orders, label) {
      drawnOrders = { orders, label };
      drawOrders();
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
      chart.executeAction('onCrosshairChange', {});
    },
    isPointing: () => crosshairAt !== null,
    zoom: (scale) => chart.zoomAtCoordinate(scale),
    scrollToNow: () => chart.scrollToRealTime(),
    remove() {
      paint.cancel();
      resized.disconnect();
      data.stop();
      dispose(chart);
    },
  };
}

/** The library asks for bars, and takes live ones through the callback it gives after the first answer. */
function dataOf(chart: Chart, { load, onLoaded, onFailed }: ChartSettings) {
  let generation = 0;
  let live: ((bar: Bar) => void) | null = null;
  let attached = false;
  const loader: DataLoader = {
    async getBars({ type, timestamp, callback }) {
      if (type === 'init') generation += 1;
      const mine = generation;
      try {
        const { bars, more } = await load(type === 'forward' ? timestamp : null);
        // The library does not look whether an answer still belongs to what is shown.
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

const LEGEND_LINE_PX = 24;
/** Narrower than this, the averages take two lines. */
const LEGEND_WIDTH_PX = 380;

/** Grid lines are drawn at the ticks; one behind the averages' figures would strike them through. */
function ticksBelowLegend(ticks: AxisTick[], widthPx: number): AxisTick[] {
  const legendPx = widthPx < LEGEND_WIDTH_PX ? 2 * LEGEND_LINE_PX : LEGEND_LINE_PX;
  return ticks.filter(({ coord }) => coord > legendPx);
}

type OrderDrawing = { order: ChartOrder; label: string; palette: Palette; intervalMs: number };

let overlayRegistered = false;

/** The entry price from the entry to the closing moment, the closing moment as an upright line, the winning side tinted. */
function registerOrderOverlay(): void {
  if (overlayRegistered) return;
  overlayRegistered = true;
  registerOverlay<OrderDrawing>({
    name: 'candorOrder',
    totalStep: 1,
    lock: true,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures({ chart, overlay, bounding, xAxis, yAxis }) {
      const { order, label, palette, intervalMs } = overlay.extendData;
      if (!xAxis) return [];
      const barPx = chart.getBarSpace().bar;
      const xAt = (iso: string) => {
        const ms = Date.parse(iso);
        return xAxis.convertTimestampToPixel(ms) + offsetInBar(ms, intervalMs) * barPx;
      };
      const y = order.entryPrice === null ? null : (yAxis?.convertToPixel(Number(order.entryPrice)) ?? null);
      const { width, height } = bounding;
      const startX = xAt(order.entryAt);
      // Looking at the past, the order is not there yet.
      if (startX > width) return [];
      const frame = { startX, endX: Math.min(xAt(order.closesAt), width - 1), y, width, height };
      return orderFigures(frame, order, label, palette);
    },
    createYAxisFigures({ chart, overlay, bounding, yAxis }) {
      const { order, palette } = overlay.extendData;
      if (order.entryPrice === null || !yAxis) return [];
      const text = chart.getThousandsSeparator().format(order.entryPrice);
      return orderPriceTag(yAxis.convertToPixel(Number(order.entryPrice)), bounding.width, text, order, palette);
    },
  });
}

function overlayOf(order: ChartOrder, label: string, palette: Palette, intervalMs: number): OverlayCreate {
  const value = order.entryPrice === null ? {} : { value: Number(order.entryPrice) };
  return {
    name: 'candorOrder',
    id: `order-${order.id}`,
    groupId: ORDER_GROUP,
    lock: true,
    points: [{ timestamp: Date.parse(order.entryAt), ...value }],
    extendData: { order, label, palette, intervalMs } satisfies OrderDrawing,
  };
}

function intervalOf({ type, span }: Period): number {
  const interval = INTERVALS.find((each) => PERIODS[each].type === type && PERIODS[each].span === span);
  return INTERVAL_MS[interval ?? '1m'];
}

/** The library's tab index of 1 would put the chart before everything else on the page. */
function nameChart(element: HTMLElement, label: string): void {
  const stage = element.firstElementChild;
  if (!(stage instanceof HTMLElement)) return;
  stage.tabIndex = 0;
  stage.setAttribute('role', 'application');
  stage.setAttribute('aria-label', label);
  // The library keeps upward and downward swipes to itself; the page must be able to scroll by them.
  stage.style.touchAction = 'pan-y';
  stage.style.overscrollBehavior = 'none auto';
}

function addWords(language: Language, { time, open, high, low, close, volume }: ChartWords): void {
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

/** The library hands actions over as unknown. */
function xOf(crosshair: unknown): number | null {
  if (typeof crosshair !== 'object' || crosshair === null || !('x' in crosshair)) return null;
  return typeof crosshair.x === 'number' ? crosshair.x : null;
}

function indexAt(chart: Chart, x: number): number {
  const point = chart.convertFromPixel([{ x }], { paneId: CANDLE_PANE });
  const index = (Array.isArray(point) ? point[0] : point)?.dataIndex ?? 0;
  return Math.min(chart.getDataList().length - 1, Math.max(0, index));
}
