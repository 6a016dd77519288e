// @vitest-environment happy-dom
import { fakeIndexedDb } from '@candor/api-client/testing/fake-indexed-db';
import type { ProductView } from '@candor/contract/market';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keptStore } from '../../lib/kept-store.ts';
import { SITE_CONFIG } from '../../lib/testing/site-config.ts';
import { forgetOrderFlow, orderFlow } from '../../services/active-order/placing/current-flow.ts';
import { setServerTime } from '../../services/live/server-clock.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { seedPrices } from '../../services/live/live.ts';
import { startDrafts } from '../../services/session/drafts.ts';
import { beginSession, endSession, session } from '../../services/session/session.ts';
import { site, siteOf } from '../../services/session/site.ts';
import { changeOneTap } from '../../services/one-tap/one-tap.ts';
import { termsOf } from './product-terms.ts';
import { consent } from './risk-consent.ts';
import { useTicket } from './use-ticket.ts';
import type { TicketModel } from './use-ticket.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const { indexedDB } = fakeIndexedDb();

let sent: { method: string; body: unknown }[];
let root: Root;
let cache: QueryClient;
let model: TicketModel;

const SITE = siteOf(SITE_CONFIG);

function productWith(termsVersion: number, payoutRate: string): ProductView {
  return {
    code: 'BTCUSDT',
    names: { 'zh-Hans': '比特币', 'zh-Hant': '比特幣', en: 'Bitcoin' },
    category: 'crypto',
    decimals: 2,
    status: 'trading',
    opensAt: null,
    feed: 'live',
    last: { seq: 1, at: new Date().toISOString(), price: '64000.10' },
    change24h: null,
    durations: [{ seconds: 60, payoutRate, minStake: '10.00', maxStake: '50000.00' }],
    presets: ['100.00'],
    feeRate: '0.0000',
    termsVersion,
    termsHash: '0'.repeat(64),
    acceptWithinMs: 3000,
    entryDelaySec: 0,
    sessions: 'always',
  };
}

const SEEN = productWith(1, '0.8500');
const WORSE = productWith(2, '0.8000');
const BETTER = productWith(2, '0.9000');

beforeAll(async () => {
  startDrafts();
  vi.stubGlobal('indexedDB', indexedDB);
  await keptStore.read('any');
});

beforeEach(async () => {
  sent = [];
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    sent.push({ method: init.method ?? 'GET', body });
    // The answer never comes: only the request matters here.
    return new Promise(() => undefined);
  });
  const now = new Date();
  setServerTime(now.toISOString(), now.getTime(), now.getTime());
  beginSession('T', 'demo');
  session.takeProfile({ sessionKey: 'k', name: 'demo', avatar: '', roles: [], permissions: [] });
  site.set(SITE);
  cache = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const money = { wallet: 'practice', available: '1000.00' };
  cache.setQueryData(queryKeys.money('practice'), money);
  cache.setQueryData(queryKeys.openOrders, { items: [], nextCursor: null });
  seedPrices([SEEN]);
  await new Promise((resolve) => requestAnimationFrame(() => resolve(undefined)));
  root = createRoot(document.body.appendChild(document.createElement('div')));
});

afterEach(() => {
  act(() => root.unmount());
  endSession('logout');
  forgetOrderFlow();
});

function Probe({ product }: { product: ProductView }) {
  const terms = termsOf(product, SITE.currency);
  if (terms === null) throw new Error('terms that can be read');
  const ticket = useTicket(product, terms, 'practice', 'up');
  useLayoutEffect(() => {
    model = ticket;
  });
  return null;
}

function show(product: ProductView): void {
  act(() =>
    root.render(
      <QueryClientProvider client={cache}>
        <Probe key={product.code} product={product} />
      </QueryClientProvider>,
    ),
  );
}

/** Runs a press, and everything that follows from it up to the call: an order is signed before it is sent. */
async function press(run: () => void): Promise<void> {
  const before = orders().length;
  act(run);
  for (let turn = 0; turn < 20; turn += 1) await act(async () => await Promise.resolve());
  if (orderFlow().at !== 'submitting') return;
  await vi.waitFor(async () => {
    await act(async () => await Promise.resolve());
    expect(orders().length).toBeGreaterThan(before);
  });
}

function orders() {
  return sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
}

test('an order under the terms that were shown is sent with their version', async () => {
  await consent('demo', 'BTCUSDT');
  show(SEEN);
  expect([model.problem, model.change]).toEqual([null, null]);
  await press(() => model.confirm());
  expect(orders()).toMatchObject([{ product: 'BTCUSDT', stake: '100.00', termsVersion: 1 }]);
});

test('an amount that was typed and not ordered is there after a look at another product, and ends with the session', () => {
  show(SEEN);
  act(() => model.edit({ type: 'stake', text: '250' }));
  show({ ...SEEN, code: 'ETHUSDT' });
  expect(model.ticket.stake).toBe('100');
  show(SEEN);
  expect(model.ticket.stake).toBe('250');
  act(() => endSession('logout'));
  show({ ...SEEN, code: 'ETHUSDT' });
  show(SEEN);
  expect(model.ticket.stake).toBe('100');
});

test('worse terms are not confirmed unseen: the member accepts them first, and then the order is sent', async () => {
  await consent('demo', 'BTCUSDT');
  show(SEEN);
  show(WORSE);
  expect(model.change).not.toBeNull();
  await press(() => model.confirm());
  await press(() => model.tap('down'));
  expect(orders()).toEqual([]);
  expect(orderFlow().at).toBe('idle');

  await press(() => model.acceptTerms());
  await press(() => model.confirm());
  expect(orders()).toMatchObject([{ termsVersion: 2 }]);
});

test('better terms need no confirmation', async () => {
  await consent('demo', 'BTCUSDT');
  show(SEEN);
  show(BETTER);
  await press(() => model.confirm());
  expect(orders()).toMatchObject([{ termsVersion: 2 }]);
});

test('reading the risk notice does not confirm terms that got worse meanwhile', async () => {
  await keptStore.remove('risk-notice:demo');
  show(SEEN);
  await press(() => model.confirm());
  expect([model.isRiskShown, orders()]).toEqual([true, []]);
  show(WORSE);
  await press(() => model.acceptRisk());
  expect(orders()).toEqual([]);
  expect(model.change).not.toBeNull();
});

test('in one-tap mode, too, a tap on a direction places no order under worse terms', async () => {
  await consent('demo', 'BTCUSDT');
  changeOneTap('demo', { isOn: true, limit: '500' });
  show(SEEN);
  expect(model.isInstant).toBe(true);
  show(WORSE);
  await press(() => model.tap('up'));
  expect(orders()).toEqual([]);
});
