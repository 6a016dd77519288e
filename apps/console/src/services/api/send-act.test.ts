import { plainError } from '@candor/api-client/api-error';
import { placeOrder } from '@candor/contract/calls/trading';
import { beforeEach, expect, test, vi } from 'vitest';
import { sendAct } from './send-act.ts';

// What is called does not matter here.
const call = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock('./request.ts', () => ({ call }));

const LOST = plainError(0, 'OUTCOME_UNKNOWN');
const REFUSED = plainError(409, 'DEPOSIT_STATE_CHANGED');
const BODY = { product: 'BTCUSDT', direction: 'up', durationSec: 60, stake: '1.00' } as const;

beforeEach(() => void call.mockReset());

async function send(): Promise<unknown> {
  return await sendAct(placeOrder, { body: BODY }, 'key');
}

test('an act that is answered is sent once', async () => {
  call.mockResolvedValueOnce('done');
  expect(await send()).toBe('done');
  expect(call).toHaveBeenCalledExactlyOnceWith(placeOrder, { body: BODY, idempotencyKey: 'key' });
});

test('a lost answer is asked for again, once, under the same key', async () => {
  call.mockRejectedValueOnce(LOST).mockResolvedValueOnce('done');
  expect(await send()).toBe('done');
  expect(call.mock.calls[1]).toEqual(call.mock.calls[0]);
  call.mockReset();
  call.mockRejectedValue(LOST);
  await expect(send()).rejects.toBe(LOST);
  expect(call).toHaveBeenCalledTimes(2);
});

test.each([REFUSED, new TypeError('a fault')])('%s is not sent again', async (failure) => {
  call.mockRejectedValue(failure);
  await expect(send()).rejects.toBe(failure);
  expect(call).toHaveBeenCalledOnce();
});
