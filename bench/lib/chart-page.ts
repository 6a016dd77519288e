import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { build } from 'vite';
import type { createChart } from '../../packages/chart/src/chart-adapter.ts';

/** Frame times in ms, the length of each task over 50 ms, and the number of draws. */
export interface Motion {
  frames: number[];
  longTasks: number[];
  draws: number;
}

/** A phone-sized page in the browser of a slow device, which can draw the chart. */
export interface ChartPage {
  /** Draws the chart with this many bars and does not change it until prices come. */
  draw: (bars: number) => Promise<void>;
  /** Sends this many prices per second, with a new bar after every 40. 0: none. */
  prices: (perSec: number) => Promise<void>;
  /** Requests frames and records when they come. */
  watch: (forMs: number, slower: number) => Promise<Motion>;
  /** Processor time of the page's main thread in ms a second, at full speed. */
  work: (forMs: number) => Promise<number>;
  /** Draws and removes the chart this many times. */
  redraw: (times: number) => Promise<void>;
  /** What is left after garbage collection. */
  kept: () => Promise<{ heapMb: number; nodes: number; listeners: number }>;
}

const ENTRY = join(import.meta.dirname, '../../packages/chart/src/chart-adapter.ts');
const PAGE = '<!doctype html><body style="margin:0"><div id="chart" style="width:375px;height:420px"></div>';
const PIXEL_RATIO = 2;
/** Time until the page runs at its new speed. */
const SPEED_MS = 500;

/** What the scripts leave in the page. */
declare const candorChart: { createChart: typeof createChart };
declare const candorBench: {
  draw: (bars: number) => Promise<void>;
  prices: (perSec: number) => void;
  remove: () => void;
  /** Since the page was opened. */
  draws: () => number;
};

/** The chart's code as the client ships it, as one text. */
async function chartCode(): Promise<string> {
  const lib = { entry: ENTRY, formats: ['iife' as const], name: 'candorChart' };
  const define = { 'process.env.NODE_ENV': '"production"' };
  const made = await build({ configFile: false, logLevel: 'warn', define, build: { lib, write: false, minify: true } });
  const [output] = [made].flat();
  if (output === undefined || !('output' in output)) throw new Error('the chart was not built');
  return output.output[0].code;
}

/** Runs in the page. */
function preparePage(): void {
  const element = document.querySelector<HTMLElement>('#chart');
  if (element === null) throw new Error('the page has no place for the chart');
  const colour = '#888888';
  const hues = { amber: colour, blue: colour, violet: colour, teal: colour, rose: colour, slate: colour };
  const directions = { up: '#0e8a5b', down: '#d92d4a', flat: colour, upFill: '#0e8a5b', downFill: '#d92d4a' };
  const inks = { onUp: '#ffffff', onDown: '#ffffff', accent: '#ff9f1a', onAccent: '#000000' };
  const plain = { line: colour, text: colour, textStrong: '#000000', surface: '#eeeeee', ground: '#ffffff' };
  const palette = { ...directions, ...inks, ...plain, hues, font: 'sans-serif', textSizePx: 11 };
  const MINUTE_MS = 60_000;
  const BARS_EVERY = 40;
  const barsOf = (count: number) => {
    const lastAt = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    let price = 60_000;
    return Array.from({ length: count }, (_, index) => {
      const open = price;
      price += Math.sin(index / 7) * 20 + Math.sin(index * 12.9898) * 8;
      const [high, low] = [Math.max(open, price) + 4, Math.min(open, price) - 4];
      const volume = 10 + Math.abs(Math.sin(index)) * 5;
      return { timestamp: lastAt - (count - 1 - index) * MINUTE_MS, open, high, low, close: price, volume };
    });
  };
  let chart: ReturnType<typeof createChart> | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let count = 0;
  let draws = 0;
  /** The library clears a canvas before it draws on it; the first canvas has the bars. */
  const countDraws = (): void => {
    const context = element.querySelector('canvas')?.getContext('2d');
    if (!context) throw new Error('the chart has no canvas');
    const clear = context.clearRect.bind(context);
    context.clearRect = (...area) => {
      draws += 1;
      clear(...area);
    };
  };
  const putPrice = (): void => {
    const last = chart?.newest();
    if (!chart || !last) return;
    count += 1;
    const close = last.close + Math.sin(performance.now()) * 6;
    const opens = count % BARS_EVERY === 0;
    chart.put({
      timestamp: last.timestamp + (opens ? MINUTE_MS : 0),
      open: opens ? last.close : last.open,
      high: Math.max(opens ? last.close : last.high, close),
      low: Math.min(opens ? last.close : last.low, close),
      close,
      volume: 10 + Math.abs(Math.sin(count)) * 5,
    });
  };
  const bench: typeof candorBench = {
    draw: async (bars) =>
      await new Promise<void>((resolve, reject) => {
        const made = candorChart.createChart(element, {
          language: 'en',
          words: { keys: '', time: '', open: '', high: '', low: '', close: '', volume: '' },
          look: { palette, kind: 'candle', hollowUp: false },
          load: async () => ({ bars: barsOf(bars), more: false }),
          onLoaded: () => resolve(),
          onFailed: reject,
          onCrosshair: () => {},
        });
        made.show('BENCH', 2, '1m');
        made.setIndicators(['MA', 'VOL', 'MACD']);
        countDraws();
        chart = made;
      }),
    prices: (perSec) => {
      clearInterval(timer);
      if (perSec > 0) timer = setInterval(putPrice, 1000 / perSec);
    },
    remove: () => {
      chart?.remove();
      chart = null;
    },
    draws: () => draws,
  };
  Object.assign(globalThis, { candorBench: bench });
}

/** Runs in the page. */
async function watchFrames(forMs: number): Promise<Motion> {
  const longTasks: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longTasks.push(duration);
  });
  observer.observe({ type: 'longtask' });
  const frames: number[] = [];
  const drawsBefore = candorBench.draws();
  await new Promise<void>((resolve) => {
    let before = performance.now();
    const end = before + forMs;
    const frame = (): void => {
      const now = performance.now();
      frames.push(now - before);
      before = now;
      if (now < end) requestAnimationFrame(frame);
      else resolve();
    };
    requestAnimationFrame(frame);
  });
  observer.disconnect();
  return { frames, longTasks, draws: candorBench.draws() - drawsBefore };
}

function pageOf(page: Page, devtools: CDPSession): ChartPage {
  const taskMs = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  return {
    draw: async (bars) => {
      await page.evaluate(async (count) => await candorBench.draw(count), bars);
    },
    prices: async (perSec) => {
      await page.evaluate((each) => candorBench.prices(each), perSec);
    },
    // A slowed page keeps a core busy even when nothing happens in it, so only the watched page is slowed.
    watch: async (forMs, slower) => {
      await page.bringToFront();
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
      await page.waitForTimeout(SPEED_MS);
      const motion = await page.evaluate(watchFrames, forMs);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      return motion;
    },
    work: async (forMs) => {
      await page.bringToFront();
      const before = await taskMs();
      await page.evaluate(watchFrames, forMs);
      return ((await taskMs()) - before) / (forMs / 1000);
    },
    redraw: async (times) => {
      await page.evaluate(async (count) => {
        for (let index = 0; index < count; index += 1) {
          candorBench.remove();
          await candorBench.draw(500);
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }, times);
    },
    kept: async () => {
      await devtools.send('HeapProfiler.collectGarbage');
      const { usedSize } = await devtools.send('Runtime.getHeapUsage');
      const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
      return { heapMb: usedSize / 2 ** 20, nodes, listeners: jsEventListeners };
    },
  };
}

/** A browser, and a function that opens pages in it. `executablePath`: the Chromium to use. */
export async function openBrowser(
  executablePath: string | undefined,
): Promise<{ browser: Browser; openPage: () => Promise<ChartPage> }> {
  const code = await chartCode();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    // With an emulated scale, canvases would have only half their pixels.
    args: ['--no-sandbox', '--disable-gpu', `--force-device-scale-factor=${PIXEL_RATIO}`],
  });
  const openPage = async (): Promise<ChartPage> => {
    const page = await browser.newPage({ viewport: { width: 375, height: 812 }, deviceScaleFactor: PIXEL_RATIO });
    await page.setContent(PAGE);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.addScriptTag({ content: code });
    await page.evaluate(preparePage);
    return pageOf(page, devtools);
  };
  return { browser, openPage };
}
