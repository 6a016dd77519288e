import { dayOfDate } from '@candor/domain/market/local-time';
import { currency, money, rate } from '@candor/domain/money';
import { describe, expect, it, test } from 'vitest';
import { endOfDayState, durationText } from './end-of-day-state.ts';
import { dueBars, dueBefore } from './liability-bars.ts';
import { previewOf } from './preview.ts';
import { firstFreeDate, rateLines, savingsCost, wrongFrom } from './savings-rates.ts';

const CNY = currency('CNY', 2);
const TODAY = dayOfDate('2026-11-22');

describe('the preview of terms', () => {
  const TERMS = {
    termDays: 30,
    annualRate: rate(365n),
    min: money(100_000n),
    max: money(1_000_000n),
    size: money(10_000_000n),
    interest: 'daily',
    early: { lockDays: 10, annualRate: rate(100n) },
    opensAtMs: null,
    closesAtMs: null,
  } as const;

  it('says what one day, the whole term and an early redemption pay', () => {
    const { rows, maturity } = previewOf(TERMS, TODAY);
    expect(maturity).toBe('2026-12-22');
    expect(rows.map(({ of, principal }) => [of, principal])).toEqual([
      ['min', 100_000n],
      ['max', 1_000_000n],
      ['size', 10_000_000n],
    ]);
    // 1,000.00 at 3.65% earns 0.10 a day; at 1% for ten days 0.27, and 0.73 is lost.
    expect(rows[0]).toMatchObject({ firstDay: 10n, wholeTerm: 300n, early: { interest: 27n, lost: 73n } });
  });

  it('has no early redemption where there is none', () => {
    expect(previewOf({ ...TERMS, early: null }, TODAY).rows.map(({ early }) => early)).toEqual([null, null, null]);
  });
});

describe('savings rates', () => {
  const RATES = [
    { from: '2026-12-01', annualRate: '0.0200' },
    { from: '2026-11-22', annualRate: '0.0150' },
    { from: '2026-01-01', annualRate: '0.0100' },
  ];

  it('the newest that is not to come holds, to the day before the next', () => {
    const lines = rateLines(RATES.toReversed(), TODAY);
    expect(lines.map(({ from, until, standing }) => [from, until, standing])).toEqual([
      ['2026-12-01', null, 'coming'],
      ['2026-11-22', '2026-11-30', 'now'],
      ['2026-01-01', '2026-11-21', 'past'],
    ]);
    expect(rateLines(RATES, TODAY - 1).map(({ standing }) => standing)).toEqual(['coming', 'coming', 'now']);
  });

  it('another holds from tomorrow at the earliest, and from a free date', () => {
    expect(firstFreeDate(RATES, TODAY)).toBe('2026-11-23');
    expect(firstFreeDate(RATES, dayOfDate('2026-11-30'))).toBe('2026-12-02');
    const wrong = (from: string) => wrongFrom(from, RATES, TODAY);
    expect(['', '2026-11-22', '2026-11-23', '2026-12-01'].map(wrong)).toEqual([
      'fromPast',
      'fromPast',
      null,
      'fromTaken',
    ]);
  });

  it('cost what the balance earns', () => {
    expect(savingsCost(money(36_500_000n), rate(200n))).toEqual({ day: 2_000n, year: 730_000n });
  });
});

describe('what is due', () => {
  const items = [
    { date: '2026-11-20', holdings: 1, principal: '100.00', interest: '1.00' },
    { date: '2026-11-22', holdings: 2, principal: '200.00', interest: '-0.50' },
    { date: '2026-11-24', holdings: 1, principal: '50.00', interest: '0.25' },
    { date: '2027-11-24', holdings: 9, principal: '900.00', interest: '9.00' },
  ];

  it('is added up before a day; what is overdue is in it', () => {
    expect(dueBefore(items, TODAY + 1, CNY)).toEqual({
      holdings: 3,
      principal: 30_000n,
      interest: 50n,
      total: 30_050n,
    });
    expect(dueBefore(items, TODAY + 3, CNY).total).toBe(35_075n);
    expect(dueBefore([], TODAY, CNY).total).toBe(0n);
  });

  it('stands in bars of days or weeks; what is later than the last bar is in none', () => {
    const days = dueBars(items, TODAY, { count: 3, step: 1 }, CNY);
    expect(days.map(({ from, to, total, height }) => [from, to, total, height])).toEqual([
      ['2026-11-22', '2026-11-22', 30_050n, 1],
      ['2026-11-23', '2026-11-23', 0n, 0],
      ['2026-11-24', '2026-11-24', 5_025n, 0.167],
    ]);
    const weeks = dueBars(items, TODAY, { count: 2, step: 7 }, CNY);
    expect(weeks.map(({ from, to, total }) => [from, to, total])).toEqual([
      ['2026-11-22', '2026-11-28', 35_075n],
      ['2026-11-29', '2026-12-05', 0n],
    ]);
    expect(dueBars([], TODAY, { count: 1, step: 1 }, CNY)[0]?.height).toBe(0);
  });
});

test('an end of day is late once its turn has come and it is not closed', () => {
  const open = { date: '2026-11-21', closedAt: null, setAside: [] };
  const done = { ...open, closedAt: '2026-11-22T00:01:00.000Z' };
  expect(endOfDayState(done, '2026-11-21')).toBe('done');
  const [waits, written] = [{ endedAt: null }, { endedAt: '2026-11-22T00:02:00.000Z' }];
  expect(endOfDayState({ ...done, setAside: [written, waits] }, null)).toBe('quarantined');
  expect(endOfDayState({ ...done, setAside: [written] }, null)).toBe('done');
  expect(endOfDayState(open, '2026-11-20')).toBe('late');
  expect(endOfDayState(open, '2026-11-21')).toBe('late');
  expect(endOfDayState(open, null)).toBe('busy');
  expect([0, 850, 1_250, 59_999, 187_400].map(durationText)).toEqual([
    '0 ms',
    '850 ms',
    '1.25 s',
    '60.00 s',
    '3:07 min',
  ]);
});
