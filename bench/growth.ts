import { nothingLeft } from '../apps/server/src/testing/nothing-left.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localDay } from '@candor/domain/market/local-time';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { businessDay } from '../apps/server/src/features/fairness/count-days.ts';
import { insertDay, selectProgress } from '../apps/server/src/features/fairness/fairness-store.ts';
import { selectOrders, selectSummary } from '../apps/server/src/features/trading/order-store.ts';
import { createPlacementQueue } from '../apps/server/src/features/trading/placement-queue.ts';
import { selectResults, selectStatement } from '../apps/server/src/features/wallet/wallet-store.ts';
import { backUp } from '../apps/server/src/platform/db/embedded/back-up.ts';
import { uuidV7 } from '../apps/server/src/platform/ids/ids.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { makeCommand } from '../apps/server/src/testing/factories.ts';
import { openBenchDatabase } from './lib/bench-database.ts';
import type { BenchDatabase } from './lib/bench-database.ts';
import { report } from './lib/report.ts';
import { generateOrders, makeMonths } from './lib/generate-orders.ts';
import { grouped, median } from './lib/statistics.ts';
import type { Figure } from './lib/report.ts';

/**
 * What a site of some age costs. Two databases take turns on the same machine: one with the orders of twelve months by month (ORDERS, ten
 * million if it is not set), and a small one. Orders are placed in both at the same rate of members, before the small one has any order;
 * then it gets twenty members with as many orders each as those of the large one have, and their pages are compared. The end of a
 * day, as far as orders are in it, and a backup while the database runs are told of the large one. And the bytes of a tick, as
 * days were made before and as they are.
 */
const ORDERS = Number(process.env['ORDERS'] ?? 10_000_000);
const MEMBERS = 2_000;
const FEW_MEMBERS = 20;
const PLACING = { members: 500, products: 12, rounds: 5 };
const PLACE_RATIO_MIN = 0.9;
const PAGE = { calls: 60, limit: 21, ratioMax: 1.5 };
/** The longest that the figures of one day may take: they are counted while members trade. */
const DAY_MS_MAX = 60_000;
const PRODUCTS = 14;
const SECONDS = 3_600;
const DAY_SECONDS = 86_400;
const EXCHANGES = ['binance', 'okx', 'bybit', 'kraken'];

/** Fills one day's table with ticks of four exchanges, and answers how many bytes one takes, with its share of the indexes. */
async function bytesOfTick({ ownerPool }: BenchDatabase, day: string): Promise<number> {
  await ownerPool.query(
    `insert into tick (product, seq, at, price, status, feed, epoch, sources, sources_digest, prev_hash, hash, log_size, log_root, log_no)
     select 'BENCH' || p, extract(epoch from $1::date)::bigint + s, t.at, 9123400, 'OK', 'live', 1, (
         select jsonb_agg(jsonb_build_object('source', e, 'price', '91234.10', 'tradeId', (5512345678 + s * 7 + n)::text,
           'tradedAt', to_char(t.at - n * interval '87 ms', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'receivedAt', to_char(t.at - n * interval '21 ms', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'verdict', 'used'))
         from unnest($2::text[]) with ordinality u (e, n)),
       sha256('a'), sha256('b'), sha256('c'), h.size, h.root, 1
     from (select size, root from order_log_head order by size desc limit 1) h cross join generate_series(1, $3::int) s cross join generate_series(0, $4::int - 1) p
     cross join lateral (select $1::date::timestamp at time zone 'UTC' + s * interval '1 second' as at) t
     order by s, p`,
    [day, EXCHANGES, SECONDS, PRODUCTS],
  );
  const { rows } = await ownerPool.query<{ bytes: number }>(
    `select pg_total_relation_size($1::regclass)::float8 / (select count(*) from tick where at >= $2::date and at < $2::date + 1) as bytes`,
    [nameOf(day), day],
  );
  return rows[0]?.bytes ?? Number.NaN;
}

function nameOf(day: string): string {
  return `tick_${day.replaceAll('-', '')}`;
}

async function measureTicks(database: BenchDatabase): Promise<Figure[]> {
  const { ownerPool } = database;
  await ownerPool.query(
    `insert into order_log_head (size, root) values (123456, sha256('head')) on conflict do nothing`,
  );
  const [before, now] = ['2020-03-01', '2020-03-02'];
  await ownerPool.query(
    `create table ${nameOf(before)} (like tick including defaults including constraints including indexes)`,
  );
  await ownerPool.query(
    `alter table tick attach partition ${nameOf(before)} for values from ('${before} 00:00Z') to ('${now} 00:00Z')`,
  );
  await ownerPool.query('select ensure_tick_partition($1::date)', [now]);
  const bytes = { before: await bytesOfTick(database, before), now: await bytesOfTick(database, now) };
  const aDay = (size: number): string => `${((size * PRODUCTS * DAY_SECONDS) / 1e6).toFixed(0)} MB`;
  return [
    [
      'A tick of four exchanges, with its indexes',
      `${bytes.now.toFixed(0)} B`,
      `as it was: ${bytes.before.toFixed(0)} B`,
    ],
    [`A day of ${PRODUCTS} products`, aDay(bytes.now), `as it was: ${aDay(bytes.before)}`],
  ];
}

interface Placer {
  round: () => Promise<number>;
  close: () => Promise<void>;
}

/** Places orders of the same members in products of which none was used before, and answers orders a second. */
async function createPlacer(database: BenchDatabase, members: readonly bigint[]): Promise<Placer> {
  const products = (await database.makeProducts(2 + PLACING.products * (PLACING.rounds + 1))).slice(2);
  await database.ownerPool.query('vacuum analyze member, account');
  const queue = createPlacementQueue(database.openPool('http', 2), 'practice', createLog('silent'), () => undefined);
  return {
    round: async () => {
      const own = products.splice(0, PLACING.products);
      const unprice = await database.keepPriced(own);
      const startedAt = performance.now();
      await Promise.all(
        members.slice(0, PLACING.members).map(async (member) => {
          for (const product of own) {
            const answer = await queue.submit({
              ...makeCommand(member, { product, stake: '10.00' }),
              orderId: uuidV7(),
            });
            if (!answer.ok) throw new Error(`an order was refused: ${answer.error}`);
          }
        }),
      );
      const tookMs = performance.now() - startedAt;
      await unprice();
      return (PLACING.members * PLACING.products * 1000) / tookMs;
    },
    close: async () => await queue.close(),
  };
}

/** The rates of both, round by round in turns. The first round of each warms up. */
async function comparePlacing(large: Placer, empty: Placer): Promise<{ large: number[]; empty: number[] }> {
  const rates: { large: number[]; empty: number[] } = { large: [], empty: [] };
  for (let round = 0; round <= PLACING.rounds; round += 1) {
    const [first, second] = round % 2 === 0 ? ([large, empty] as const) : ([empty, large] as const);
    const measured = new Map([[first, await first.round()]]);
    measured.set(second, await second.round());
    if (round === 0) continue;
    rates.large.push(measured.get(large) ?? Number.NaN);
    rates.empty.push(measured.get(empty) ?? Number.NaN);
  }
  return rates;
}

type Page = readonly [name: string, read: () => Promise<unknown>];

function pagesOf(database: BenchDatabase, memberId: bigint): readonly Page[] {
  const pool = database.openPool('http', 2);
  const wallet = 'practice' as const;
  const orders = { memberId, wallet, limit: PAGE.limit };
  const statement = { ...orders, currency: TEST_CURRENCY.code };
  const monthMs = 30 * DAY_SECONDS * 1000;
  return [
    ['History, first page', async () => await selectOrders(pool, nothingLeft, orders)],
    [
      'History, a product, won',
      async () => await selectOrders(pool, nothingLeft, { ...orders, product: 'BENCH1', result: 'won' }),
    ],
    [
      'History, a month of half a year ago',
      async () =>
        await selectOrders(pool, nothingLeft, {
          ...orders,
          fromMs: Date.now() - 7 * monthMs,
          toMs: Date.now() - 6 * monthMs,
        }),
    ],
    [
      'Days of a month',
      async () => await selectSummary(pool, nothingLeft, { memberId, wallet, fromMs: Date.now() - monthMs }),
    ],
    ['Statement, first page', async () => await selectStatement(pool, statement)],
    [
      'Statement, from its middle',
      async () => await selectStatement(pool, { ...statement, beforeSeq: BigInt(Math.round(ORDERS / MEMBERS)) }),
    ],
    [
      'Results of two days',
      async () =>
        await selectResults(pool, nothingLeft, {
          memberId,
          wallet,
          fromMs: Date.now() - 2 * DAY_SECONDS * 1000,
          splitMs: Date.now() - DAY_SECONDS * 1000,
          toMs: Date.now(),
        }),
    ],
  ];
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function comparePages(large: readonly Page[], small: readonly Page[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [index, [name, read]] of large.entries()) {
    const other = small[index]?.[1];
    if (other === undefined) throw new Error(`${name} has no pair`);
    const [many, few]: [number[], number[]] = [[], []];
    for (let call = 0; call < PAGE.calls; call += 1) {
      few.push(await msOf(other));
      many.push(await msOf(read));
    }
    const ratio = median(many) / median(few);
    if (!(ratio <= PAGE.ratioMax)) process.exitCode = 1;
    figures.push([
      `${name} (aim: at most ${PAGE.ratioMax} ×)`,
      `${ratio.toFixed(2)} ×`,
      `${median(many).toFixed(2)} ms; small site ${median(few).toFixed(2)} ms`,
    ]);
  }
  return figures;
}

/** Counts the figures of every day of the year, as the worker does at the end of each, and answers how long each took. */
async function countYear(database: BenchDatabase): Promise<number[]> {
  const pool = database.openPool('worker', 1);
  const { oldestMs } = await selectProgress(pool);
  const took: number[] = [];
  for (let day = localDay('UTC', oldestMs ?? 0); ; day += 1) {
    const { date, fromMs, toMs } = businessDay('UTC', day);
    const startedAt = performance.now();
    if (!(await insertDay(pool, date, fromMs, toMs))) return took;
    took.push(performance.now() - startedAt);
  }
}

async function sizeOf(database: BenchDatabase): Promise<{ bytes: number; text: string }> {
  const { rows } = await database.ownerPool.query<{ name: string; bytes: number }>(
    `select coalesce(i.inhparent, c.oid)::regclass::text as name, sum(pg_total_relation_size(c.oid))::float8 as bytes
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     group by 1 having sum(pg_total_relation_size(c.oid)) > 1e7 order by 2 desc limit 4`,
  );
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  return { bytes, text: rows.map((row) => `${row.name} ${(row.bytes / ORDERS).toFixed(0)} B an order`).join(', ') };
}

const large = await openBenchDatabase();
const small = await openBenchDatabase();
const target = mkdtempSync(join(tmpdir(), 'candor-growth-'));
try {
  const sites = { large: await large.makeMembers(MEMBERS), small: await small.makeMembers(MEMBERS) };
  for (const site of [large, small]) await makeMonths(site);
  const placers = { large: await createPlacer(large, sites.large), small: await createPlacer(small, sites.small) };
  const generatedMs = await msOf(async () => await generateOrders(large, sites.large, ORDERS));
  console.log(`${grouped(ORDERS)} orders generated in ${grouped(generatedMs / 1000)} s`);
  const size = await sizeOf(large);
  const rates = await comparePlacing(placers.large, placers.small);
  console.log(
    `orders a second: ${rates.large.map(grouped).join(' · ')}; into an empty table ${rates.empty.map(grouped).join(' · ')}`,
  );
  const ratios = rates.large.map((rate, round) => rate / (rates.empty[round] ?? Number.NaN));
  if (!(median(ratios) >= PLACE_RATIO_MIN)) process.exitCode = 1;
  for (const placer of Object.values(placers)) await placer.close();
  await generateOrders(small, sites.small.slice(-FEW_MEMBERS), Math.round((ORDERS * FEW_MEMBERS) / MEMBERS));
  const [one = 0n, other = 0n] = [sites.large.at(-FEW_MEMBERS), sites.small.at(-FEW_MEMBERS)];
  const pages = await comparePages(pagesOf(large, one), pagesOf(small, other));
  const days = await countYear(large);
  if (!(Math.max(...days) <= DAY_MS_MAX)) process.exitCode = 1;
  let copied = 0;
  const backupMs = await msOf(
    async () => (copied = (await backUp({ dataDir: large.dataDir, target: join(target, 'backup') })).bytes),
  );
  const ticks = await measureTicks(small);
  await report('growth', `A site with ${grouped(ORDERS)} orders of twelve months`, [
    [
      'Placing, against an empty table (aim: at least 0.9)',
      `${median(ratios).toFixed(2)} ×`,
      ratios.map((ratio) => ratio.toFixed(2)).join(' · '),
    ],
    [
      'Orders a second, and into an empty table',
      `${grouped(median(rates.large))}; ${grouped(median(rates.empty))}`,
      '',
    ],
    ...pages,
    [
      `The figures of one day, ${grouped(ORDERS / days.length)} orders (aim: at most a minute)`,
      `${grouped(median(days))} ms`,
      `at most ${grouped(Math.max(...days))} ms, of ${days.length} days`,
    ],
    ['Backup while the server runs', `${(backupMs / 1000).toFixed(1)} s`, `${grouped(copied / 2 ** 20)} MiB`],
    ['Rows of an order, without the order log', `${grouped(size.bytes / ORDERS)} B`, size.text],
    ...ticks,
  ]);
} finally {
  await large.close();
  await small.close();
  rmSync(target, { recursive: true, force: true });
}
