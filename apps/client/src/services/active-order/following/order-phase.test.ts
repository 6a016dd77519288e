import type { OrderView } from '@candor/contract/trading';
import { expect, test } from 'vitest';
import { sampleOrder } from '../../../lib/testing/sample-order.ts';
import { differenceToEntry, isLosingStreak, markPassed, orderPhase, rereadPauseMs } from './order-phase.ts';

const ENTRY = Date.parse('2026-11-21T03:00:01.000Z');
const CLOSE = ENTRY + 60_000;

const order = sampleOrder({
  submittedAt: new Date(ENTRY - 900).toISOString(),
  acceptedAt: new Date(ENTRY - 800).toISOString(),
  entryAt: new Date(ENTRY).toISOString(),
  entryPrice: '67000.10',
  closesAt: new Date(CLOSE).toISOString(),
});
const unentered: OrderView = { ...order, entryPrice: null };
const won: OrderView = { ...order, status: 'won' };

test.each([
  ['entering', unentered, ENTRY + 500],
  ['counting', order, ENTRY + 500],
  ['counting', order, CLOSE - 1],
  ['settling', order, CLOSE],
  ['settling', order, CLOSE + 4_999],
  ['delayed', order, CLOSE + 5_000],
  ['won', won, CLOSE + 9_000],
] as const)('%s', (phase, shown, now) => {
  expect(orderPhase(shown, now)).toBe(phase);
});

test('the order is read rarely while news comes, often while it does not, every second once due', () => {
  expect(rereadPauseMs(order, CLOSE - 40_000, true)).toBe(40_800);
  expect(rereadPauseMs(order, CLOSE - 40_000, false)).toBe(10_000);
  expect(rereadPauseMs(order, CLOSE - 2_000, false)).toBe(2_800);
  expect(rereadPauseMs(order, CLOSE, true)).toBe(1_000);
  expect(rereadPauseMs(order, CLOSE + 30_000, true)).toBe(5_000);
  expect(rereadPauseMs(unentered, ENTRY - 700, true)).toBe(1_100);
  expect(rereadPauseMs(unentered, ENTRY + 1_000, true)).toBe(500);
  expect(rereadPauseMs(won, CLOSE + 500, false)).toBe(false);
});

test('30 and 10 seconds are announced once each', () => {
  expect(markPassed(order, CLOSE - 31_000, CLOSE - 30_000)).toBe(30);
  expect(markPassed(order, CLOSE - 30_000, CLOSE - 29_000)).toBeNull();
  expect(markPassed(order, CLOSE - 11_000, CLOSE - 10_000)).toBe(10);
  expect(markPassed(order, CLOSE - 40_000, CLOSE - 5_000)).toBe(10);
  expect(markPassed(order, CLOSE - 11_000, CLOSE)).toBeNull();
});

test('a mark outside the duration of an order is not announced', () => {
  const short = { ...order, entryAt: new Date(CLOSE - 30_000).toISOString() };
  expect(markPassed(short, CLOSE - 31_000, CLOSE - 30_000)).toBeNull();
  expect(markPassed(won, CLOSE - 31_000, CLOSE - 30_000)).toBeNull();
});

test('the difference to the entry is exact and shows if the order is ahead or behind', () => {
  expect(differenceToEntry(order, '67000.30')).toEqual({ text: '0.20', standing: 'ahead' });
  expect(differenceToEntry({ ...order, direction: 'down' }, '67000.30')).toEqual({ text: '0.20', standing: 'behind' });
  expect(differenceToEntry(order, '66999.90')).toEqual({ text: '0.20', standing: 'behind' });
  expect(differenceToEntry(order, '67000.1')).toEqual({ text: '0.00', standing: 'level' });
  expect(differenceToEntry(unentered, '67000.30')).toBeNull();
  expect(differenceToEntry(order, null)).toBeNull();
});

test('three losses in a row count, without ties and voids between them', () => {
  const of = (...statuses: OrderView['status'][]) => statuses.map((status) => ({ status }));
  expect(isLosingStreak(of('lost', 'lost', 'lost', 'won'))).toBe(true);
  expect(isLosingStreak(of('lost', 'tied', 'lost', 'voided', 'lost'))).toBe(true);
  expect(isLosingStreak(of('lost', 'lost', 'won', 'lost'))).toBe(false);
  expect(isLosingStreak(of('lost', 'lost'))).toBe(false);
});
