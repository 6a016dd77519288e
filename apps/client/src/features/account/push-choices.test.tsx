// @vitest-environment happy-dom
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
import account from '../../locales/en/account.json';
import common from '../../locales/en/common.json';
import type { PushChoice } from '../../services/push/push.ts';
import { PushChoices } from './push-choices.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const browser = vi.hoisted(() => ({
  obstacle: null as string | null,
  chosen: null as PushChoice | null,
  choose: vi.fn(),
}));
vi.mock('../../services/push/push.ts', () => ({
  PushRefused: class PushRefused extends Error {},
  pushObstacle: () => browser.obstacle,
  readPush: async () => browser.chosen,
  choosePush: browser.choose,
}));

let root: Root;
beforeEach(async () => {
  Object.assign(browser, { obstacle: null, chosen: null });
  browser.choose.mockReset();
  browser.choose.mockImplementation(async (choice: PushChoice) => (browser.chosen = choice));
  language.set('en');
  await loadErrorTexts('en');
});
afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = '';
});

async function show(): Promise<void> {
  const place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await act(async () =>
    root.render(
      <IntlProvider locale="en" messages={{ account, common }} timeZone="UTC">
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <PushChoices />
          <ToastHost />
        </QueryClientProvider>
      </IntlProvider>,
    ),
  );
  await act(async () => await new Promise((resolve) => setTimeout(resolve)));
}

function switches() {
  return [...document.querySelectorAll<HTMLElement>('[role="switch"]')].map((one) => ({
    name: one.getAttribute('aria-label'),
    on: one.getAttribute('aria-checked') === 'true',
    press: async () => await act(async () => one.click()),
  }));
}

test('it says what it means before the browser asks, and everything is off', async () => {
  await show();
  expect(document.body.textContent).toContain(account.push.about);
  expect(switches().map(({ name, on }) => [name, on])).toEqual([
    [account.push.settlement, false],
    [account.push.deposit, false],
    [account.push.withdrawal, false],
    [account.push.identity, false],
    [account.push.security, false],
    [account.push.support, false],
    [account.push.alert, false],
    [account.push.notice, false],
  ]);
  expect(browser.choose).not.toHaveBeenCalled();
});

test('each kind is chosen by itself; amounts only when the member allows them', async () => {
  await show();
  await switches()[0]?.press();
  expect(browser.choose.mock.calls.map(([choice]) => choice)).toEqual([{ kinds: ['settlement'], amounts: false }]);
  const all = switches();
  expect(all.map(({ on }) => on)).toEqual([true, ...Array.from({ length: 8 }, () => false)]);
  expect(all.at(-1)?.name).toBe(account.push.amounts);
  await all.at(-1)?.press();
  expect(browser.chosen).toEqual({ kinds: ['settlement'], amounts: true });
  await switches()[0]?.press();
  expect(browser.chosen).toEqual({ kinds: [], amounts: true });
});

test('a refusal leaves the choice as it was and says why', async () => {
  browser.choose.mockImplementation(async () => {
    throw plainError(400, 'PUSH_SERVICE_UNKNOWN');
  });
  await show();
  await switches()[1]?.press();
  expect(document.body.textContent).toContain(EN_ERRORS.PUSH_SERVICE_UNKNOWN);
  expect(switches().every(({ on }) => !on)).toBe(true);
});

test.each(['denied', 'unsupported'] as const)('%s: it says what to do, and asks for nothing', async (obstacle) => {
  browser.obstacle = obstacle;
  await show();
  expect(document.body.textContent).toContain(account.push[obstacle]);
  expect(switches()).toEqual([]);
});
