// @vitest-environment happy-dom
import { fakeIndexedDb } from '@candor/api-client/testing/fake-indexed-db';
import type { PageView } from '@candor/contract/content';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadErrorTexts } from '../../lib/error-texts.ts';
import { language } from '../../lib/language.ts';
import { navigate, startLocation } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { SITE_CONFIG } from '../../lib/testing/site-config.ts';
import common from '../../locales/en/common.json';
import content from '../../locales/en/content.json';
import { site, siteOf } from '../../services/session/site.ts';
import { TextviewPage } from './textview-page.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const { indexedDB } = fakeIndexedDb();

const SENTENCES = ['Fees are 1%. They are fixed.', 'Fees are 2%. They are fixed.'];
let root: Root;
let isOnline: boolean;
let accepted: number | null;
let agreed: unknown[];

beforeEach(async () => {
  vi.stubGlobal('indexedDB', indexedDB);
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (!isOnline) throw new TypeError('connection lost');
    return new Response(JSON.stringify(answerTo(address, init)), { headers: { 'content-type': 'application/json' } });
  });
  [isOnline, accepted, agreed] = [true, 1, []];
  language.set('en');
  await loadErrorTexts('en');
  site.set(siteOf(SITE_CONFIG));
  startLocation();
});

afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = '';
});

function answerTo(address: string, { method = 'GET', body }: RequestInit): unknown {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  if (pathname === '/api/content/pages/risk') {
    const version = Number(searchParams.get('version') ?? 2);
    return version > 2 ? { code: 404, msg: 'none', error: 'NOT_FOUND' } : success(pageOf(version));
  }
  if (pathname === '/api/account/agreements') {
    if (method === 'POST') {
      agreed.push(JSON.parse(typeof body === 'string' ? body : '{}'));
      accepted = 2;
    }
    const isDue = (accepted ?? 0) < 2;
    const taken = accepted === null ? null : { version: accepted, at: '2026-11-21T03:00:00.000Z' };
    return success({ items: [{ slug: 'risk', version: 2, accepted: taken, isDue }] });
  }
  throw new TypeError('connection lost');
}

function success(data: unknown): unknown {
  return { code: 200, msg: 'ok', data };
}

function pageOf(version: number): PageView {
  const text = SENTENCES[version - 1] ?? '';
  return {
    slug: 'risk',
    language: 'en',
    title: 'Risks',
    version,
    latest: 2,
    change: version === 1 ? null : 'The fee rises.',
    updatedAt: '2026-11-20T20:00:00.000Z',
    body: [{ kind: 'paragraph', text }],
  };
}

async function show(...of: Parameters<typeof paths.textview>) {
  navigate(paths.textview(...of));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <IntlProvider locale="en" messages={{ common, content }} timeZone="UTC">
          <TextviewPage />
        </IntlProvider>
      </QueryClientProvider>,
    ),
  );
}

async function seen(text: string) {
  await vi.waitFor(async () => {
    await act(async () => await new Promise((resolve) => setTimeout(resolve, 0)));
    expect(document.body.textContent).toContain(text);
  });
}

function buttonNamed(name: string): HTMLButtonElement | undefined {
  return [...document.querySelectorAll('button')].find((button) => button.textContent === name);
}

test('a member who agreed to an older version sees what changed, and agrees without scrolling', async () => {
  await show('risk');
  await seen('Agree and continue');
  expect(document.body.textContent).toContain('Version 2 · 2026-11-21');
  expect(document.body.textContent).toContain('The fee rises.');
  const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent?.includes('since version 1'));
  expect(link?.getAttribute('href')).toContain('since=1');
  await act(async () => buttonNamed('Agree and continue')?.click());
  await vi.waitFor(() => expect(agreed).toEqual([{ slug: 'risk', version: 2 }]));
  // Back to where the member was; the page says from now on when they agreed.
  await vi.waitFor(() => expect(location.hash).not.toContain('textview'));
  act(() => root.unmount());
  await show('risk');
  await seen('You agreed to this version on 2026-11-21');
  expect(buttonNamed('Agree and continue')).toBeUndefined();
});

test('only what was rewritten is marked, by more than colour', async () => {
  await show('risk', { version: 2, since: 1 });
  await seen('What changed since version 1');
  expect(document.querySelector('del')?.textContent).toBe('Removed Fees are 1%. ');
  expect(document.querySelector('ins')?.textContent).toBe('Added Fees are 2%. ');
});

test('an old version says so, and asks for nothing', async () => {
  await show('risk', { version: 1 });
  await seen('This is an old version. Version 2 holds now.');
  expect(document.body.textContent).toContain('Fees are 1%');
  expect(buttonNamed('Agree and continue')).toBeUndefined();
});

test('a text that was read stays readable without a network; a missing one leads back', async () => {
  accepted = 2;
  await show('risk');
  await seen('Fees are 2%');
  act(() => root.unmount());
  isOnline = false;
  await show('risk');
  await seen('Fees are 2%');
  act(() => root.unmount());
  isOnline = true;
  await show('risk', { version: 9 });
  await seen('This text was not found');
  expect(buttonNamed('Back')).toBeDefined();
});
