// @vitest-environment happy-dom
import { listProducts } from '@candor/contract/calls/market';
import { listOrders, readSummary } from '@candor/contract/calls/trading';
import { QueryClient } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { sampleOrder } from '../../lib/testing/sample-order.ts';
import common from '../../locales/en/common.json';
import orders from '../../locales/en/orders.json';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { serve, settle, show, startScreens } from '../../services/testing/screen.tsx';
import { HistoryPage } from './history-page.tsx';

/* The link to the open orders comes with the page: later it would push down what is read. */

startScreens();

const OPEN = { items: [sampleOrder({ status: 'open' })], nextCursor: null };
const WAITED_MS = 1_500;

let answerOpen: ((answer: unknown) => void) | undefined;

beforeEach(() => {
  // A phone: on a desktop the link is in the bar, where nothing moves when it comes.
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  serve(listProducts.path, []);
  serve(listOrders.path, { items: [sampleOrder({ status: 'lost', profit: '-100.00' })], nextCursor: null });
  serve(readSummary.path, { count: 0, won: 0, lost: 0, tied: 0, voided: 0, staked: '0.00', profit: '0.00', days: [] });
  const known = fetch;
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (!address.includes('status=open')) return await known(address, init);
    return Response.json({ code: 200, msg: 'ok', data: await new Promise((resolve) => (answerOpen = resolve)) });
  });
});

async function openPage() {
  await show(<HistoryPage />, { common, orders });
}

function parts() {
  const text = document.body.textContent ?? '';
  return { strip: text.includes('1 open position'), results: text.includes(orders.filter.results.won) };
}

test('the page waits for the number of open orders and comes with the link', async () => {
  await openPage();
  expect(parts()).toEqual({ strip: false, results: false });
  answerOpen?.(OPEN);
  await settle();
  expect(parts()).toEqual({ strip: true, results: true });
});

test('a slow answer is not awaited, and then moves nothing', async () => {
  await openPage();
  await act(async () => await vi.advanceTimersByTimeAsync(WAITED_MS));
  expect(parts()).toEqual({ strip: false, results: true });
  answerOpen?.(OPEN);
  await settle();
  expect(parts()).toEqual({ strip: false, results: true });
});

test('a number that is known shows the link at once', async () => {
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  cache.setQueryData(queryKeys.openOrders, OPEN);
  await show(<HistoryPage />, { common, orders }, cache);
  expect(parts()).toEqual({ strip: true, results: true });
});

test('where nothing was ever ordered the page says only that', async () => {
  serve(listOrders.path, { items: [], nextCursor: null });
  await openPage();
  answerOpen?.({ items: [], nextCursor: null });
  await settle();
  expect(parts()).toEqual({ strip: false, results: false });
  expect(document.body.textContent).toContain(orders.noHistory);
  expect(document.body.textContent).not.toContain(orders.summary.staked);
});
