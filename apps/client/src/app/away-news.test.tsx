// @vitest-environment happy-dom
import { showToast, ToastHost } from '@candor/ui/toast.tsx';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadTexts } from '../lib/i18n.tsx';
import { tryWriteKept } from '../lib/kept-store.ts';
import { sampleOrder } from '../lib/testing/sample-order.ts';
import texts from '../locales/en/messages.json';
import { forgetActiveOrders, followOrder } from '../services/active-order/following/active-orders.ts';
import { tellSettlement } from '../services/active-order/following/settlement-notice.ts';
import { beginSession, endSession, session } from '../services/session/session.ts';
import {
  leave,
  link,
  messages,
  readsOf,
  serve,
  settle,
  show,
  startScreens,
  until,
} from '../services/testing/screen.tsx';
import './away-toast.tsx';
import { AwayNews } from './late-layers.tsx';

startScreens();

const ORDERS = '/api/trade/orders';
const AWAY_MS = Date.parse('2026-11-21T07:30:00.000Z');
let account = 0;
/** Of the test browser, which has none. One tab never waits for a lock. */
const LOCKS = { request: async (_: string, run: () => unknown) => run() };

beforeEach(async () => {
  // No clock of a test waits for what a page loads.
  await loadTexts(['messages']);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined });
  localStorage.clear();
  Object.defineProperty(navigator, 'locks', { value: LOCKS, configurable: true });
  account += 1;
  beginSession('T', '');
  session.state.set({ ...session.state.get(), name: `demo${account}` });
});
afterEach(() => {
  forgetActiveOrders();
  endSession('logout');
  vi.restoreAllMocks();
});

function idOf(number: number): string {
  return `019a9f00-0000-7000-8000-${number.toString().padStart(12, '0')}`;
}

function settled(number: number, second: number, profit: string) {
  const settledAt = new Date(AWAY_MS + second * 1_000).toISOString();
  return sampleOrder({
    id: idOf(number),
    status: profit.startsWith('-') ? 'lost' : 'won',
    profit,
    settledAt,
    exitPrice: '64000.20',
  });
}

function awayUntil(ms: number): void {
  tryWriteKept(`results-told:demo${account}`, ms);
}

async function visit(): Promise<void> {
  // The toast of an earlier visit is gone.
  act(() => showToast(''));
  await show(
    <>
      <AwayNews />
      <ToastHost />
    </>,
    { messages: texts },
  );
  // The page and its open orders come first.
  await until(() => expect(readsOf(ORDERS)).toBeGreaterThan(0));
  await act(async () => await vi.advanceTimersByTimeAsync(1_600));
  for (let turn = 0; turn < 20; turn += 1) {
    await settle();
    // Code and texts load in real time.
    await act(async () => await new Promise((resolve) => setImmediate(resolve)));
  }
}

function toast(): string | undefined {
  return messages().find((text) => text.startsWith('While you were away'));
}

test('results of the time away are told once, with their sum and the way to the records', async () => {
  awayUntil(AWAY_MS);
  serve(ORDERS, {
    items: [settled(2, 2, '185.00'), settled(1, 1, '-100.00'), settled(9, -1, '7.00')],
    nextCursor: null,
  });
  await visit();
  expect(toast()).toBe('While you were away: 2 orders settled, +¥85.00Details');
  expect(link('Details')?.hash).toBe('#/pages/history/index');
  leave();
  await visit();
  expect(toast()).toBeUndefined();
});

test('one result leads to its order', async () => {
  awayUntil(AWAY_MS);
  serve(ORDERS, { items: [settled(1, 1, '-100.00')], nextCursor: null });
  await visit();
  expect(toast()).toBe('While you were away: 1 order settled, −¥100.00Details');
  expect(link('Details')?.hash).toBe(`#/pages/order/orderInfo/index?id=${idOf(1)}`);
});

test('the first visit on a device tells nothing, and asks for nothing', async () => {
  serve(ORDERS, { items: [settled(1, 1, '85.00')], nextCursor: null });
  await visit();
  expect(toast()).toBeUndefined();
  // The open orders alone.
  expect(readsOf(ORDERS)).toBe(1);
});

test('a result that was seen live, or is followed on this page, is not told again', async () => {
  awayUntil(AWAY_MS);
  await tellSettlement(
    { id: idOf(1), result: '', product: '' },
    { sound: false, vibration: false, notifications: false },
  );
  followOrder(sampleOrder({ id: idOf(2) }));
  serve(ORDERS, { items: [settled(2, 2, '85.00'), settled(1, 1, '85.00')], nextCursor: null });
  await visit();
  expect(toast()).toBeUndefined();
});

test('a tab that nobody looks at waits until somebody does', async () => {
  awayUntil(AWAY_MS);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  serve(ORDERS, { items: [settled(1, 1, '85.00')], nextCursor: null });
  await visit();
  expect(toast()).toBeUndefined();
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await settle();
  await settle();
  expect(toast()).toContain('+¥85.00');
});

test('of more results than are read at once no sum is said', async () => {
  awayUntil(AWAY_MS);
  const items = Array.from({ length: 30 }, (_, at) => settled(at, 30 - at, '1.00'));
  serve(ORDERS, { items, nextCursor: 'more' });
  await visit();
  expect(toast()).toBe('While you were away: 30 orders or more settledDetails');
});
