import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import type { createChart } from '../apps/client/src/services/chart/chart-adapter.ts';
import { report } from './lib/report.ts';
import { median, percentile } from './lib/statistics.ts';

/**
 * The member's chart on a slow phone: 5,000 bars, three indicators, 20 prices a second, the processor slowed to a
 * quarter. Beside it an empty page that asks for frames as well. Both take turns in one browser.
 */
const ENTRY = join(import.meta.dirname, '../apps/client/src/services/chart/chart-adapter.ts');
const BARS = 5_000;
const UPDATES_PER_SEC = 20;
const SLOWER = 4;
const ROUNDS = 3;
const ROUND_MS = 5_000;
const SETTLE_MS = 1_500;

/** What the script of `chartCode` leaves in the page. */
declare const candorChart: { createChart: typeof createChart };

/** Frame times in ms, and how long each task took that kept the page busy for more than 50 ms. */
interface Motion {
  frames: number[];
  longTasks: number[];
}

/** The chart's code as the client ships it, in one text. */
const chartCode = async (): Promise<string> => {
  const lib = { entry: ENTRY, formats: ['iife' as const], name: 'candorChart' };
  const define = { 'process.env.NODE_ENV': '"production"' };
  const made = await build({ configFile: false, logLevel: 'warn', define, build: { lib, write: false, minify: true } });
  const [output] = [made].flat();
  if (output === undefined || !('output' in output)) throw new Error('the chart was not built');
  return output.output[0].code;
};

const PAGE = '<!doctype html><body style="margin:0"><div id="chart" style="width:375px;height:420px"></div>';

/** Draws the chart and keeps it moving: 20 new prices a second in the last bar. */
const startChart = async (page: Page, code: string): Promise<void> => {
  await page.addScriptTag({ content: code });
  await page.evaluate(
    async ({ count, everyMs }) => {
      const element = document.querySelector<HTMLElement>('#chart');
      if (element === null) throw new Error('the page has no place for the chart');
      const lastAt = Math.floor(Date.now() / 60_000) * 60_000;
      let price = 60_000;
      const bars = Array.from({ length: count }, (_, index) => {
        const open = price;
        price += Math.sin(index / 7) * 20 + Math.sin(index * 12.9898) * 8;
        const volume = 10 + Math.abs(Math.sin(index)) * 5;
        const timestamp = lastAt - (count - 1 - index) * 60_000;
        return {
          timestamp,
          open,
          high: Math.max(open, price) + 4,
          low: Math.min(open, price) - 4,
          close: price,
          volume,
        };
      });
      const colour = '#888888';
      const averages = [colour, colour, colour] as const;
      const directions = { up: '#0e8a5b', down: '#d92d4a', flat: colour, upFill: '#0e8a5b', downFill: '#d92d4a' };
      const inks = { onUp: '#ffffff', onDown: '#ffffff', accent: '#ff9f1a', onAccent: '#000000' };
      const plain = { line: colour, text: colour, textStrong: '#000000', surface: '#eeeeee' };
      const palette = { ...directions, ...inks, ...plain, averages, font: 'sans-serif', textSizePx: 11 };
      await new Promise<void>((resolve, reject) => {
        const chart = candorChart.createChart(element, {
          language: 'en',
          words: { keys: '', time: '', open: '', high: '', low: '', close: '', volume: '' },
          look: { palette, kind: 'candle', hollowUp: false },
          load: async () => ({ bars, more: false }),
          onLoaded: () => resolve(),
          onFailed: reject,
          onCrosshair: () => {},
        });
        chart.show('BENCH', 2, '1m');
        chart.setIndicators(['MA', 'VOL', 'MACD']);
        setInterval(() => {
          const last = chart.newest();
          if (last === null) return;
          const close = last.close + Math.sin(performance.now()) * 6;
          chart.put({ ...last, close, high: Math.max(last.high, close), low: Math.min(last.low, close) });
        }, everyMs);
      });
    },
    { count: BARS, everyMs: 1000 / UPDATES_PER_SEC },
  );
};

const measure = async (page: Page): Promise<Motion> => {
  await page.bringToFront();
  return await page.evaluate(async (forMs) => {
    const longTasks: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration);
    });
    observer.observe({ type: 'longtask' });
    const frames: number[] = [];
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
    return { frames, longTasks };
  }, ROUND_MS);
};

// Set by scripts/bench.mjs: the Chromium it found.
const executablePath = process.env['CHROMIUM_PATH'];
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const openPage = async (): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width: 375, height: 812 }, deviceScaleFactor: 2 });
    await page.setContent(PAGE);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    return page;
  };
  const pages = { empty: await openPage(), chart: await openPage() };
  await startChart(pages.chart, await chartCode());
  await pages.chart.waitForTimeout(SETTLE_MS);

  const rounds: { empty: Motion; chart: Motion }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const empty = await measure(pages.empty);
    rounds.push({ empty, chart: await measure(pages.chart) });
  }

  const shareOf = (motion: Motion, share: number): number => percentile(Float64Array.from(motion.frames), share);
  const ms = (figure: number): string => `${figure.toFixed(1)} ms`;
  const frameRow = (label: string, share: number): [string, string, string] => {
    const charts = rounds.map(({ chart }) => shareOf(chart, share));
    const empties = rounds.map(({ empty }) => shareOf(empty, share));
    const ratios = charts.map((figure, index) => figure / (empties[index] ?? figure));
    const runs = charts.map((figure, index) => `${ms(figure)} against ${ms(empties[index] ?? 0)}`).join('; ');
    return [`Frame time, ${label}, as a multiple of the empty page’s`, `${median(ratios).toFixed(2)} ×`, runs];
  };
  const rateRow = (): [string, string, string] => {
    const ratios = rounds.map(({ chart, empty }) => chart.frames.length / empty.frames.length);
    const runs = rounds.map(({ chart, empty }) => `${chart.frames.length} against ${empty.frames.length}`).join('; ');
    return [
      `Frames in ${ROUND_MS / 1000} s, as a share of the empty page’s`,
      `${(median(ratios) * 100).toFixed(0)} %`,
      runs,
    ];
  };
  const taskRow = (label: string, of: 'empty' | 'chart'): [string, string, string] => {
    const counts = rounds.map((round) => round[of].longTasks.length);
    const longest = rounds.map((round) => ms(Math.max(0, ...round[of].longTasks))).join(', ');
    return [
      `Tasks over 50 ms in ${ROUND_MS / 1000} s, ${label}`,
      `${median(counts)}`,
      `${counts.join(', ')}; longest ${longest}`,
    ];
  };
  await report('chart', `The chart: ${BARS} bars, ${UPDATES_PER_SEC} prices a second, ${SLOWER} × slower processor`, [
    rateRow(),
    frameRow('median', 0.5),
    frameRow('95 % are shorter', 0.95),
    frameRow('99 % are shorter', 0.99),
    taskRow('chart', 'chart'),
    taskRow('empty page', 'empty'),
  ]);
} finally {
  await browser.close();
}
