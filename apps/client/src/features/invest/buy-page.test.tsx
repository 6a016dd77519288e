// @vitest-environment happy-dom
import { fakeIndexedDb } from '@candor/api-client/testing/fake-indexed-db';
import { EN_ERRORS as textOf } from '@candor/contract/errors/en';
import type { ProjectView } from '@candor/contract/invest';
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
import { sampleProject } from '../../lib/testing/sample-project.ts';
import common from '../../locales/en/common.json';
import texts from '../../locales/en/invest.json';
import { setServerTime } from '../../services/live/server-clock.ts';
import { site, siteOf } from '../../services/session/site.ts';
import { BuyPage } from './buy-page.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const { indexedDB } = fakeIndexedDb();
const PROJECT = sampleProject();

let root: Root;
let projects: ProjectView[];
/** Purchases as the server receives them. */
let bought: Record<string, unknown>[];
/** The answers to them, one after the other. */
let answers: unknown[];
let available: string;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', indexedDB);
  [projects, bought, answers, available] = [[PROJECT], [], [], '3000.00'];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => json(answerTo(address, init)));
  language.set('en');
  await loadErrorTexts('en');
  setServerTime('2026-11-21T03:00:00.000Z', Date.now(), Date.now());
  site.set(
    siteOf({
      domain: null,
      web_logo: '',
      name: 'Candor',
      mode: 'practice',
      currency: { code: 'CNY', symbol: '¥', decimals: 2 },
      languages: [],
      service_url: null,
      download_url: null,
      hosts: [''],
      captcha: { enabled: true },
      registration: { open: true, inviteRequired: false, identityRequired: false },
      timeZone: 'Asia/Shanghai',
      serverTime: '2026-11-21T03:00:00.000Z',
      version: '1.1.0',
    }),
  );
  startLocation();
});

afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = '';
});

function answerTo(address: string, { method = 'GET', body }: RequestInit): unknown {
  const { pathname } = new URL(address, 'http://localhost');
  if (pathname === '/api/invest/projects') return success({ practice: true, items: projects });
  if (pathname === '/api/user/money')
    return success({
      usermoney: available,
      available,
      held: '0.00',
      invested: '0.00',
      savings: '0.00',
      openStake: '0.00',
      wallet: 'practice',
      currency: 'CNY',
    });
  if (pathname === '/api/invest/holdings' && method === 'POST') {
    bought.push(JSON.parse(typeof body === 'string' ? body : '{}'));
    return answers.shift() ?? success(null);
  }
  throw new TypeError('connection lost');
}

function success(data: unknown): unknown {
  return { code: 200, msg: 'ok', data };
}

function json(answer: unknown): Response {
  return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
}

async function show() {
  navigate(paths.ebaoSubmit(PROJECT.id));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <IntlProvider locale="en" messages={{ common, invest: texts }} timeZone="UTC">
          <BuyPage />
        </IntlProvider>
      </QueryClientProvider>,
    ),
  );
  await vi.waitFor(async () => {
    await settle();
    amountField();
  });
}

async function settle() {
  await act(async () => await new Promise((resolve) => setTimeout(resolve, 0)));
}

function amountField(): HTMLInputElement {
  const field = document.querySelector<HTMLInputElement>('#buy-amount');
  if (field === null) throw new Error('there is no amount field');
  return field;
}

async function type(amount: string) {
  const field = amountField();
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, amount);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await settle();
}

function buttonNamed(name: string): HTMLButtonElement | undefined {
  return [...document.querySelectorAll('button')].findLast((button) => button.textContent === name);
}

async function press(name: string) {
  const button = buttonNamed(name);
  if (button === undefined) throw new Error(`there is no button ${name}`);
  await act(async () => button.click());
  await settle();
}

async function agree() {
  await act(async () => document.getElementById('buy-agreed')?.click());
}

async function submit() {
  await act(async () => {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  await settle();
}

function factOf(name: string): string | undefined {
  const term = [...document.querySelectorAll('dt')].find((one) => one.textContent === name);
  return term?.nextElementSibling?.textContent ?? undefined;
}

test('what an amount earns is shown while it is typed', async () => {
  await show();
  expect(factOf(texts.outlook.interest)).toBe('--');
  await type('2000');
  // 2,000 × 4.5 % × 30 / 365
  expect(factOf(texts.outlook.interest)).toBe('¥7.40');
  expect(factOf(texts.outlook.total)).toBe('¥2,007.40');
  expect(document.querySelector(`ol[aria-label="${texts.term.label}"]`)?.textContent).toContain('2026-12-21');
});

test('an amount that cannot be invested says by how much, and offers the way to mend it', async () => {
  await show();
  await type('999.50');
  await agree();
  await submit();
  expect(document.getElementById('buy-amount-error')?.textContent).toBe(
    textOf.INVEST_AMOUNT_BELOW_MINIMUM.replace('{min}', '¥1,000.00').replace('{short}', '¥0.50'),
  );
  expect(document.activeElement).toBe(amountField());
  await press('Change to ¥1,000.00');
  expect(amountField().value).toBe('1,000');
  await type('3500');
  const recharge = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Deposit ¥500.00');
  expect(recharge?.getAttribute('href')).toContain('amount=500');
});

test('nothing is invested before the agreement is accepted and the sheet is confirmed, then exactly what was seen', async () => {
  await show();
  await type('2000');
  await submit();
  expect(document.body.textContent).toContain(texts.buy.agreeFirst);
  await agree();
  await submit();
  expect(factOf(texts.confirm.project)).toBe('Steady 30');
  expect(bought).toEqual([]);
  answers = [{ code: 500, msg: '', data: null, error: 'PROJECT_SOLD_OUT' }];
  await press('Invest ¥2,000');
  expect(bought).toEqual([
    { projectId: PROJECT.id, amount: '2000', termsVersion: 1, agreementVersion: 1, rollOver: false },
  ]);
  await vi.waitFor(() => expect(document.body.textContent).toContain(textOf.PROJECT_SOLD_OUT));
});

test('changed terms are shown beside the old ones, and must be accepted before the next try', async () => {
  await show();
  await type('2000');
  await agree();
  await submit();
  projects = [sampleProject({ termsVersion: 2, annualRate: '0.0400' })];
  answers = [{ code: 409, msg: '', data: null, error: 'INVEST_TERMS_CHANGED' }];
  await press('Invest ¥2,000');
  await vi.waitFor(async () => {
    await settle();
    expect(document.body.textContent).toContain(texts.changed.title);
  });
  const cells = [...document.querySelectorAll('tbody td')].map(({ textContent }) => textContent);
  expect(cells).toEqual(['4.50%', '4.00%']);
  expect(buttonNamed('Invest ¥2,000')).toBeUndefined();
  await press(texts.changed.accept);
  expect(document.querySelector<HTMLInputElement>('#buy-agreed')?.checked).toBe(false);
  expect(factOf(texts.outlook.interest)).toBe('¥6.58');
});

test('from a certain amount on the withdraw password goes with the purchase', async () => {
  projects = [sampleProject({ passwordFrom: '2000.00' })];
  await show();
  await type('2000');
  await agree();
  await submit();
  const pin = document.querySelector<HTMLInputElement>('#buy-pin');
  expect(document.activeElement).toBe(pin);
  expect(buttonNamed('Invest ¥2,000')?.disabled).toBe(true);
  answers = [{ code: 400, msg: '', data: null, error: 'WITHDRAW_PASSWORD_MISMATCH', params: { left: 4 } }];
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(pin, '730482');
    pin?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await settle();
  expect(bought).toMatchObject([{ amount: '2000', withdrawPwd: '730482' }]);
  expect(document.body.textContent).toContain(textOf.WITHDRAW_PASSWORD_MISMATCH.replace('{left}', '4'));
  expect(pin?.value).toBe('');
});
