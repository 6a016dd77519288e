import { endOfDayStep } from '../apps/server/src/features/invest/business-day-store.ts';
import { seedInvest } from '../apps/server/src/features/invest/seed-projects.ts';
import { writePast } from '../apps/server/src/testing/factories.ts';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { openBenchDatabase } from './lib/bench-database.ts';
import { report } from './lib/report.ts';
import { grouped, median } from './lib/statistics.ts';

/**
 * How fast the worker closes a business date for 1,000,000 running holdings, each with its interest of the day, in batches of
 * 10,000 that commit one by one. The floor is one bare `insert … select` of the same rows into a table with the same index.
 * `BENCH_HOLDINGS` sets another number of holdings.
 */
const HOLDINGS = Number(process.env['BENCH_HOLDINGS'] ?? '1000000');
const MEMBERS = 1_000;
/** As the worker. */
const BATCH = { accruals: 10_000, payments: 500 };
/** Holdings of one statement of the preparation. */
const CHUNK = 50_000;
/** Dates that wait for their end of day. The first one warms up. */
const DATES = 4;

const database = await openBenchDatabase();
try {
  const { ownerPool } = database;
  await seedInvest(ownerPool, { currency: TEST_CURRENCY });
  const members = await database.makeMembers(MEMBERS);
  for (let from = 1; from <= HOLDINGS; from += CHUNK) {
    await writePast(
      ownerPool,
      `insert into holding (id, reference, member_id, wallet, currency, project_id, version, agreement, principal, annual_rate, interest,
         starts_on, matures_on)
       select uuidv7(), lpad(upper(to_hex(i)), 8, '0'), $1::bigint + i % $2, 'practice', $3, p.id, 1, 1, 100000 + i, 285, 'maturity',
         business_date_at(clock_timestamp()) - $4::int, business_date_at(clock_timestamp()) + 80
       from generate_series($5::int, $6::int) i cross join (select id from project order by position desc limit 1) p`,
      [members[0]?.toString(), MEMBERS, TEST_CURRENCY.code, DATES, from, Math.min(from + CHUNK - 1, HOLDINGS)],
    );
  }
  await ownerPool.query('vacuum analyze holding');
  const pool = database.openPool('worker', 1);
  const { rows: dates } = await ownerPool.query<{ date: string }>(
    `select (business_date_at(clock_timestamp()) - i)::text as date from generate_series($1::int, 1, -1) i`,
    [DATES],
  );
  const rates: number[] = [];
  const floor: number[] = [];
  for (const { date } of dates) {
    const startedAt = performance.now();
    // The last step of a date: those after it wait until the figure of this one is taken.
    while ((await endOfDayStep(pool, BATCH)).step !== 'autoSave');
    const tookMs = performance.now() - startedAt;
    const { rows } = await ownerPool.query<{ rows: bigint }>(
      'select holdings_accrued as rows from business_day where business_date = $1 and closed_at is not null',
      [date],
    );
    if (rows[0]?.rows !== BigInt(HOLDINGS)) throw new Error(`${rows[0]?.rows ?? 0n} of ${HOLDINGS} rows were written`);
    rates.push((HOLDINGS * 1_000) / tookMs);
    await ownerPool.query(
      'drop table if exists floor_accrual; create table floor_accrual (like holding_accrual including all)',
    );
    const floorAt = performance.now();
    await ownerPool.query('insert into floor_accrual select * from holding_accrual where business_date = $1', [date]);
    floor.push((HOLDINGS * 1_000) / (performance.now() - floorAt));
  }
  rates.shift();
  floor.shift();
  const runs = (figures: readonly number[]): string => figures.map((figure) => grouped(figure)).join(' · ');
  const share = (100 * median(rates)) / median(floor);
  await report('end-of-day', `The end of day of a business date with ${grouped(HOLDINGS)} holdings`, [
    ['Holdings a second that the end of day gives their interest', grouped(median(rates)), runs(rates)],
    ['Rows a second of a bare insert … select of the same rows', grouped(median(floor)), runs(floor)],
    ['Share of the bare insert', `${share.toFixed(0)} %`, ''],
  ]);
} finally {
  await database.close();
}
