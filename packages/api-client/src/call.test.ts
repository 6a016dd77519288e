import { afterEach, expect, expectTypeOf, test, vi } from 'vitest';
import { listOrders, placeOrder, readOrder } from '@candor/contract/calls/trading';
import type { OrderBody, OrderView } from '@candor/contract/trading';
import { createApi } from './api.ts';
import type { Api } from './api.ts';
import { pagesWith } from './call.ts';
import { createHosts } from './hosts.ts';

type Sent = { url: string; init: RequestInit };

let sent: Sent[] = [];

/** A request layer whose server answers every call with `data`. */
function apiOf(data: unknown): Api {
  sent = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return await Promise.resolve(Response.json({ code: 200, msg: 'ok', data }));
  });
  const hosts = createHosts('test_host');
  return createApi({ hosts, token: () => 'T', onUnauthorized: () => undefined, language: () => 'en' });
}

afterEach(() => vi.unstubAllGlobals());

const NO_ORDERS = { items: [], nextCursor: null };

test('a call goes to its path with its query, and its answer is parsed', async () => {
  const api = apiOf(NO_ORDERS);
  expect(await api.call(listOrders, { query: { status: 'open', limit: 5, cursor: undefined } })).toEqual(NO_ORDERS);
  expect(sent).toMatchObject([{ url: '/api/trade/orders?status=open&limit=5', init: { method: 'GET' } }]);
  await expect(api.call(readOrder, { params: { id: 'a/b' } })).rejects.toMatchObject({ key: 'UNKNOWN_ERROR' });
  expect(sent[1]?.url).toBe('/api/trade/orders/a%2Fb');
});

test('a body is sent as JSON with the key of the call', async () => {
  const api = apiOf(null);
  const body: OrderBody = { product: 'BTCUSDT', direction: 'up', durationSec: 60, stake: '10.00' };
  await expect(api.call(placeOrder, { body, idempotencyKey: 'K' })).rejects.toThrow();
  expect(sent).toMatchObject([
    { init: { method: 'POST', body: JSON.stringify(body), headers: { 'Idempotency-Key': 'K' } } },
  ]);
});

test('pages are read by their cursors', async () => {
  const { queryFn, getNextPageParam, initialPageParam } = pagesWith(apiOf(NO_ORDERS).call)(listOrders, {
    query: { limit: 2 },
  });
  const { signal } = new AbortController();
  await queryFn({ pageParam: initialPageParam, signal });
  await queryFn({ pageParam: 'C', signal });
  expect(sent.map(({ url }) => url)).toEqual(['/api/trade/orders?limit=2', '/api/trade/orders?limit=2&cursor=C']);
  expect([getNextPageParam({ nextCursor: 'C' }), getNextPageParam(NO_ORDERS)]).toEqual(['C', undefined]);
});

/** Calls with a mistake. Nobody calls this: the compiler must refuse each. */
export async function refusedByTheCompiler(api: Api): Promise<void> {
  const body: OrderBody = { product: 'BTCUSDT', direction: 'up', durationSec: 60, stake: '10.00' };
  // @ts-expect-error -- no such word
  await api.call(listOrders, { query: { status: 'opne' } });
  // @ts-expect-error -- no such key
  await api.call(listOrders, { query: { stauts: 'open' } });
  // @ts-expect-error -- a date is no number
  await api.call(listOrders, { query: { from: 5 } });
  // @ts-expect-error -- a list has no parameter
  await api.call(listOrders, { params: { id: 'x' } });
  // @ts-expect-error -- a GET has no body
  await api.call(listOrders, { body });
  // @ts-expect-error -- which order?
  await api.call(readOrder);
  // @ts-expect-error -- which order?
  await api.call(readOrder, {});
  // @ts-expect-error -- another name than that in the path
  await api.call(readOrder, { params: { code: 'x' } });
  // @ts-expect-error -- an order has no query
  await api.call(readOrder, { params: { id: 'x' }, query: { status: 'open' } });
  // @ts-expect-error -- the body is missing
  await api.call(placeOrder);
  // @ts-expect-error -- a part of the body is missing
  await api.call(placeOrder, { body: { product: 'BTCUSDT' } });
  // @ts-expect-error -- a direction is up or down
  await api.call(placeOrder, { body: { ...body, direction: 'left' } });
  // @ts-expect-error -- no such field
  await api.call(placeOrder, { body: { ...body, leverage: 10 } });
  // @ts-expect-error -- this call takes no form
  await api.call(placeOrder, { body: new FormData() });
  // @ts-expect-error -- whether a call is signed is declared
  await api.call(placeOrder, { body, signed: false });
  // @ts-expect-error -- one order is no page
  pagesWith(api.call)(readOrder);
  // @ts-expect-error -- placing is no page
  pagesWith(api.call)(placeOrder);
  // @ts-expect-error -- the cursor is the list's own
  pagesWith(api.call)(listOrders, { query: { cursor: 'x' } });
  // @ts-expect-error -- an order is no picture
  await api.picture(readOrder, { params: { id: 'x' } });
  expectTypeOf(await api.call(readOrder, { params: { id: 'x' } })).toEqualTypeOf<OrderView>();
}
