// @vitest-environment happy-dom
import { fakeIndexedDb } from '@candor/api-client/testing/fake-indexed-db';
import type { FirstRunBody, FirstRunView } from '@candor/contract/first-run';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { language } from '../../lib/language.ts';
import { navigate, startLocation } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { browse } from '../../lib/testing/fake-history.ts';
import { SITE_CONFIG } from '../../lib/testing/site-config.ts';
import common from '../../locales/en/common.json';
import market from '../../locales/en/market.json';
import texts from '../../locales/en/start.json';
import { site, siteOf } from '../../services/session/site.ts';
import { StartPage } from './start-page.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const { indexedDB } = fakeIndexedDb();
const PRODUCT = {
  code: 'BTCUSDT',
  names: { 'zh-Hans': '比特币', 'zh-Hant': '比特幣', en: 'Bitcoin' },
  category: 'crypto',
  decimals: 2,
  status: 'trading',
  opensAt: null,
  feed: 'simulated',
  last: null,
  change24h: null,
  durations: [{ seconds: 60, payoutRate: '0.8500', minStake: '10.00', maxStake: '50000.00' }],
  presets: ['100.00'],
  feeRate: '0.0000',
  termsVersion: 1,
  termsHash: '0'.repeat(64),
  acceptWithinMs: 3000,
  entryDelaySec: 0,
  sessions: 'always',
  sparkline: [],
};

let root: Root;
let state: FirstRunView;
/** What the server was told. */
let kept: FirstRunBody[];

beforeEach(() => {
  vi.stubGlobal('indexedDB', indexedDB);
  state = { offered: true, step: 'product', product: null, order: null };
  kept = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://localhost');
    if (pathname === '/api/market/products') return json([PRODUCT]);
    if (pathname !== '/api/account/first-run') throw new TypeError('connection lost');
    if (init.method === 'PUT') {
      const body: FirstRunBody = JSON.parse(typeof init.body === 'string' ? init.body : '{}');
      kept.push(body);
      state = {
        ...state,
        offered: body.left !== true,
        step: body.step ?? state.step,
        product: body.product ?? state.product,
      };
    }
    return json(state);
  });
  language.set('en');
  site.set(siteOf(SITE_CONFIG));
  startLocation();
});

afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = '';
});

function json(data: unknown): Response {
  return new Response(JSON.stringify({ code: 200, msg: 'ok', data }), {
    headers: { 'content-type': 'application/json' },
  });
}

async function settle() {
  await act(async () => await new Promise((resolve) => setTimeout(resolve, 0)));
}

async function show(heading: string) {
  navigate(paths.start());
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <IntlProvider locale="en" messages={{ common, market, start: texts }} timeZone="UTC">
          <StartPage />
        </IntlProvider>
      </QueryClientProvider>,
    ),
  );
  await shown(heading);
}

async function shown(heading: string) {
  await vi.waitFor(async () => {
    await settle();
    expect(document.querySelector('h2')?.textContent).toBe(heading);
  });
}

async function back() {
  await act(async () => history.back());
  await settle();
}

async function press(text: string) {
  const target = [...document.querySelectorAll('button')].find((button) => button.textContent?.includes(text));
  if (target === undefined) throw new Error(`there is no button ${text}`);
  await act(async () => target.click());
  await settle();
}

test('three steps lead to the trade page, with the product alone', async () => {
  await show('Choose a product');
  await press('Bitcoin');
  await shown('Understand these figures');
  expect(document.activeElement?.textContent).toBe('Understand these figures');
  const page = document.body.textContent ?? '';
  for (const figure of ['85%', '54.05%', '10.00', '50,000.00']) expect(page).toContain(figure);
  await press('Next');
  await shown('Confirm a practice order yourself');
  const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Open the trade page');
  expect(link?.getAttribute('href')).toBe('#/pages/kLineChart/move?code=BTCUSDT');
  expect(kept).toEqual([
    { step: 'terms', left: false, product: 'BTCUSDT' },
    { step: 'order', left: false, product: 'BTCUSDT' },
  ]);
});

test('it goes on where another device stopped, and back', async () => {
  state = { ...state, step: 'order', product: 'BTCUSDT' };
  await show('Confirm a practice order yourself');
  await press('Back');
  await shown('Understand these figures');
  expect(kept).toEqual([{ step: 'terms', left: false, product: 'BTCUSDT' }]);
});

test("the browser's back goes one step, forward again, and the account keeps both", async () => {
  browse();
  await show('Choose a product');
  await press('Bitcoin');
  await press('Next');
  await shown('Confirm a practice order yourself');
  await back();
  await shown('Understand these figures');
  await back();
  await shown('Choose a product');
  await act(async () => history.forward());
  await shown('Understand these figures');
  expect(kept.map(({ step, product }) => [step, product])).toEqual(
    ['terms', 'order', 'terms', 'product', 'terms'].map((step) => [step, 'BTCUSDT']),
  );
});

test('where the account leads to the last step, back goes through those before it', async () => {
  browse();
  state = { ...state, step: 'order', product: 'BTCUSDT' };
  await show('Confirm a practice order yourself');
  await back();
  await shown('Understand these figures');
  await back();
  await shown('Choose a product');
  await back();
  expect(location.hash).toBe('#/pages/home/index');
});

test('a member who looks at the steps again comes back to their order', async () => {
  browse();
  state = { ...state, offered: false, order: '00000000-0000-4000-8000-000000000001' };
  await show('You can check this order yourself');
  await press('See the three steps again');
  await shown('Choose a product');
  await back();
  await shown('You can check this order yourself');
  expect(kept).toEqual([]);
});

test('a product that is gone is chosen again', async () => {
  state = { ...state, step: 'order', product: 'GONE' };
  await show('Choose a product');
  expect(document.body.textContent).toContain('Step 1 of 3');
});

test('it can be left, and the account keeps that', async () => {
  await show('Choose a product');
  await press('Not now');
  await vi.waitFor(() => expect(kept).toEqual([{ left: true }]));
  expect(location.hash).toContain('/pages/home/index');
});

test('a member with an order sees how it is checked, and nothing is kept when they look again', async () => {
  const order = '00000000-0000-4000-8000-000000000001';
  state = { ...state, offered: false, order };
  await show('You can check this order yourself');
  expect(document.querySelector(`a[href*="${order}"]`)).not.toBeNull();
  await press('See the three steps again');
  await shown('Choose a product');
  await press('Bitcoin');
  await shown('Understand these figures');
  expect(kept).toEqual([]);
});
