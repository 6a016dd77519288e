import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayOfDate, localDay } from '../market/local-time.ts';
import type { DayNumber } from '../market/local-time.ts';
import { money, rate, ZERO } from '../money.ts';
import type { Money, Rate } from '../money.ts';
import { END_OF_DAY_GRACE_MS, lastDueDay, dueDays, dayEndMs } from './business-day.ts';
import { accrualOfDay, accruedAfter, interestUnits, roundInterest } from './interest.ts';
import { accrueSavings, earningBalance, savingsRateOf } from './savings.ts';
import type { SavingsRate } from './savings.ts';

/*
 * The end of day runs whenever a worker is up. However its runs fall, holdings and savings get the same cents: those of the
 * formula. Months, years, leap days and clocks that are set back or forward are in the range.
 */

const ZONES = [
  'Asia/Shanghai',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
];
const HOUR_MS = 3_600_000;
/** Days around changes of clocks, leap days, ends of years, and the date that Samoa skipped. */
const STARTS = [
  '2011-12-27',
  '2018-10-30',
  '2019-02-14',
  '2023-12-25',
  '2024-02-24',
  '2026-03-05',
  '2026-10-20',
  '2027-12-28',
];

const ends = new Map<string, number>();

/** dayEndMs, remembered: reading a zone's clock is most of the work of these tests. */
function endOf(zone: string, day: DayNumber): number {
  const name = `${zone}/${day}`;
  const known = ends.get(name) ?? dayEndMs(zone, day);
  ends.set(name, known);
  return known;
}

/** Wakes in hours after the begin; between them nothing runs. */
const schedule = fc.record({
  zone: fc.constantFrom(...ZONES),
  start: fc.constantFrom(...STARTS).map(dayOfDate),
  wakes: fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 40 }),
});

/** The moments at which a worker looks, and at last one long after all of it. */
function moments(zone: string, start: DayNumber, wakes: readonly number[], days: number): number[] {
  let at = endOf(zone, start - 1);
  const list = wakes.map((hours) => (at += hours * HOUR_MS));
  return [...list, Math.max(at, endOf(zone, start + days)) + 2 * END_OF_DAY_GRACE_MS];
}

/** The dates as the runs close them: each once, in order, none before it ended. */
function closed(zone: string, start: DayNumber, runs: readonly number[]): { day: DayNumber; atMs: number }[] {
  let last = start - 1;
  return runs.flatMap((atMs) => {
    const days = dueDays(zone, last, atMs);
    last = days.at(-1) ?? last;
    return days.map((day) => ({ day, atMs }));
  });
}

it('every date is closed once, in order, and only after its end', () => {
  fc.assert(
    fc.property(schedule, ({ zone, start, wakes }) => {
      const runs = closed(zone, start, moments(zone, start, wakes, 30));
      expect(runs.map(({ day }) => day)).toEqual(runs.map((_, index) => start + index));
      for (const { day, atMs } of runs) expect(atMs).toBeGreaterThanOrEqual(endOf(zone, day) + END_OF_DAY_GRACE_MS);
      expect(runs.length).toBeGreaterThan(29);
    }),
    { numRuns: 400 },
  );
});

it.each([
  ['right before the grace is over', -1, '2026-11-21'],
  ['when it is over', 0, '2026-11-22'],
])('%s the last date that may be closed is %s', (_, offsetMs, date) => {
  const end = dayEndMs('Asia/Shanghai', dayOfDate('2026-11-22'));
  expect(end).toBe(Date.parse('2026-11-22T16:00:00Z'));
  expect(localDay('Asia/Shanghai', end)).toBe(dayOfDate('2026-11-23'));
  expect(lastDueDay('Asia/Shanghai', Date.parse('2026-11-22T16:01:00Z') + offsetMs)).toBe(dayOfDate(date));
});

it('a holding earns the formula of its term, whatever the schedule', () => {
  fc.assert(
    fc.property(
      schedule,
      fc.bigInt({ min: 1n, max: 10n ** 11n }),
      fc.bigInt({ min: 0n, max: 9_000n }),
      fc.integer({ min: 1, max: 60 }),
      ({ zone, start, wakes }, principal, annual, term) => {
        const rows = closed(zone, start, moments(zone, start, wakes, term)).flatMap(({ day }) =>
          day < start + term ? [accrualOfDay(money(principal), rate(annual), day - start)] : [],
        );
        expect(rows).toHaveLength(term);
        expect(rows.reduce((sum, row) => sum + row, 0n)).toBe(accruedAfter(money(principal), rate(annual), term));
      },
    ),
    { numRuns: 800 },
  );
});

interface Flow {
  day: DayNumber;
  amount: bigint;
}

/** Savings as a site keeps them: a ledger that gets interest when the end of day runs, perhaps days late. */
function runSavings(
  runs: readonly { day: DayNumber; atMs: number }[],
  zone: string,
  flows: readonly Flow[],
  rates: readonly SavingsRate[],
): Money[] {
  const posted: { atMs: number; interest: bigint }[] = [];
  let units = 0n;
  return runs.map(({ day, atMs }) => {
    const end = endOf(zone, day);
    const moved = flows.filter((flow) => flow.day <= day).reduce((sum, { amount }) => sum + amount, 0n);
    let [arrived, late] = [0n, 0n];
    for (const post of posted) {
      if (post.atMs < end) arrived += post.interest;
      else late += post.interest;
    }
    const balance = earningBalance(money(moved + arrived), money(late));
    const row = accrueSavings(units, balance, savingsRateOf(rates, day) ?? rate(0n));
    units = row.units;
    posted.push({ atMs, interest: row.interest });
    return row.interest;
  });
}

/** The same, day by day, without any delay. */
function formula(
  days: readonly DayNumber[],
  flows: readonly Flow[],
  rates: readonly { from: DayNumber; annualRate: Rate }[],
): bigint {
  let units = 0n;
  for (const day of days) {
    const moved = flows.filter((flow) => flow.day <= day).reduce((sum, { amount }) => sum + amount, 0n);
    units += interestUnits(money(moved + roundInterest(units)), savingsRateOf(rates, day) ?? rate(0n), 1);
  }
  return roundInterest(units);
}

it('savings earn the same cents, whatever the schedule, with rates and balances that change', () => {
  fc.assert(
    fc.property(
      schedule,
      fc.array(fc.record({ offset: fc.nat({ max: 40 }), amount: fc.bigInt({ min: 1n, max: 10n ** 9n }) }), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.array(fc.record({ offset: fc.nat({ max: 40 }), annual: fc.bigInt({ min: 0n, max: 3_000n }) }), {
        maxLength: 5,
      }),
      ({ zone, start, wakes }, moves, changes) => {
        const flows = moves.map(({ offset, amount }) => ({ day: start + offset, amount }));
        const rates = changes.map(({ offset, annual }) => ({ from: start + offset, annualRate: rate(annual) }));
        const runs = closed(zone, start, moments(zone, start, wakes, 45));
        const rows = runSavings(runs, zone, flows, rates);
        const days = runs.map(({ day }) => day);
        expect(rows.reduce((sum, row) => sum + row, 0n)).toBe(formula(days, flows, rates));
      },
    ),
    { numRuns: 800 },
  );
});

it('there is no rate before the first, and the newest that holds counts', () => {
  const history = [
    { from: 10, annualRate: rate(100n) },
    { from: 30, annualRate: rate(300n) },
    { from: 20, annualRate: rate(200n) },
  ];
  expect([9, 10, 19, 20, 29, 30, 99].map((day) => savingsRateOf(history, day))).toEqual([
    null,
    100n,
    100n,
    200n,
    200n,
    300n,
    300n,
  ]);
  expect(savingsRateOf([], 5)).toBeNull();
  expect(accrueSavings(0n, ZERO, rate(300n))).toEqual({ units: 0n, interest: 0n });
});
