// @vitest-environment happy-dom
import { fakeIndexedDb } from '@candor/api-client/testing/fake-indexed-db';
import { EN_ERRORS as textOf } from '@candor/contract/errors/en';
import type { ProductView } from '@candor/contract/market';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadErrorTexts } from '../../lib/error-texts.ts';
import { keptStore } from '../../lib/kept-store.ts';
import { language } from '../../lib/language.ts';
import { startLocation } from '../../lib/location.ts';
import { sampleOrder } from '../../lib/testing/sample-order.ts';
import { SITE_CONFIG } from '../../lib/testing/site-config.ts';
import common from '../../locales/en/common.json';
import trade from '../../locales/en/trade.json';
import { forgetActiveOrders } from '../../services/active-order/following/active-orders.ts';
import { forgetOrderFlow } from '../../services/active-order/placing/current-flow.ts';
import { seedPrices } from '../../services/live/live.ts';
import { setServerTime } from '../../services/live/server-clock.ts';
import { PracticeResetDialog } from '../../services/practice-reset/practice-reset-dialog.tsx';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { deviceKeys } from '../../services/session/device-keys.ts';
import { beginSession, endSession, session } from '../../services/session/session.ts';
import { site, siteOf } from '../../services/session/site.ts';
import { termsOf } from './product-terms.ts';
import { consent } from './risk-consent.ts';
import { TicketPanel } from './ticket-panel.tsx';
import { useTicket } from './use-ticket.ts';

/* The ticket as a member uses it: found by role and text, answered by a server of this file. */

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const { indexedDB } = fakeIndexedDb();

let root: Root;
let cache: QueryClient;
/** Orders as the server receives them. */
let placed: Record<string, unknown>[];
let resets: number;
/** The answer to the next order; without one, none comes. */
let answer: unknown;
let available: string;
/** What the limits of the product leave; none without it. */
let room: { seconds: number; up: string; down: string }[] | undefined;

const SITE = siteOf(SITE_CONFIG);

const PRODUCT: ProductView = {
  code: 'BTCUSDT',
  names: { 'zh-Hans': '比特币', 'zh-Hant': '比特幣', en: 'Bitcoin' },
  category: 'crypto',
  decimals: 2,
  status: 'trading',
  opensAt: null,
  feed: 'live',
  last: { seq: 1, at: new Date().toISOString(), price: '64000.10' },
  change24h: null,
  durations: [
    { seconds: 5, payoutRate: '0.8000', minStake: '10.00', maxStake: '50000.00' },
    { seconds: 60, payoutRate: '0.8500', minStake: '10.00', maxStake: '50000.00' },
  ],
  presets: ['100.00', '500.00'],
  feeRate: '0.0000',
  termsVersion: 1,
  termsHash: '0'.repeat(64),
  acceptWithinMs: 3000,
  entryDelaySec: 3,
  sessions: 'always',
};

beforeAll(async () => {
  vi.stubGlobal('indexedDB', indexedDB);
  await keptStore.read('any');
  await loadErrorTexts('en');
});

beforeEach(async () => {
  [placed, resets, answer, available, room] = [[], 0, undefined, '1000.00', undefined];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => await respond(address, init));
  language.set('en');
  const now = new Date();
  setServerTime(now.toISOString(), now.getTime(), now.getTime());
  localStorage.clear();
  beginSession('T', 'demo');
  session.takeProfile({ sessionKey: 'k', name: 'demo', avatar: '', roles: [], permissions: [] });
  site.set(SITE);
  startLocation();
  await consent('demo', 'BTCUSDT');
  cache = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
  cache.setQueryData(queryKeys.products, [PRODUCT]);
  cache.setQueryData(queryKeys.openOrders, { items: [], nextCursor: null });
  seedPrices([{ ...PRODUCT, last: { seq: Date.now(), at: now.toISOString(), price: '64000.10' } }]);
  await new Promise((resolve) => requestAnimationFrame(() => resolve(undefined)));
});

afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = '';
  endSession('logout');
  forgetOrderFlow();
  forgetActiveOrders();
});

async function respond(address: string, { method = 'GET', body }: RequestInit): Promise<Response> {
  const { pathname } = new URL(address, 'http://localhost');
  if (pathname === '/api/user/money') return json(success(moneyNow()));
  if (pathname.endsWith('/room')) return json(success({ items: room }));
  if (pathname.includes('practice')) {
    resets += 1;
    available = '100000.00';
    return json(success(moneyNow()));
  }
  if (method === 'POST') {
    placed.push(JSON.parse(typeof body === 'string' ? body : '{}'));
    if (answer !== undefined) return json(answer);
  }
  return await new Promise(() => undefined);
}

function moneyNow() {
  const rest = { held: '0.00', invested: '0.00', savings: '0.00', openStake: '0.00' };
  return { usermoney: available, available, ...rest, wallet: 'practice', currency: 'CNY' };
}

function success(data: unknown) {
  return { code: 200, msg: 'ok', data };
}

function json(data: unknown): Response {
  return new Response(JSON.stringify(data), { headers: { 'content-type': 'application/json' } });
}

function Ticket() {
  const terms = termsOf(PRODUCT, SITE.currency);
  if (terms === null) throw new Error('terms that can be read');
  const limited = { ...PRODUCT, lossLimits: { second: '300.00', product: '300.00', day: '300.00' } };
  const model = useTicket(room === undefined ? PRODUCT : limited, terms, 'practice', 'up');
  return (
    <>
      <TicketPanel model={model} inDialog={false} onClose={null} />
      <PracticeResetDialog open={model.isResetShown} onClose={() => model.showReset(false)} />
    </>
  );
}

async function show(): Promise<void> {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <QueryClientProvider client={cache}>
        <IntlProvider locale="en" messages={{ common, trade }} timeZone="UTC">
          <Ticket />
        </IntlProvider>
      </QueryClientProvider>,
    ),
  );
  await until(() => document.body.textContent.includes('Available ¥'));
}

async function until(isSo: () => boolean): Promise<void> {
  await vi.waitFor(async () => {
    await act(async () => await new Promise((resolve) => setTimeout(resolve, 0)));
    expect(isSo()).toBe(true);
  });
}

function button(name: RegExp | string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].filter(({ textContent }) =>
    typeof name === 'string' ? textContent === name : name.test(textContent),
  );
  if (found[0] === undefined) throw new Error(`there is no button ${name}`);
  return found[0];
}

async function press(name: RegExp | string): Promise<void> {
  await act(async () => button(name).click());
}

function amount(): HTMLInputElement {
  const field = document.querySelector<HTMLInputElement>('#ticket-amount');
  if (field === null) throw new Error('there is no amount field');
  return field;
}

async function type(text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(amount(), text);
    amount().dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function submit(): Promise<void> {
  await act(async () => {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
}

function factOf(name: string): string | undefined {
  const term = [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === name);
  return term?.nextElementSibling?.textContent ?? undefined;
}

function error() {
  return document.getElementById('ticket-amount-error')?.textContent;
}

test('the ticket says how much later the order enters', async () => {
  await show();
  expect(document.body.textContent).toContain('You enter at the price 3 seconds after the next whole second');
});

test('a preset and a duration say what can be won and lost, side by side', async () => {
  await show();
  await press('¥500');
  expect(amount().value).toBe('500');
  expect(button('¥500').getAttribute('aria-pressed')).toBe('true');
  expect([factOf(trade.ticket.win), factOf(trade.ticket.lose)]).toEqual(['+¥425.00', '−¥500.00']);
  await act(async () => document.querySelector<HTMLInputElement>('input[type=radio][value="5"]')?.click());
  expect([factOf(trade.ticket.win), factOf(trade.ticket.payout)]).toEqual(['+¥400.00', '¥900.00']);
});

test('a free amount is on the button that confirms, in the chosen direction', async () => {
  await show();
  await type('12.5');
  expect(button('Confirm Up ¥12.50').type).toBe('submit');
  await act(async () => document.querySelector<HTMLInputElement>('input[type=radio][value="down"]')?.click());
  expect(button('Confirm Down ¥12.50').disabled).toBe(false);
});

test('an amount with one decimal is read back as money is written everywhere', async () => {
  await show();
  await type('10,5');
  expect(document.getElementById('ticket-amount-hint')?.textContent).toContain(
    common.amount.readAs.replace('{amount}', '¥10.50'),
  );
});

test('what is typed stays as it is, and the order is placed for what the ticket says it read', async () => {
  await show();
  for (const letters of ['1', '10', '10,', '10,5', '10,50']) {
    await type(letters);
    expect(amount().value).toBe(letters);
  }
  expect(document.getElementById('ticket-amount-hint')?.textContent).toContain(
    common.amount.readAs.replace('{amount}', '¥10.50'),
  );
  expect(button('Confirm Up ¥10.50').type).toBe('submit');
  await submit();
  await until(() => placed.length === 1);
  expect(placed).toMatchObject([{ stake: '10.50' }]);
});

test.each([
  ['1.234', textOf.AMOUNT_AMBIGUOUS],
  ['-50', textOf.AMOUNT_SIGNED],
  ['1e3', textOf.AMOUNT_EXPONENT],
  ['1'.repeat(20), textOf.AMOUNT_TOO_LONG],
  ['0.125', textOf.AMOUNT_TOO_PRECISE.replace('{decimals}', '2')],
])('%s is refused in words, stays as typed, and nothing is sent', async (text, words) => {
  await show();
  await type(text);
  await submit();
  expect(error()).toContain(words);
  expect(amount().value).toBe(text);
  expect(placed).toEqual([]);
});

test('an amount outside its bounds says so at the field once it was sent, and nothing is sent', async () => {
  await show();
  await type('9.99');
  await submit();
  expect(error()).toContain(textOf.STAKE_BELOW_MINIMUM.replace('{min}', '¥10.00'));
  await type('');
  await submit();
  expect(error()).toContain(textOf.STAKE_REQUIRED);
  available = '90000.00';
  await act(async () => await cache.invalidateQueries({ queryKey: queryKeys.moneyAll }));
  await type('50000.01');
  await submit();
  expect(error()).toContain(textOf.STAKE_ABOVE_MAXIMUM.replace('{max}', '¥50,000.00'));
  expect(placed).toEqual([]);
});

test('missing practice money is reset at the ticket, and the same order can be placed at once', async () => {
  available = '40.00';
  await show();
  await type('100');
  await until(() => error()?.includes(textOf.BALANCE_INSUFFICIENT) ?? false);
  expect([...document.querySelectorAll('a')].map(({ textContent }) => textContent)).not.toContain(
    trade.ticket.recharge,
  );
  await press(trade.ticket.reset);
  expect(document.querySelector('dialog[open]')?.textContent).toContain(common.practice.ask);
  expect(document.querySelector('dialog[open]')?.textContent).toContain('¥100,000.00');
  await act(async () =>
    [...document.querySelectorAll<HTMLButtonElement>('dialog[open] button')]
      .find(({ textContent }) => textContent === common.practice.confirm)
      ?.click(),
  );
  await until(() => document.body.textContent.includes('Available ¥100,000.00'));
  expect(resets).toBe(1);
  expect(document.querySelector('dialog[open]')).toBeNull();
  expect([error(), amount().value]).toEqual([undefined, '100']);
  await submit();
  await until(() => placed.length === 1);
  expect(placed).toMatchObject([{ direction: 'up', durationSec: 60, stake: '100.00', wallet: 'practice' }]);
});

test('while the order is on its way its fields are locked, and it is sent once', async () => {
  await show();
  await submit();
  await until(() => placed.length === 1);
  expect(button(/Submitting/).getAttribute('aria-busy')).toBe('true');
  expect(document.querySelector('fieldset')?.disabled).toBe(true);
  await submit();
  expect(placed).toHaveLength(1);
});

test('after an accepted order the ticket leads to it instead of ordering again', async () => {
  const now = Date.now();
  const at = (ms: number) => new Date(now + ms).toISOString();
  answer = success(
    sampleOrder({
      submittedAt: at(0),
      acceptedAt: at(0),
      entryAt: at(1_000),
      closesAt: at(61_000),
      entryPrice: null,
    }),
  );
  await show();
  await submit();
  // The one order of a product is open: the ticket leads to it, and sends no second one.
  await until(() => document.body.textContent.includes(textOf.POSITION_PENDING));
  expect(button(trade.problem.showPosition)).toBeDefined();
  await submit();
  expect(placed).toHaveLength(1);
});

test.each([
  ['POSITION_PENDING', trade.problem.showPosition],
  ['PRICE_UNAVAILABLE', trade.problem.toTicket],
  ['ACCOUNT_FROZEN', trade.problem.contact],
] as const)('a refusal says why, that no money moved, and one step: %s', async (key, step) => {
  answer = { code: 500, msg: '', data: null, error: key, params: { reason: 'STALE' } };
  await show();
  await submit();
  await until(() => document.querySelector('[role="alert"]') !== null);
  const alert = document.querySelector('[role="alert"]')?.textContent ?? '';
  expect(alert).toContain(trade.problem.moneyUntouched);
  expect(button(step)).toBeDefined();
  await press(common.actions.close);
  expect(button(/^Confirm Up/)).toBeDefined();
});

test('a refusal by a limit of the product offers what fits, by one press', async () => {
  answer = { code: 409, msg: '', data: null, error: 'HOUSE_LIMIT', params: { max: '117.65' } };
  await show();
  await type('500');
  await submit();
  await until(() => document.querySelector('[role="alert"]') !== null);
  expect(document.querySelector('[role="alert"]')?.textContent).toContain(
    textOf.HOUSE_LIMIT.replace('{max}', '¥117.65'),
  );
  await press(trade.problem.take.replace('{amount}', '¥117.65'));
  answer = undefined;
  await submit();
  await until(() => placed.length > 1);
  expect(placed.map(({ stake }) => stake)).toEqual(['500.00', '117.65']);
});

test('a signed order that the site did not take can be kept as a file: the text that was signed, and the signature', async () => {
  await deviceKeys.offer();
  deviceKeys.keep('T');
  await vi.waitFor(async () => expect(await deviceKeys.everUsed()).toHaveLength(1));
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob);
    return 'blob:x';
  });
  answer = { code: 500, msg: textOf.ORDER_FAILED_RETRY, error: 'ORDER_FAILED_RETRY' };
  await show();
  await type('100');
  expect(document.body.textContent).not.toContain(trade.ticket.keepSent);
  await submit();
  await until(() => document.body.textContent.includes(trade.ticket.keepSent));
  await press(trade.ticket.keepSent);
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  const file = JSON.parse((await saved[0]?.text()) ?? '') as { text: string; sent: object; publicKey: string };
  expect(file.sent).toEqual(placed[0]);
  expect(file.text.split('\n').slice(0, 7)).toMatchObject([
    'candor-order-request-v2',
    expect.any(String),
    'BTCUSDT',
    'up',
    '60',
    '100.00',
    'practice',
  ]);
  expect(file.text).toContain(file.publicKey);
  expect(file.sent).toMatchObject({ request: { signature: expect.stringMatching(/^[0-9a-f]{128}$/) } });
});

test('what the limits leave right now stands below the amount, and a preset above it cannot be chosen', async () => {
  room = [{ seconds: 60, up: '352.94', down: '50000.00' }];
  await show();
  await until(() => document.body.textContent.includes('Up to ¥352.94 right now'));
  await press('¥100');
  await press(/^¥500/);
  expect(amount().value).toBe('100');
  expect(button(/^¥500/).getAttribute('aria-disabled')).toBe('true');
  expect(button(/^¥500/).getAttribute('aria-label')).toContain('limit of this product');
});
