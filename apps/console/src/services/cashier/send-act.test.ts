import { plainError } from '@candor/api-client/api-error';
import { anything } from '@candor/api-client/api';
import { beforeEach, expect, test, vi } from 'vitest';
import type { api } from '../api/request.ts';
import { sendAct } from './send-act.ts';

const post = vi.hoisted(() => vi.fn<typeof api.post>());
vi.mock('../api/request.ts', () => ({ api: { post } }));

const LOST = plainError(0, 'OUTCOME_UNKNOWN');
const REFUSED = plainError(409, 'DEPOSIT_STATE_CHANGED');

beforeEach(() => void post.mockReset());

async function send(): Promise<unknown> {
  return await sendAct('/act', { version: 1 }, anything, 'key');
}

test('an act that is answered is sent once', async () => {
  post.mockResolvedValueOnce('done');
  expect(await send()).toBe('done');
  expect(post).toHaveBeenCalledExactlyOnceWith('/act', { version: 1 }, anything, { idempotencyKey: 'key' });
});

test('a lost answer is asked for again, once, under the same key', async () => {
  post.mockRejectedValueOnce(LOST).mockResolvedValueOnce('done');
  expect(await send()).toBe('done');
  expect(post.mock.calls[1]).toEqual(post.mock.calls[0]);
  post.mockReset();
  post.mockRejectedValue(LOST);
  await expect(send()).rejects.toBe(LOST);
  expect(post).toHaveBeenCalledTimes(2);
});

test.each([REFUSED, new TypeError('a fault')])('%s is not sent again', async (failure) => {
  post.mockRejectedValue(failure);
  await expect(send()).rejects.toBe(failure);
  expect(post).toHaveBeenCalledOnce();
});
