import { openBrowser } from './lib/chart-page.ts';
import type { ChartPage, Motion } from './lib/chart-page.ts';
import { report } from './lib/report.ts';
import type { Figure } from './lib/report.ts';
import { median, percentile } from './lib/statistics.ts';

/**
 * The member's chart on a slow phone: 10,000 bars, three indicators, 20 prices a second, a processor at a quarter of its
 * speed. It is compared with an empty page that also asks for frames. Both take turns in one browser; while one is
 * watched, the other does nothing.
 */
const BARS = 10_000;
const PRICES_PER_SEC = 20;
const SLOWER = 4;
/** The slowest frames of the chart, as a multiple of the empty page's. More fails the program. */
const SLOWEST_FRAMES_MAX = 2;
const ROUNDS = 9;
const ROUND_MS = 4_000;
const WORK_ROUNDS = 3;
const SETTLE_MS = 1_500;
/** About as often as a member changes the product in one visit. */
const REDRAWS = 20;

interface Round {
  empty: Motion;
  chart: Motion;
}

async function watchChart(chart: ChartPage): Promise<Motion> {
  await chart.prices(PRICES_PER_SEC);
  const motion = await chart.watch(ROUND_MS, SLOWER);
  await chart.prices(0);
  return motion;
}

/** The two pages take turns in going first, so that other load on the machine affects both equally. */
async function watchBoth(empty: ChartPage, chart: ChartPage): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round % 2 === 0) {
      const still = await empty.watch(ROUND_MS, SLOWER);
      rounds.push({ empty: still, chart: await watchChart(chart) });
    } else {
      const moving = await watchChart(chart);
      rounds.push({ empty: await empty.watch(ROUND_MS, SLOWER), chart: moving });
    }
  }
  return rounds;
}

function shareOf(motion: Motion, share: number): number {
  return percentile(Float64Array.from(motion.frames), share);
}

function frameRow(rounds: readonly Round[], label: string, share: number): Figure {
  const pairs = rounds.map(({ chart, empty }) => [shareOf(chart, share), shareOf(empty, share)] as const);
  const ratio = median(pairs.map(([chart, empty]) => chart / empty));
  const runs = pairs.map(([chart, empty]) => `${chart.toFixed(0)}/${empty.toFixed(0)}`).join(' · ');
  if (ratio > SLOWEST_FRAMES_MAX) process.exitCode = 1;
  return [`Frame time, ${label}, as a multiple of the empty page’s`, `${ratio.toFixed(2)} ×`, `${runs} ms`];
}

function rateRow(rounds: readonly Round[]): Figure {
  const ratio = median(rounds.map(({ chart, empty }) => chart.frames.length / empty.frames.length));
  const runs = rounds.map(({ chart, empty }) => `${chart.frames.length}/${empty.frames.length}`).join(' · ');
  return [
    `Frames in ${ROUND_MS / 1000} s, as a share of the empty page’s (aim: at least 95 %)`,
    `${(ratio * 100).toFixed(0)} %`,
    runs,
  ];
}

function taskRow(rounds: readonly Round[], label: string, of: keyof Round): Figure {
  const counts = rounds.map((round) => round[of].longTasks.length);
  const longest = Math.max(0, ...rounds.flatMap((round) => round[of].longTasks));
  return [
    `Tasks over 50 ms in ${ROUND_MS / 1000} s, ${label}`,
    `${median(counts)}`,
    `${counts.join(' · ')}; longest ${longest.toFixed(0)} ms`,
  ];
}

async function workRow(empty: ChartPage, chart: ChartPage): Promise<Figure> {
  const pairs: [number, number][] = [];
  for (let round = 0; round < WORK_ROUNDS; round += 1) {
    const still = await empty.work(ROUND_MS);
    await chart.prices(PRICES_PER_SEC);
    pairs.push([await chart.work(ROUND_MS), still]);
    await chart.prices(0);
  }
  const more = median(pairs.map(([moving, still]) => moving - still));
  const runs = pairs.map((pair) => pair.map((each) => each.toFixed(1)).join('/')).join(' · ');
  return [
    'Work of the main thread beyond the empty page’s, at full speed',
    `${more.toFixed(1)} ms a second`,
    `${runs} ms`,
  ];
}

function keptRow(what: string, before: Kept, after: Kept): Figure {
  return [
    what,
    `${(after.heapMb - before.heapMb).toFixed(1)} MB`,
    `${before.heapMb.toFixed(1)} → ${after.heapMb.toFixed(1)} MB; elements ${before.nodes} → ${after.nodes}; listeners ${before.listeners} → ${after.listeners}`,
  ];
}
type Kept = Awaited<ReturnType<ChartPage['kept']>>;

// scripts/bench.mjs sets this to the Chromium it found.
const { browser, openPage } = await openBrowser(process.env['CHROMIUM_PATH']);
try {
  const empty = await openPage();
  const chart = await openPage();
  await chart.draw(BARS);
  await chart.prices(PRICES_PER_SEC);
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  await chart.prices(0);

  const before = await chart.kept();
  const rounds = await watchBoth(empty, chart);
  const work = await workRow(empty, chart);
  const after = await chart.kept();
  // The first redraws load code that stays in memory.
  await chart.redraw(2);
  const drawn = await chart.kept();
  await chart.redraw(REDRAWS);
  const redrawn = await chart.kept();

  const prices = PRICES_PER_SEC * ((ROUNDS * ROUND_MS + WORK_ROUNDS * ROUND_MS) / 1000);
  await report('chart', `The chart: ${BARS} bars, ${PRICES_PER_SEC} prices a second, ${SLOWER} × slower processor`, [
    rateRow(rounds),
    frameRow(rounds, 'median', 0.5),
    frameRow(rounds, '95 % are shorter', 0.95),
    frameRow(rounds, `99 % are shorter (aim: at most ${SLOWEST_FRAMES_MAX} ×)`, 0.99),
    taskRow(rounds, 'chart', 'chart'),
    taskRow(rounds, 'empty page', 'empty'),
    [
      'Times the chart was drawn, a second (at most ten; fewer where drawing takes longer than a frame)',
      median(rounds.map(({ chart }) => chart.draws / (ROUND_MS / 1000))).toFixed(1),
      rounds.map(({ chart }) => chart.draws).join(' · '),
    ],
    work,
    keptRow(`Heap after ${prices} prices`, before, after),
    keptRow(`Heap after ${REDRAWS} further charts drawn and removed`, drawn, redrawn),
  ]);
} finally {
  await browser.close();
}
