// @vitest-environment happy-dom
import { fakeIndexedDb } from '@candor/api-client/testing/fake-indexed-db';
import { UiTextsProvider } from '@candor/ui/ui-texts.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { language } from '../lib/language.ts';
import { navigate, startLocation } from '../lib/location.ts';
import { paths } from '../lib/paths.ts';
import { commandMenuOpen } from '../lib/shell-actions.ts';
import { SITE_CONFIG } from '../lib/testing/site-config.ts';
import common from '../locales/en/common.json';
import shell from '../locales/en/shell.json';
import { site, siteOf } from '../services/session/site.ts';
import { TopNav } from './top-nav.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const { indexedDB } = fakeIndexedDb();

let root: Root;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', indexedDB);
  vi.stubGlobal('fetch', async () => Response.json({ code: 500, msg: '' }));
  language.set('en');
  commandMenuOpen.set(false);
  site.set(siteOf(SITE_CONFIG));
  startLocation();
  navigate(paths.trade('ETHUSDT'));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <IntlProvider locale="en" timeZone="UTC" messages={{ common, shell }}>
          <UiTextsProvider
            texts={{
              back: '',
              clear: '',
              close: '',
              copied: '',
              copy: '',
              failed: '',
              hidePassword: '',
              loading: '',
              showPassword: '',
            }}
          >
            <TopNav ticker={null} />
          </UiTextsProvider>
        </IntlProvider>
      </QueryClientProvider>,
    ),
  );
});

afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = '';
});

function entries(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('nav a[href], nav button')];
}

async function press(key: string): Promise<void> {
  await act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
}

test('the entries lead from the markets to the account, and the page shown is named', () => {
  expect(entries().map((entry) => entry.textContent)).toEqual([
    'Home',
    'Markets',
    'Trade',
    'Deposit',
    'Withdraw',
    'Invest',
    'Orders',
    'Account',
  ]);
  // Without a code: the page opens the product that was traded last.
  expect(entries()[2]?.getAttribute('href')).toBe('#/pages/kLineChart/move');
  expect(entries().filter((entry) => entry.getAttribute('aria-current') === 'page')).toEqual([entries()[2]]);
});

test.each([
  ['Deposit', paths.recharge()],
  ['Deposit', paths.recharge('usdt')],
  ['Withdraw', paths.withdraw()],
  ['Invest', paths.ebaoSubmit('7')],
  ['Orders', paths.order('7')],
  ['Orders', paths.depositRecords()],
  ['Account', paths.security()],
  ['Account', paths.limits()],
])('%s is lit at %s', async (name, path) => {
  await act(async () => navigate(path));
  const lit = entries().filter((entry) => entry.hasAttribute('aria-current'));
  expect(lit.map((entry) => entry.textContent)).toEqual([name]);
});

test('the logo leads home', () => {
  expect(document.querySelector('header a')?.getAttribute('href')).toBe('#/pages/home/index');
});

test('left and right move between the entries, and round the ends', async () => {
  const all = entries();
  all[0]?.focus();
  await press('ArrowRight');
  expect(document.activeElement).toBe(all[1]);
  await press('ArrowLeft');
  await press('ArrowLeft');
  expect(document.activeElement).toBe(all.at(-1));
});

test('lists say that they open, and that they are closed', () => {
  const lists = entries().filter((entry) => entry.tagName === 'BUTTON');
  expect(lists.map((list) => [list.getAttribute('aria-haspopup'), list.getAttribute('aria-expanded')])).toEqual(
    lists.map(() => ['menu', 'false']),
  );
  expect(lists).toHaveLength(3);
});

test('the command menu has a button that names its keys', async () => {
  const button = document.querySelector<HTMLElement>('[aria-haspopup=dialog]');
  expect(button?.getAttribute('aria-label')).toBe(shell.command.open);
  expect(button?.getAttribute('aria-keyshortcuts')).toBe('/ Control+K Meta+K');
  await act(async () => button?.click());
  expect(commandMenuOpen.get()).toBe(true);
});
