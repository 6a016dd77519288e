import { expect, test } from 'vitest';
import type { PublicAccount, PublicMonth } from '../site/openings-data.ts';
import type { PublicData } from '../site/public-data.ts';
import { checkMonths, readAllMonths } from './check-months.ts';
import { collectFindings } from './findings.ts';
import type { DayCell } from './openings-state.ts';

/** Ten accounts that staked 100 each: six lost it, four were paid 180. */
const ACCOUNTS: readonly PublicAccount[] = Array.from({ length: 10 }, (_, at) => ({
  ref: at.toString(16).padStart(64, '0'),
  won: at < 4 ? 1 : 0,
  lost: at < 4 ? 0 : 1,
  tied: 0,
  staked: '100.00',
  paid: at < 4 ? '180.00' : '0.00',
}));
const MONTH: PublicMonth = {
  month: '2026-02',
  won: 4,
  lost: 6,
  tied: 0,
  accounts: 10,
  losing: 6,
  losingRate: '0.6000',
  staked: '1000.00',
  paid: '720.00',
  returnRate: '0.7200',
  countedAt: Date.UTC(2026, 2, 1),
};

async function read(month: Partial<PublicMonth>, accounts: readonly PublicAccount[] = ACCOUNTS) {
  const findings = collectFindings();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is asked for
  const data = {
    readMonths: async () => await Promise.resolve([{ ...MONTH, ...month }]),
    readAccounts: async (_wallet: string, _month: string, cursor: string | null) => {
      const from = cursor === null ? 0 : Number(cursor);
      const items = accounts.slice(from, from + 4);
      return await Promise.resolve({ items, nextCursor: from + 4 < accounts.length ? `${from + 4}` : null });
    },
  } as unknown as PublicData;
  const months = await readAllMonths({ data, findings }, ['practice']);
  return { months, findings, where: findings.kept.map(({ where }) => where) };
}

test('figures that the accounts add up to hold', async () => {
  expect((await read({})).where).toEqual([]);
});

test.each([
  ['a higher return', { returnRate: '0.9000' }],
  ['more that was paid', { paid: '900.00', returnRate: '0.9000' }],
  ['fewer accounts that lost', { losing: 5, losingRate: '0.5000' }],
  ['fewer lost orders', { lost: 5 }],
  ['no sums though there are enough accounts', { staked: null, paid: null, returnRate: null }],
  ['sums of few accounts', { accounts: 9 }],
])('%s is found', async (_, month) => {
  expect((await read(month)).where).not.toEqual([]);
});

test('an account that is listed twice, or left out, is found', async () => {
  expect((await read({}, [...ACCOUNTS, ...ACCOUNTS.slice(0, 1)])).where).not.toEqual([]);
  expect((await read({}, ACCOUNTS.slice(1))).where).not.toEqual([]);
});

function cell(result: string, orders: number, unknown = 0): [string, DayCell] {
  return [result, { product: 'AAA', durationSec: 60, result, orders, unknown }];
}

async function compare(
  cells: readonly [string, DayCell][],
  wholeFrom: string | null = '',
  openedAt = Date.UTC(2026, 2, 2),
  countedAt = MONTH.countedAt,
) {
  const { months, findings } = await read({ countedAt });
  const days = {
    cellsOf: (_: string, from: string, to: string) =>
      new Map(from === '2026-02-01' && to === '2026-02-28' ? cells : []),
  };
  checkMonths(months, { findings, days, wholeFrom: () => wholeFrom, openedAt, readAt: openedAt });
  return findings.kept.map(({ where }) => where);
}

test('the orders of a month are those that the log opens', async () => {
  expect(await compare([cell('won', 4), cell('lost', 6)])).toEqual([]);
  expect(await compare([cell('won', 4), cell('lost', 7)])).toHaveLength(1);
  expect(await compare([cell('won', 3), cell('lost', 6)])).toHaveLength(1);
  expect(await compare([cell('won', 3, 1), cell('lost', 6)])).toEqual([]);
  // Of a log that was opened later, nobody knows the others.
  expect(await compare([cell('won', 3), cell('lost', 6)], '2026-02-02')).toEqual([]);
  expect(await compare([cell('won', 3), cell('lost', 6)], null)).toEqual([]);
  expect(await compare([cell('won', 9)], '', Date.UTC(2026, 2, 1))).toEqual([]);
});

test('a month that says it was counted in a time to come is found, for nobody would compare it', async () => {
  expect(await compare([cell('won', 1)], '', Date.UTC(2026, 2, 2), Date.UTC(2099, 0, 1))).toEqual([
    'practice, 2026-02: counted at 2099-01-01T00:00:00.000Z',
  ]);
});

test.each([
  ['with orders that is not listed a week after its end is found', '2026-03', 'won', Date.UTC(2026, 3, 10), 1],
  ['that is over for a few days may be counted yet', '2026-03', 'won', Date.UTC(2026, 3, 5), 0],
  ['of void orders alone has no figures', '2026-03', 'voided', Date.UTC(2026, 3, 10), 0],
  ['from before the oldest one was counted by nobody', '2026-01', 'won', Date.UTC(2026, 3, 10), 0],
] as const)('a month %s', async (_, opened, result, openedAt, found) => {
  const { months, findings } = await read({});
  const cells = new Map([cell('won', 4), cell('lost', 6)]);
  const days = {
    cellsOf: (_wallet: string, from: string) =>
      from.startsWith('2026-02') ? cells : new Map(from.startsWith(opened) ? [cell(result, 1)] : []),
  };
  checkMonths(months, { findings, days, wholeFrom: () => '', openedAt, readAt: openedAt });
  expect(findings.kept.map(({ where }) => where)).toEqual(found === 0 ? [] : ['practice, 2026-03: not listed']);
});
