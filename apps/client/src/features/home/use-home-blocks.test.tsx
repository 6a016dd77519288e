// @vitest-environment happy-dom
import { readNoticesNow } from '@candor/contract/calls/notices';
import { readFirstRun } from '@candor/contract/calls/first-run';
import { listOrders } from '@candor/contract/calls/trading';
import { QueryClient } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { answer, leave, serve, settle, show, startScreens } from '../../services/testing/screen.tsx';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { useHomeBlocks } from './use-home-blocks.ts';

/* Home shows the blocks that may be there or not together: one that comes later would push the others away. */

startScreens();

const FIRST_RUN = { offered: false, step: 'product', product: null, order: null };
const WAITED_MS = 1_500;

beforeEach(() => {
  vi.useFakeTimers();
  serve(readFirstRun.path, FIRST_RUN);
  serve(listOrders.path, { items: [], nextCursor: null });
  serve(readNoticesNow.path, { unread: 0, messages: 0, important: [], bar: [] });
});

function Probe() {
  const { offer, isSettled } = useHomeBlocks();
  return <p>{`${isSettled ? 'shown' : 'waiting'}, ${offer === null ? 'no offer' : 'offer'}`}</p>;
}

function shown(): string | undefined {
  return document.querySelector('p')?.textContent;
}

/** The answer about the guide is on its way until the returned function gives it. */
function holdFirstRun(): (data: object) => void {
  let answered: ((answer: Response) => void) | undefined;
  const known = fetch;
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) =>
    address.includes(readFirstRun.path)
      ? await new Promise((resolve) => (answered = resolve))
      : await known(address, init),
  );
  return (data) => answered?.(Response.json({ code: 200, msg: 'ok', data }));
}

test('all that was asked is answered', async () => {
  await show(<Probe />, {});
  expect(shown()).toBe('shown, no offer');
});

test.each([readFirstRun, listOrders, readNoticesNow])('$id alone is awaited, not for long', async ({ path }) => {
  answer(`GET ${path}`, 'never');
  await show(<Probe />, {});
  expect(shown()).toBe('waiting, no offer');
  await act(async () => await vi.advanceTimersByTimeAsync(WAITED_MS));
  expect(shown()).toBe('shown, no offer');
});

test('a member who presses waits for nothing, and no offer comes under their finger', async () => {
  const late = holdFirstRun();
  await show(<Probe />, {});
  expect(shown()).toBe('waiting, no offer');
  act(() => void dispatchEvent(new Event('pointerdown')));
  expect(shown()).toBe('shown, no offer');
  late({ ...FIRST_RUN, offered: true });
  await settle();
  expect(shown()).toBe('shown, no offer');
  leave();
});

test.each([
  ['an open order', queryKeys.openOrders, { items: [{}], nextCursor: null }],
  ['a settled order', queryKeys.orderList({ status: 'settled' }), { pages: [{ items: [{}] }], pageParams: [] }],
  ['an order that was looked at', queryKeys.order('a'), {}],
  ['sums of orders', queryKeys.summary({}), { count: 3 }],
])('without a network, no guide is offered to a member with %s', async (_, key, kept) => {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  cache.setQueryData(queryKeys.firstRun, { ...FIRST_RUN, offered: true });
  cache.setQueryData(key, kept);
  for (const { path } of [readFirstRun, listOrders, readNoticesNow]) answer(`GET ${path}`, 'lost');
  await show(<Probe />, {}, cache);
  expect(shown()).toBe('shown, no offer');
});

test('an offer that is kept is made without a network, where no order is known', async () => {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  cache.setQueryData(queryKeys.firstRun, { ...FIRST_RUN, offered: true });
  cache.setQueryData(queryKeys.openOrders, { items: [], nextCursor: null });
  cache.setQueryData(queryKeys.summary({}), { count: 0 });
  await show(<Probe />, {}, cache);
  expect(shown()).toBe('shown, offer');
});

test('an offer is shown with the rest', async () => {
  serve(readFirstRun.path, { ...FIRST_RUN, offered: true });
  await show(<Probe />, {});
  expect(shown()).toBe('shown, offer');
});
