import { errorOfEnvelope, plainError } from '@candor/api-client/api-error';
import { cancelDeposit, listWithdrawals, makeDeposit } from '@candor/contract/calls/cashier';
import { beforeEach, expect, test, vi } from 'vitest';
import { serverNow } from '../../services/live/server-clock.ts';
import type { CashierIntent } from './kept-calls.ts';
import { resumeCalls } from './resume-calls.ts';

const calls = vi.hoisted(() => ({ call: vi.fn(), of: vi.fn(), drop: vi.fn() }));
vi.mock('../../services/api/request.ts', () => ({ call: calls.call }));
vi.mock(import('./kept-calls.ts'), async (original) => {
  const actual = await original();
  return { ...actual, cashierIntents: { ...actual.cashierIntents, of: calls.of, drop: calls.drop } };
});

const DEPOSIT = { channel: 'bank-cny', amount: '1', currency: 'CNY' };

beforeEach(() => {
  for (const mock of Object.values(calls)) mock.mockReset();
});

function left(more: Partial<CashierIntent>): void {
  const intent = { key: 'k', account: 'demo', madeAtMs: serverNow(), call: 'deposit', id: null, body: DEPOSIT };
  calls.of.mockResolvedValue([{ ...intent, ...more }]);
}

test('a call is sent again under its key, and forgotten when it is answered', async () => {
  left({ call: 'cancelDeposit', id: 'd1', body: {} });
  expect(await resumeCalls('demo')).toBe(true);
  expect(calls.call).toHaveBeenCalledExactlyOnceWith(cancelDeposit, { params: { id: 'd1' }, idempotencyKey: 'k' });
  expect(calls.drop).toHaveBeenCalledExactlyOnceWith('k');
});

test.each([
  ['a refusal is an answer', errorOfEnvelope({ code: 500, msg: '', data: null, error: 'DEPOSIT_STATE_CHANGED' }), 1],
  ['a lost answer is none', plainError(0, 'OUTCOME_UNKNOWN'), 0],
])('%s', async (_, error, dropped) => {
  left({});
  calls.call.mockRejectedValue(error);
  await resumeCalls('demo');
  expect(calls.call).toHaveBeenCalledExactlyOnceWith(makeDeposit, { body: DEPOSIT, idempotencyKey: 'k' });
  expect(calls.drop).toHaveBeenCalledTimes(dropped);
});

test.each([
  ['that the server has', 0, [{}], 1],
  ['that may still be on its way', 10_000, [], 0],
  ['that cannot come any more', 70_000, [], 1],
] as const)('a withdrawal %s is looked up by its key, and never sent', async (_, ageMs, items, dropped) => {
  left({ call: 'withdraw', body: null, madeAtMs: serverNow() - ageMs });
  calls.call.mockResolvedValue({ items });
  await resumeCalls('demo');
  expect(calls.call).toHaveBeenCalledExactlyOnceWith(listWithdrawals, { query: { key: 'k' } });
  expect(calls.drop).toHaveBeenCalledTimes(dropped);
});

test('without a member nothing is looked at', async () => {
  expect(await resumeCalls('')).toBe(false);
  expect(calls.of).not.toHaveBeenCalled();
});
