// @vitest-environment happy-dom
import type { AlertsView } from '@candor/contract/alerts';
import { EN_ERRORS } from '@candor/contract/errors/en';
import { plainError } from '@candor/api-client/api-error';
import { ToastHost } from '@candor/ui/toast.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadErrorTexts } from '../../lib/error-texts.ts';
import { language } from '../../lib/language.ts';
import alerts from '../../locales/en/alerts.json';
import common from '../../locales/en/common.json';
import { RemindButton } from './trade-bar.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const server = vi.hoisted(() => ({ get: vi.fn(), post: vi.fn(), del: vi.fn() }));
vi.mock('../../services/api/request.ts', async () => ({
  call: (await import('../../services/testing/call-by-method.ts')).callByMethod(server),
}));

const REMINDER = {
  id: '00000000-0000-4000-8000-000000000001',
  product: 'XAUUSD',
  opensAt: '2026-11-23T00:00:00.000Z',
  createdAt: '2026-11-22T00:00:00.000Z',
  toldAt: null,
};
let reminders: AlertsView['reminders'];
let root: Root;

beforeEach(async () => {
  reminders = [];
  server.get.mockReset().mockImplementation(async () => ({ alerts: [], reminders }));
  server.post.mockReset().mockImplementation(async () => {
    reminders = [REMINDER];
    return REMINDER;
  });
  server.del.mockReset().mockImplementation(async () => {
    reminders = [];
    return { removed: true };
  });
  language.set('en');
  await loadErrorTexts('en');
});
afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = '';
});

async function show(): Promise<void> {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <IntlProvider locale="en" messages={{ alerts, common }} timeZone="UTC">
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <RemindButton code="XAUUSD" />
          <ToastHost />
        </QueryClientProvider>
      </IntlProvider>,
    ),
  );
  await settle();
}

async function settle(): Promise<void> {
  await act(async () => await new Promise((resolve) => setTimeout(resolve)));
}

function button(): HTMLButtonElement {
  const found = document.querySelector('button');
  if (found === null) throw new Error('no button');
  return found;
}

async function press(): Promise<void> {
  await act(async () => button().click());
  await settle();
}

test('one press asks to be reminded of this product, a second one takes it back', async () => {
  await show();
  expect([button().textContent, button().getAttribute('aria-pressed')]).toEqual([alerts.remind.set, 'false']);
  await press();
  expect(server.post.mock.calls[0]?.[1]).toEqual({ product: 'XAUUSD' });
  expect([button().textContent, button().getAttribute('aria-pressed')]).toEqual([alerts.remind.isSet, 'true']);
  expect(document.querySelector('[role="status"]')?.textContent).toBe(alerts.remind.done);
  await press();
  expect(server.del.mock.calls[0]?.[0]).toContain(REMINDER.id);
  expect(button().getAttribute('aria-pressed')).toBe('false');
});

test('a reminder of another product, and one that was told, are not this one', async () => {
  reminders = [
    { ...REMINDER, product: 'EURUSD' },
    { ...REMINDER, id: '00000000-0000-4000-8000-000000000002', toldAt: '2026-11-22T01:00:00.000Z' },
  ];
  await show();
  expect(button().getAttribute('aria-pressed')).toBe('false');
});

test('until the reminders are read it cannot be pressed, so a press never means the opposite', async () => {
  server.get.mockRejectedValue(new TypeError('connection lost'));
  await show();
  expect(button().disabled).toBe(true);
});

test('a refusal leaves it as it was and says why', async () => {
  server.post.mockRejectedValue(plainError(429, 'RATE_LIMITED'));
  await show();
  await press();
  expect(button().getAttribute('aria-pressed')).toBe('false');
  expect(document.querySelector('[role="status"]')?.textContent).toContain(EN_ERRORS.RATE_LIMITED.slice(0, 10));
});
