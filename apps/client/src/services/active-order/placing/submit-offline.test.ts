import type { OrderBody } from '@candor/contract/trading';
import { expect, test, vi } from 'vitest';
import { orderFlow } from './current-flow.ts';
import { submitOrder } from './submit-order.ts';

vi.mock('./send-order.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

const body: OrderBody = { product: 'BTCUSDT', direction: 'up', durationSec: 60, stake: '100' };

test('without the code that sends, nothing is sent, and the member may try again', async () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  await submitOrder('demo', body, null);
  expect(orderFlow()).toMatchObject({ at: 'refused', error: 'ORDER_FAILED_RETRY' });
  expect(fetched).not.toHaveBeenCalled();
});
