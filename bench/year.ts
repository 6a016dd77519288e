import { CHECKS } from '../apps/server/src/services/checks/checks.ts';
import { checkConservation } from '../apps/server/src/testing/conservation.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import type { BenchDatabase } from './lib/bench-database.ts';
import { report } from './lib/report.ts';
import type { Figure } from './lib/report.ts';
import { grouped } from './lib/statistics.ts';
import { bookYear, compareBooks } from './lib/year/compare-books.ts';
import { comparePages, timesOf } from './lib/year/compare-pages.ts';
import type { Compared } from './lib/year/compare-pages.ts';
import { fillYear } from './lib/year/fill-year.ts';
import { openSite } from './lib/year/open-site.ts';
import { GROWS } from './lib/year/pages.ts';

/**
 * Whether people feel how large a site is. A year of a site with ten thousand members (`MEMBERS`, `ORDERS`) and one with a hundred, whose
 * members did as much each, stand beside each other behind real HTTP, and every call that opens a page of the client or of the console is
 * asked of both in turns. And whether the books agree to the cent: the checks find nothing, and the trial balance and the report of every
 * date are the sums of the transfers. `ONLY` compares the pages whose name it fits.
 */
const MEMBERS = Number(process.env['MEMBERS'] ?? 10_000);
const ORDERS = Number(process.env['ORDERS'] ?? 1_000_000);
const FEW_MEMBERS = 100;
const SEED = 38n;
const ONLY = new RegExp(process.env['ONLY'] ?? '');
const RATIO_MAX = 1.5;
/** Below it nobody feels a difference, and a busy machine makes larger ones. */
const FLOOR_MS = 2;
/** How many of the pages are told by name: those with the largest ratio. */
const NAMED = 20;

const NOTE = [
  'Medians of 21 answers over HTTP, of both sites in turns, to every call that opens a page (`bench/lib/year/pages.ts` says which are left out, and',
  `why). A difference below ${FLOOR_MS} ms is none. Queues of the small site are shorter than a page. Operators share an answer of the overview for 15 seconds: the one that is made grows with the transfers of the`,
  'running day. `MEMBERS=… ORDERS=… npm run bench -- year`',
  '',
  'Known to grow:',
  ...GROWS.map(([names, why]) => `- \`${names.source}\`: ${why}.`),
].join('\n');

const [large, small] = [await openBenchDatabase(), await openBenchDatabase()];
try {
  const madeMs = await msOf(async () => await fillYear(large, { members: MEMBERS, orders: ORDERS, seed: SEED }, tell));
  await fillYear(
    small,
    { members: FEW_MEMBERS, orders: Math.round((ORDERS * FEW_MEMBERS) / MEMBERS), seed: SEED },
    tell,
  );
  const booked = await bookYear(large);
  await bookYear(small);
  const agreed = await compareBooks(large);
  for (const difference of agreed.differences) console.error(difference);
  if (agreed.differences.length > 0) process.exitCode = 1;
  const checkedMs = await msOf(async () => await checkConservation(large.ownerPool));
  await checkConservation(small.ownerPool);
  const compared = await pagesOf(large, small);
  const slow = compared.filter(isSlow);
  const unexplained = slow.filter((page) => whyOf(page) === undefined);
  for (const page of unexplained) console.error(`${page.name} is slower than ${RATIO_MAX} ×: ${timesOf(page)}`);
  if (unexplained.length > 0) process.exitCode = 1;
  const named = compared.toSorted((a, b) => ratioOf(b) - ratioOf(a)).slice(0, NAMED);
  await report(
    'year',
    `A year of ${grouped(MEMBERS)} members beside one of ${grouped(FEW_MEMBERS)}`,
    [
      ['Generated, with its transfers in the order of their time', `${grouped(madeMs / 1000)} s`, await rowsOf(large)],
      [
        `Hours of the ledger that the database added up`,
        `${(booked.bookMs / booked.hours).toFixed(1)} ms an hour`,
        `${grouped(booked.hours)} in ${grouped(booked.bookMs / 1000)} s; figures of ${grouped(booked.days)} days in ${grouped(booked.countMs / 1000)} s`,
      ],
      [
        `${CHECKS.length} checks of the books find nothing`,
        `${grouped(checkedMs / 1000)} s`,
        'all of them, one after the other',
      ],
      [
        'Trial balance and reports of dates, against sums of the transfers themselves',
        agreed.differences.length === 0 ? 'equal to the cent' : `${agreed.differences.length} differences`,
        `${agreed.moments} moments, ${agreed.dates} dates`,
      ],
      [
        `Pages within ${RATIO_MAX} × of the small site, or ${FLOOR_MS} ms`,
        `${compared.length - slow.length} of ${compared.length}`,
        `${slow.length - unexplained.length} of the others are known to grow; the largest ratios follow`,
      ],
      ...named.map((page): Figure => [page.name, `${ratioOf(page).toFixed(2)} ×`, timesOf(page)]),
    ],
    NOTE,
  );
} finally {
  await large.close();
  await small.close();
}

async function pagesOf(many: BenchDatabase, few: BenchDatabase): Promise<Compared[]> {
  const sites = { large: await openSite(many), small: await openSite(few) };
  try {
    return await comparePages(sites.large, sites.small, ONLY, tell);
  } finally {
    for (const site of Object.values(sites)) await site.close();
  }
}

function ratioOf({ small: few, large: many }: Compared): number {
  return many / few;
}

function isSlow(page: Compared): boolean {
  return ratioOf(page) > RATIO_MAX && page.large - page.small > FLOOR_MS;
}

function whyOf({ name }: Compared): string | undefined {
  return GROWS.find(([names]) => names.test(name))?.[1];
}

async function rowsOf({ ownerPool }: BenchDatabase): Promise<string> {
  const { rows } = await ownerPool.query<{ orders: bigint; transfers: bigint; deposits: bigint; withdrawals: bigint }>(
    `select (select count(*) from trade_order) as orders, (select count(*) from transfer) as transfers,
       (select count(*) from deposit) as deposits, (select count(*) from withdrawal) as withdrawals`,
  );
  return Object.entries(rows[0] ?? {})
    .map(([name, count]) => `${grouped(Number(count))} ${name}`)
    .join(', ');
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function tell(step: string): void {
  console.log(step);
}
