// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import common from '../../locales/en/common.json';
import session from '../../locales/en/session.json';
import texts from '../../locales/en/support.json';
import { dropInterruption } from '../../services/session/interruption.ts';
import { site, siteOf } from '../../services/session/site.ts';
import { ChannelProvider } from './channel.ts';
import type { Channel } from './channel.ts';
import { Composer } from './composer.tsx';
import { composingNow } from './composing.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const SITE = {
  domain: null,
  web_logo: '',
  name: 'Candor',
  mode: 'practice',
  currency: { code: 'CNY', symbol: '¥', decimals: 2 },
  service_url: null,
  download_url: null,
  webview_hosts: [],
  map_tiles_url: null,
  hosts: [''],
  colour: null,
  contact: { email: '', phone: '', address: '' },
  footer: { 'zh-Hans': '', 'zh-Hant': '', en: '' },
  maintenance: [],
  registration: { open: true, inviteRequired: false, identityRequired: false },
  timeZone: 'Asia/Shanghai',
  serverTime: '2026-11-21T03:00:00.000Z',
  version: '1.2.3',
} as const;

let root: Root;
let sent: unknown[];
let hasKeyboard: boolean;

beforeEach(() => {
  [sent, hasKeyboard] = [[], true];
  localStorage.clear();
  dropInterruption();
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query !== 'print' && hasKeyboard,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal('fetch', async (_url: string, init: { method: string; body?: string }) => {
    if (init.method === 'POST') sent.push(JSON.parse(init.body ?? '{}'));
    throw new TypeError('connection lost');
  });
});

afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});

async function open(channel: Channel = 'member', captcha = false): Promise<void> {
  site.set(
    siteOf({
      ...SITE,
      hosts: [...SITE.hosts],
      webview_hosts: [],
      languages: [],
      maintenance: [],
      captcha: { enabled: captcha },
    }),
  );
  const host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await act(async () =>
    root.render(
      <IntlProvider locale="en" messages={{ common, session, support: texts }}>
        <QueryClientProvider client={cache}>
          <ChannelProvider value={channel}>
            <Composer about={null} onDetach={() => undefined} />
          </ChannelProvider>
        </QueryClientProvider>
      </IntlProvider>,
    ),
  );
}

function field(): HTMLTextAreaElement {
  const found = document.querySelector('textarea');
  if (found === null) throw new Error('there is no field');
  return found;
}

function button(name: string): HTMLButtonElement | undefined {
  return [...document.querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  );
}

async function type(text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field(), text);
    field().dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function press(init: KeyboardEventInit): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, key: 'Enter', ...init });
  await act(async () => void field().dispatchEvent(event));
  return event.defaultPrevented;
}

test('Enter sends with a keyboard, Shift and Enter begin a new line', async () => {
  await open();
  await type('hello');
  expect(await press({ shiftKey: true })).toBe(false);
  expect(sent).toEqual([]);
  expect(await press({})).toBe(true);
  expect(sent).toEqual([{ text: 'hello' }]);
});

test('on a phone Enter begins a new line', async () => {
  hasKeyboard = false;
  await open();
  await type('hello');
  expect(await press({})).toBe(false);
  expect(sent).toEqual([]);
});

test('the Enter that chooses a word of an input method sends nothing', async () => {
  await open();
  await type('ni hao');
  await press({ isComposing: true });
  await press({ keyCode: 229 });
  expect(sent).toEqual([]);
});

test('an empty or too long message cannot be sent, and says why', async () => {
  await open();
  expect(button('Send')?.disabled).toBe(true);
  await type('   ');
  expect(button('Send')?.disabled).toBe(true);
  await type('x'.repeat(2_001));
  expect(button('Send')?.disabled).toBe(true);
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(document.body.textContent).toContain('2001 / 2000');
  await press({});
  expect(sent).toEqual([]);
});

test('a topic begins a message and sends nothing', async () => {
  await open();
  await act(async () => button('Deposit missing')?.click());
  expect(field().value).toContain('My deposit has not arrived');
  expect(sent).toEqual([]);
});

test('a message that did not arrive stays, and the field is free for the next one', async () => {
  await open();
  await type('hello');
  await press({});
  await vi.waitFor(() => expect(composingNow().unsent).toMatchObject([{ text: 'hello', state: 'failed' }]));
  expect(field().value).toBe('');
});

test('a visitor has no picture button, and needs the captcha for the first message', async () => {
  await open('visitor', true);
  expect(button('Send a picture')).toBeUndefined();
  await type('hello');
  expect(button('Send')?.disabled).toBe(true);
  await press({});
  expect(sent).toEqual([]);
});
