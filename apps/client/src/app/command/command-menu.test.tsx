// @vitest-environment happy-dom
import { fakeIndexedDb } from '@candor/api-client/testing/fake-indexed-db';
import type { ProductView } from '@candor/contract/market';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { language } from '../../lib/language.ts';
import { currentAddress, startLocation } from '../../lib/location.ts';
import { display } from '../../lib/preferences.ts';
import { logoutAsked } from '../../lib/shell-actions.ts';
import command from '../../locales/en/command.json';
import common from '../../locales/en/common.json';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { session } from '../../services/session/session.ts';
import { site, siteOf } from '../../services/session/site.ts';
import { sampleProduct } from '../../lib/testing/sample-product.ts';
import { SITE_CONFIG } from '../../lib/testing/site-config.ts';
import { CommandMenu } from './command-menu.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const { indexedDB } = fakeIndexedDb();

const SITE = siteOf(SITE_CONFIG);

let root: Root;

beforeEach(() => {
  vi.stubGlobal('indexedDB', indexedDB);
  localStorage.clear();
  location.hash = '';
  startLocation();
  language.set('en');
  site.set(SITE);
  session.begin('T', 'demo');
  session.state.set({ ...session.state.get(), name: `member-${Math.random()}` });
});

afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = '';
});

const PRODUCTS: ProductView[] = [
  sampleProduct({
    code: 'BTCUSDT',
    names: { 'zh-Hans': '比特币/USDT', 'zh-Hant': '比特幣/USDT', en: 'Bitcoin / Tether' },
  }),
  sampleProduct({
    code: 'ETHUSDT',
    names: { 'zh-Hans': '以太坊/USDT', 'zh-Hant': '以太坊/USDT', en: 'Ether / Tether' },
  }),
];

/** The button is where the focus was before. */
function Host() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      <CommandMenu open={open} onClose={() => setOpen(false)} />
    </>
  );
}

async function show(): Promise<void> {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  cache.setQueryData(queryKeys.products, PRODUCTS);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <QueryClientProvider client={cache}>
        <IntlProvider locale="en" timeZone="UTC" messages={{ common, command }}>
          <Host />
        </IntlProvider>
      </QueryClientProvider>,
    ),
  );
  await press(document.querySelector('button'));
}

async function press(element: Element | null): Promise<void> {
  await act(async () => (element as HTMLElement).click());
}

function field(): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>('[role=combobox]');
  if (!found) throw new Error('the menu is closed');
  return found;
}

async function type(text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function key(name: string): Promise<void> {
  await act(async () => field().dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })));
}

/** The option that the field names as the chosen one. */
function chosen(): Element {
  const option = document.getElementById(field().getAttribute('aria-activedescendant') ?? '');
  if (!option) throw new Error('the chosen option is not in the list');
  expect(option.getAttribute('role')).toBe('option');
  expect([...document.querySelectorAll('[aria-selected=true]')]).toEqual([option]);
  return option;
}

test('the first hit is chosen, with its price, and Enter opens it', async () => {
  await show();
  expect(field().getAttribute('aria-controls')).toBe(document.querySelector('[role=listbox]')?.id);
  await type('eth');
  expect(chosen().textContent).toContain('Ether / Tether');
  expect(chosen().textContent).toContain('3,200.50');
  await key('Enter');
  expect(document.querySelector('[role=combobox]')).toBeNull();
  expect(currentAddress()).toMatchObject({ path: '/pages/kLineChart/move' });
  expect(currentAddress().params.get('code')).toBe('ETHUSDT');
});

test('the arrows go round, and a new text starts at its first hit', async () => {
  await show();
  await type('tether');
  expect(chosen().textContent).toContain('Bitcoin');
  await key('ArrowDown');
  expect(chosen().textContent).toContain('Ether');
  await key('ArrowDown');
  expect(chosen().textContent).toContain('Bitcoin');
  await key('ArrowUp');
  expect(chosen().textContent).toContain('Ether');
  await type('withdraw');
  expect(chosen().textContent).toContain(common.titles.withdraw);
});

test('Chinese words find the same in English, and an action acts', async () => {
  await show();
  await type('浅色');
  expect(chosen().textContent).toContain('Theme: Light');
  await key('Enter');
  expect(display.get().theme).toBe('light');
  await press(document.querySelector('button'));
  await type('登出');
  await key('Enter');
  expect(logoutAsked.get()).toBe(true);
});

test('what was used last is first the next time', async () => {
  await show();
  await type('提现');
  await key('Enter');
  await press(document.querySelector('button'));
  expect(chosen().textContent).toContain(common.titles.withdraw);
});

test('nothing found: a hint, no option is named, and Enter does nothing', async () => {
  await show();
  await type('zzzz');
  expect(field().hasAttribute('aria-activedescendant')).toBe(false);
  expect(document.body.textContent).toContain('Nothing found for “zzzz”');
  await key('Enter');
  expect(field().value).toBe('zzzz');
});

test('Enter that ends the input of a Chinese word opens nothing', async () => {
  await show();
  await type('eth');
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true });
  Object.defineProperty(enter, 'isComposing', { value: true });
  await act(async () => field().dispatchEvent(enter));
  expect(field().value).toBe('eth');
});
