import { currency } from '@candor/domain/money';
import { expect, test, vi } from 'vitest';
import { plainError } from '@candor/api-client/api-error';
import { sampleProject } from '../../lib/testing/sample-project.ts';
import { changedTerms, haveTermsChanged } from './changed-terms.ts';
import { earningsBars } from './earnings-bars.ts';
import { readInvestIntent, resumePurchases } from './invest-calls.ts';
import { holdingAddress, holdingQuery, readHoldingFilter } from './invest-filter.ts';
import { addMonths, weekdayNames, weeksOf } from './month-grid.ts';
import { transferPresets, transferProblem } from './savings-rules.ts';

const TODAY = '2026-11-30';

const CNY = currency('CNY', 2);

test('the bars of the earnings share one scale, and the smallest earning is still visible', () => {
  const { bars, sum, best } = earningsBars(
    [
      { date: '2026-11-01', projects: '0.00', savings: '0.00' },
      { date: '2026-11-02', projects: '6.00', savings: '2.00' },
      { date: '2026-11-03', projects: '0.01', savings: '0.00' },
      { date: '2026-11-04', projects: '-1.00', savings: '0.50' },
    ],
    CNY,
  );
  expect(bars.map(({ projectsPart, savingsPart }) => [projectsPart, savingsPart])).toEqual([
    [0, 0],
    [75, 25],
    [3, 0],
    // An early redemption took more than the day earned.
    [0, 6.2],
  ]);
  expect({ sum, best }).toEqual({ sum: '7.51', best: { date: '2026-11-02', total: '8.00' } });
  expect(earningsBars([{ date: '2026-11-01', projects: '0.00', savings: '0.00' }], CNY).best).toBeNull();
});

test('a month is whole weeks from Monday on', () => {
  const weeks = weeksOf('2026-11');
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(weeks.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null]);
  expect(weeksOf('2028-02').flat().filter(Boolean)).toHaveLength(29);
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  expect(weekdayNames('en').map(({ long }) => long)[0]).toBe('Monday');
});

test('the records show what is still to come back until another tab is chosen', () => {
  expect(readHoldingFilter(new URLSearchParams('status=nonsense'), TODAY).tab).toBe('awaiting');
  const filter = readHoldingFilter(new URLSearchParams('status=all&from=2026-11-01&to=2026-11-02'), TODAY);
  expect(holdingQuery(filter)).toEqual({ status: undefined, from: '2026-11-01', to: '2026-11-03' });
  expect(holdingAddress({ ...filter, tab: 'awaiting' })).toEqual({
    status: null,
    from: '2026-11-01',
    to: '2026-11-02',
  });
});

test('terms have changed with their version or the agreement; only what differs is compared', () => {
  const seen = sampleProject();
  expect(haveTermsChanged(seen, sampleProject({ left: '5.00' }))).toBe(false);
  const now = sampleProject({ termsVersion: 2, annualRate: '0.0400', early: null });
  expect(haveTermsChanged(seen, now)).toBe(true);
  expect(changedTerms(seen, now)).toEqual(['annualRate', 'early']);
  expect(haveTermsChanged(seen, sampleProject({ agreementVersion: 2 }))).toBe(true);
});

test('money moves only as far as it is there, and the difference is exact', () => {
  const sides = { available: '800.00', balance: '1200.00' };
  const problemOf = (direction: 'in' | 'out', amount: string) => transferProblem(direction, amount, sides, CNY);
  expect(problemOf('in', '800')).toBeNull();
  expect(problemOf('in', '800.01')).toEqual({ key: 'INVEST_BALANCE_INSUFFICIENT', missing: '0.01' });
  expect(problemOf('out', '1300')).toEqual({ key: 'SAVINGS_INSUFFICIENT', missing: '100.00' });
  expect(problemOf('in', '')?.key).toBe('AMOUNT_REQUIRED');
  expect(problemOf('in', '0.001')?.key).toBe('AMOUNT_TOO_PRECISE');
  expect(problemOf('in', '1.001')?.key).toBe('AMOUNT_AMBIGUOUS');
  expect(problemOf('in', '0')?.key).toBe('AMOUNT_INVALID');
  expect(transferPresets('in', sides, CNY)).toEqual(['500']);
  expect(transferPresets('out', sides, CNY)).toEqual(['500', '1000']);
});

const INTENT = { key: 'k', account: 'demo', madeAtMs: 1_000, call: 'buy' } as const;

test('only an intent of our own shape is read', () => {
  expect(readInvestIntent({ ...INTENT, body: { amount: '1' } })).toEqual(INTENT);
  expect(readInvestIntent({ ...INTENT, call: 'gamble' })).toBeNull();
  expect(readInvestIntent(null)).toBeNull();
});

test('a purchase without an answer stays open until it is found or cannot come any more', async () => {
  const drop = vi.fn(async () => undefined);
  const find = vi.fn(async () => undefined);
  const lookUp = async (nowMs: number, found: typeof find = find) =>
    await resumePurchases('demo', { intents: { of: async () => [INTENT], drop }, find: found, nowMs: () => nowMs });
  expect(await lookUp(2_000)).toEqual({ found: null, isOpen: true, isLost: false });
  const lost = vi.fn(async () => {
    throw plainError(0, 'OUTCOME_UNKNOWN');
  });
  expect(await lookUp(900_000, lost)).toEqual({ found: null, isOpen: true, isLost: false });
  expect(drop).not.toHaveBeenCalled();
  expect(await lookUp(900_000)).toEqual({ found: null, isOpen: false, isLost: true });
  expect(drop).toHaveBeenCalledWith('k');
});
