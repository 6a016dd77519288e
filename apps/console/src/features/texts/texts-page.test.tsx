// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import type { OperatorView } from '@candor/contract/console';
import type { OperatorTextsView, TextsByLanguage } from '@candor/contract/console-texts';
import { EN_ERRORS as textOf } from '@candor/contract/errors/en';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showLanguage, TextsProvider } from '../../lib/i18n.tsx';
import { LANGUAGE_NAMES } from '../../lib/language.ts';
import { navigate, startLocation } from '../../lib/location.ts';
import texts from '../../locales/en/texts.json';
import proposals from '../../locales/en/proposals.json';
import { OperatorProvider } from '../../services/operator/operator.tsx';
import { TextChangesPage } from './text-changes-page.tsx';
import { TextsPage } from './texts-page.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
// Whole pages with the components of the real console: a loaded machine takes its time.
vi.setConfig({ testTimeout: 30_000 });
// Fields that grow measure themselves again once fonts are there.
Object.defineProperty(document, 'fonts', { value: new EventTarget() });

const AT = '2026-11-20T08:00:00.000Z';
const ID = '0192f0c1-2b3c-7def-8123-456789abcdef';

function languagesOf(title: string, line: string): TextsByLanguage {
  const text = { title, change: 'The first one.', body: [{ kind: 'paragraph' as const, text: line }] };
  return { 'zh-Hans': text, 'zh-Hant': text, en: text };
}

type Item = OperatorTextsView['items'][number];

function itemOf(slug: Item['slug'], changes: Partial<Item> = {}): Item {
  return {
    slug,
    isLegal: slug !== 'about',
    version: 2,
    publishedAt: AT,
    shipped: '1.0',
    texts: languagesOf(`Title of ${slug}`, 'The line that holds.'),
    open: null,
    newer: null,
    ...changes,
  };
}

const OPERATOR: OperatorView = {
  id: '7',
  username: 'admin',
  roles: ['owner'],
  permissions: ['*:*:*'],
  secured: true,
  calendarsEnding: [],
  site: {
    name: 'Candor',
    mode: 'practice',
    currency: { code: 'CNY', symbol: '¥', decimals: 2 },
    timeZone: 'Asia/Shanghai',
    serverTime: AT,
  },
};

let root: Root;
let items: Item[];
let makerId: string;
/** Proposals and decisions as the server receives them. */
let sent: { path: string; body: Record<string, unknown> }[];
/** The answers to them, one after the other. */
let answers: unknown[];

beforeEach(async () => {
  [items, makerId, sent, answers] = [[itemOf('agreement'), itemOf('about')], '8', [], []];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => json(answerTo(address, init)));
  await showLanguage('en');
  startLocation();
});

afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = '';
  sessionStorage.clear();
});

function answerTo(address: string, { method = 'GET', body }: RequestInit): unknown {
  const { pathname } = new URL(address, 'http://localhost');
  if (method === 'POST') {
    const read: unknown = JSON.parse(typeof body === 'string' ? body : '{}');
    sent.push({ path: pathname, body: { ...(typeof read === 'object' ? read : {}) } });
    return answers.shift() ?? success(changeOf());
  }
  if (pathname === '/api/console/texts') return success({ items });
  if (pathname === '/api/console/text-changes') return success({ items: [changeOf()], nextCursor: null });
  if (pathname === '/api/console/texts/agreement/versions')
    return success({ items: [versionOf(2, 'New line. Kept.'), versionOf(1, 'Old line. Kept.')], nextCursor: null });
  return success({});
}

function versionOf(version: number, line: string) {
  const made = { shipped: null, maker: 'admin', checker: 'reviewer', accepted: 5 };
  return { ...made, version, publishedAt: AT, texts: languagesOf('Terms', line) };
}

function changeOf() {
  return {
    id: ID,
    slug: 'agreement',
    base: 2,
    before: languagesOf('Terms', 'Old line. Kept.'),
    texts: languagesOf('Terms', 'New line. Kept.'),
    reason: 'the law changed',
    status: 'proposed',
    maker: { id: makerId, username: 'somebody' },
    checker: null,
    note: null,
    createdAt: AT,
    decidedAt: null,
  };
}

function success(data: unknown): unknown {
  return { code: 200, msg: 'ok', data };
}

function json(answer: unknown): Response {
  return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
}

async function show(page: 'texts' | 'changes', query: Record<string, string> = {}) {
  navigate(page === 'texts' ? '/texts' : '/text-changes', query);
  await settle();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <TextsProvider>
            <OperatorProvider operator={OPERATOR}>
              {page === 'texts' ? <TextsPage /> : <TextChangesPage />}
            </OperatorProvider>
          </TextsProvider>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await settle();
}

async function settle() {
  for (let turn = 0; turn < 3; turn += 1) await act(async () => await new Promise((resolve) => setTimeout(resolve, 0)));
}

function fieldNamed(name: string): HTMLInputElement | HTMLTextAreaElement {
  const label = [...document.querySelectorAll('label')].find((one) => one.textContent?.trim() === name);
  const field = document.getElementById(label?.htmlFor ?? '');
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field;
  throw new Error(`there is no field ${name}`);
}

async function type(name: string, value: string) {
  const field = fieldNamed(name);
  await act(async () => {
    const own = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
    Object.getOwnPropertyDescriptor(own, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await settle();
}

async function press(role: 'button' | 'tab', name: string) {
  const all = document.querySelectorAll<HTMLElement>(role === 'button' ? 'button' : '[role=tab]');
  const found = [...all].find((one) => one.textContent?.startsWith(name));
  if (found === undefined) throw new Error(`there is no ${role} ${name}`);
  await act(async () => found.click());
  await settle();
}

async function choose(view: string) {
  const label = [...document.querySelectorAll('label')].find((one) => one.textContent === view);
  await act(async () => label?.click());
  await settle();
}

async function submit() {
  await act(async () => {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  await settle();
}

/** Fills in all languages. */
async function write(change: string, body: string) {
  for (const language of Object.values(LANGUAGE_NAMES)) {
    await press('tab', language);
    await type(texts.change, change);
    await type(texts.body, body);
  }
  await type(proposals.reason, 'the law changed');
}

function shownText(): string {
  return document.body.textContent ?? '';
}

test('the list shows what holds, what waits, and what a release brought', async () => {
  items = [
    itemOf('agreement', { open: ID }),
    itemOf('about', { shipped: null, newer: { shipped: '1.4', texts: languagesOf('x', 'y') } }),
  ];
  await show('texts');
  const [, agreement, about] = [...document.querySelectorAll('tr')].map((row) => row.textContent ?? '');
  expect(agreement).toContain(proposals.waits);
  expect(agreement).toContain(texts.byTwo);
  expect(about).toContain('New text in 1.4');
  expect(about).toContain(texts.operators);
  // While a proposal waits, there is no other one to begin.
  const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  expect(links).toContain('#/texts?write=about');
  expect(links).not.toContain('#/texts?write=agreement');
});

test('a version is read, and compared with the one before it', async () => {
  await show('texts', { text: 'agreement' });
  expect(shownText()).toContain('New line. Kept.');
  await press('button', 'Version 1');
  expect(shownText()).toContain('Old line. Kept.');
  await press('button', 'Version 2');
  await choose(texts.difference);
  expect(document.querySelector('del')?.textContent).toContain('Old line.');
  expect(document.querySelector('ins')?.textContent).toContain('New line.');
});

test('a draft shows its preview and its difference, survives leaving, and is gone once it is sent', async () => {
  await show('texts', { write: 'agreement' });
  await press('tab', 'English');
  await type(texts.body, '## A heading\n\nThe line that holds.');
  expect(document.querySelector('h4')?.textContent).toBe('A heading');
  await choose(texts.difference);
  expect(document.querySelector('ins')?.textContent).toContain('A heading');

  act(() => root.unmount());
  document.body.innerHTML = '';
  await show('texts', { write: 'agreement' });
  await press('tab', 'English');
  expect(fieldNamed(texts.body).value).toContain('## A heading');

  await write('A heading was added.', '## A heading\n\nThe line that holds.');
  await submit();
  expect(sent).toEqual([
    {
      path: '/api/console/text-changes',
      body: {
        slug: 'agreement',
        base: 2,
        reason: 'the law changed',
        texts: Object.fromEntries(
          ['zh-Hans', 'zh-Hant', 'en'].map((language) => [
            language,
            {
              title: 'Title of agreement',
              change: 'A heading was added.',
              body: '## A heading\n\nThe line that holds.',
            },
          ]),
        ),
      },
    },
  ]);
  expect(sessionStorage).toHaveLength(0);
});

test('nothing is sent while a line is not plain text, and its language is shown', async () => {
  await show('texts', { write: 'about' });
  await write('Shorter.', 'Fine.');
  await press('tab', LANGUAGE_NAMES['zh-Hant']);
  await type(texts.body, 'fine\n\na **b**');
  await press('tab', 'English');
  await submit();
  expect(sent).toEqual([]);
  expect(fieldNamed(texts.body).lang).toBe('zh-Hant');
  expect(fieldNamed(texts.body).getAttribute('aria-invalid')).toBe('true');
  expect(shownText()).toContain('Line 3 has a format');
});

test('what the server refuses is shown at its field, and the draft stays', async () => {
  answers = [
    {
      code: 400,
      msg: '',
      error: 'TEXT_FORM_INVALID',
      fields: { 'texts.zh-Hant.title': 'TEXT_FORM_INVALID' },
    },
    { code: 409, msg: '', error: 'TERMS_CHANGE_OPEN' },
  ];
  await show('texts', { write: 'about' });
  await write('Shorter.', 'Fine.');
  await submit();
  expect(fieldNamed(texts.title).lang).toBe('zh-Hant');
  expect(shownText()).toContain(textOf.TEXT_FORM_INVALID);
  await submit();
  expect(shownText()).toContain(textOf.TERMS_CHANGE_OPEN);
  expect(sessionStorage).toHaveLength(1);
});

test('a draft from an older version says so, and goes on from the new one only when its writer wants it', async () => {
  await show('texts', { write: 'agreement' });
  await write('Shorter.', 'Fine.');
  act(() => root.unmount());
  document.body.innerHTML = '';
  items = [itemOf('agreement', { version: 3 })];
  await show('texts', { write: 'agreement' });
  expect(shownText()).toContain('This draft began from version 2.');
  await press('button', 'Continue on version 3');
  await submit();
  expect(sent[0]?.body).toMatchObject({ base: 3, texts: { en: { body: 'Fine.' } } });
});

test('another operator approves what was proposed; its own maker can only withdraw it', async () => {
  await show('changes', { row: ID });
  expect(document.querySelector('ins')?.textContent).toContain('New line.');
  await press('button', proposals.approve);
  await submit();
  expect(sent).toMatchObject([{ path: `/api/console/text-changes/${ID}/decision`, body: { approve: true } }]);

  act(() => root.unmount());
  document.body.innerHTML = '';
  makerId = OPERATOR.id;
  await show('changes', { row: ID });
  const buttons = [...document.querySelectorAll('button')].map((button) => button.textContent ?? '');
  expect(buttons).toContain(proposals.withdraw);
  expect(buttons.filter((text) => text.startsWith(proposals.approve))).toEqual([]);
  await act(async () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true })));
  await settle();
  expect(shownText()).not.toContain(proposals.approveTitle);
});
