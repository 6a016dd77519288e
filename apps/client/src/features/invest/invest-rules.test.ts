import { currency } from '@candor/domain/money';
import { expect, test } from 'vitest';
import { sampleProject } from '../../lib/testing/sample-project.ts';
import {
  amountProblem,
  daysBetween,
  interestFor,
  mostOf,
  presetsOf,
  projectionOf,
  takenPercent,
  termPercent,
  yieldAfter,
} from './invest-rules.ts';

const CNY = currency('CNY', 2);

const NOW = Date.parse('2026-11-22T04:00:00Z');
const TODAY = '2026-11-22';

function problemOf(amount: string, available = '100000.00', project = sampleProject()) {
  return amountProblem(project, { amount, available, nowMs: NOW }, CNY);
}

test('a projection shows what the term earns, when it starts, may end early, and is repaid', () => {
  expect(projectionOf(sampleProject(), '10000', TODAY, CNY)).toEqual({
    // 10,000 × 4.5 % / 365, and 30 days of it.
    daily: '1.23',
    interest: '36.99',
    total: '10036.99',
    startsOn: '2026-11-22',
    maturesOn: '2026-12-22',
    redeemableFrom: '2026-11-29',
    payments: [{ date: '2026-12-22', interest: '36.99', principal: '10000.00' }],
  });
});

test('daily payments add up to the interest of the term; the principal comes with the last', () => {
  const offer = sampleProject({ interest: 'daily', early: null });
  const projection = projectionOf(offer, '10000', TODAY, CNY);
  const cents = (projection?.payments ?? []).map(({ interest }) => Math.round(Number(interest) * 100));
  expect(cents.reduce((sum, one) => sum + one, 0)).toBe(3_699);
  expect(projection?.payments.filter(({ principal }) => principal !== '0.00')).toEqual([
    { date: '2026-12-22', interest: expect.any(String), principal: '10000.00' },
  ]);
  expect(projection).toMatchObject({ redeemableFrom: null });
});

test.each([
  // 10,000 × 2.85 % × 30 / 365 would be 23.42, but whoever leaves a term of 90 days on day 30 gets the early rate of 0.8 %.
  [30, { lockDays: 30, annualRate: '0.0080' }, { kind: 'early', interest: '6.58' }],
  [29, { lockDays: 30, annualRate: '0.0080' }, { kind: 'locked', interest: null }],
  [30, null, { kind: 'unrepaid', interest: null }],
  [90, null, { kind: 'whole', interest: '70.27' }],
  [120, null, { kind: 'whole', interest: '70.27' }],
])('after %i days with early terms %o a term of 90 days gives %o', (days, early, expected) => {
  expect(yieldAfter(days, { annualRate: '0.0285', termDays: 90, early }, '10000', CNY)).toEqual(expected);
});

test('savings give their rate for any number of days', () => {
  const savings = { annualRate: '0.0120', termDays: null, early: null };
  expect(yieldAfter(30, savings, '10000', CNY)).toEqual({ kind: 'whole', interest: '9.86' });
});

test.each(['', '0', '-5', '1e3', '10.001'])('"%s" has no projection', (amount) => {
  expect(projectionOf(sampleProject(), amount, TODAY, CNY)).toBeNull();
});

test.each([
  ['nothing typed', '', 'AMOUNT_REQUIRED', {}],
  ['too many decimals', '1000.001', 'AMOUNT_TOO_PRECISE', {}],
  ['zero', '0', 'AMOUNT_INVALID', {}],
  ['below the minimum', '999.50', 'INVEST_AMOUNT_BELOW_MINIMUM', { min: '1000.00', short: '0.50' }],
  ['above the own maximum', '50000.01', 'INVEST_AMOUNT_ABOVE_MAXIMUM', { max: '50000.00', over: '0.01' }],
] as const)('%s is refused with the exact difference', (_, amount, key, params) => {
  expect(problemOf(amount)).toEqual({ key, params });
});

test('what is left, and what is available, are refused with the exact difference', () => {
  expect(problemOf('2000', '100000.00', sampleProject({ left: '1500.00' }))).toEqual({
    key: 'PROJECT_LEFT_INSUFFICIENT',
    params: { left: '1500.00', over: '500.00' },
  });
  expect(problemOf('2000', '1500.00')).toEqual({ key: 'INVEST_BALANCE_INSUFFICIENT', params: { missing: '500.00' } });
  expect(problemOf('1500', '1500.00')).toBeNull();
});

test('a project that is not open is refused, whatever the amount', () => {
  expect(problemOf('2000', '9000.00', sampleProject({ status: 'closed' }))?.key).toBe('PROJECT_CLOSED');
  const opensAt = '2026-11-23T00:00:00.000Z';
  expect(problemOf('2000', '9000.00', sampleProject({ status: 'upcoming', opensAt }))?.key).toBe('PROJECT_NOT_OPEN');
});

test('the most is the smaller of what may be invested and what is available', () => {
  expect(mostOf(sampleProject(), '7000.00', CNY)).toBe('7000.00');
  expect(mostOf(sampleProject(), '70000.00', CNY)).toBe('50000.00');
  expect(mostOf(sampleProject(), '999.99', CNY)).toBeNull();
});

test('presets begin with the minimum and end where nothing more may be invested', () => {
  expect(presetsOf(sampleProject(), CNY)).toEqual(['1000', '5000', '10000', '50000']);
  expect(presetsOf(sampleProject({ investable: '6000.00' }), CNY)).toEqual(['1000', '5000']);
  expect(presetsOf(sampleProject({ investable: '0.00' }), CNY)).toEqual([]);
});

test('a bar is full only when nothing is left', () => {
  expect(takenPercent({ size: '1000.00', left: '0.01' }, CNY)).toBe(99);
  expect(takenPercent({ size: '1000.00', left: '0.00' }, CNY)).toBe(100);
  expect(termPercent({ termDays: 30, daysLeft: 30 })).toBe(0);
  expect(termPercent({ termDays: 30, daysLeft: 0 })).toBe(100);
});

test('days are counted by the calendar, over a leap day too', () => {
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2);
  expect(interestFor('10000', '0.0450', 365, CNY)).toBe('450.00');
});
