// @vitest-environment happy-dom
import { checkRegistration, readPuzzle } from '@candor/contract/calls/identity';
import { fakeIndexedDb } from '@candor/api-client/testing/fake-indexed-db';
import { EN_ERRORS as textOf } from '@candor/contract/errors/en';
import { act } from 'react';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadErrorTexts } from '../../lib/error-texts.ts';
import { writeKept } from '../../lib/kept-store.ts';
import { language } from '../../lib/language.ts';
import { currentAddress, navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { browse, pathOf, stepNow } from '../../lib/testing/fake-history.ts';
import { SITE_CONFIG } from '../../lib/testing/site-config.ts';
import common from '../../locales/en/common.json';
import factor from '../../locales/en/factor.json';
import texts from '../../locales/en/session.json';
import { startDrafts } from '../../services/session/drafts.ts';
import { beginSession, endSession } from '../../services/session/session.ts';
import { site, siteOf } from '../../services/session/site.ts';
import { LoginPage } from './login-page.tsx';
import { RegisterPage } from './register-page.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
// Whole pages are rendered: on a busy machine that takes seconds.
vi.setConfig({ testTimeout: 60_000 });

type Call = { path: string; query: string; body: Record<string, unknown>; key: string | null };

const { indexedDB } = fakeIndexedDb();

let root: Root;
let calls: Call[];
/** The answers to login and registration, one after the other; 'lost' is a connection that breaks. */
let answers: unknown[];
let pictureCount: number;
/** The name that somebody has; null while no look is answered. */
let takenName: string | null;
let looks: string[];

beforeEach(async () => {
  vi.stubGlobal('indexedDB', indexedDB);
  [calls, answers, pictureCount] = [[], [], 0];
  [takenName, looks] = [null, []];
  vi.stubGlobal('fetch', async (address: string, init: { body?: string; headers?: HeadersInit } = {}) => {
    const { pathname, search } = new URL(address, 'http://localhost');
    if (pathname === '/captchaImage') {
      pictureCount += 1;
      calls.push({ path: pathname, query: search, body: {}, key: null });
      return json({ code: 200, msg: 'ok', data: { uuid: `u${pictureCount}`, img: 'data:,', captchaEnabled: true } });
    }
    if (pathname === checkRegistration.path && takenName !== null) {
      const { username }: { username: string } = JSON.parse(init.body ?? '{}');
      looks.push(username);
      const data = { username: username === takenName ? 'taken' : 'free', inviteCode: null };
      return json({ code: 200, msg: 'ok', data });
    }
    // These forms are about fields: a puzzle that does not come changes nothing until the site asks for it.
    if (!pathname.startsWith('/api/login/') || pathname === readPuzzle.path) throw new TypeError('connection lost');
    const key = new Headers(init.headers).get('idempotency-key');
    calls.push({ path: pathname, query: search, body: JSON.parse(init.body ?? '{}'), key });
    const answer = answers.shift();
    if (answer === undefined || answer === 'lost') throw new TypeError('connection lost');
    return json(answer);
  });
  language.set('en');
  await loadErrorTexts('en');
  site.set(siteOf(SITE_CONFIG));
});

afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = '';
  sessionStorage.clear();
});

function json(answer: unknown): Response {
  return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
}

/** @param markup what the page brought before the script */
async function show(page: ReactElement, markup = '') {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = markup;
  document.getElementById('login-pwd')?.focus();
  root = createRoot(container);
  await act(async () =>
    root.render(
      <IntlProvider locale="en" messages={{ common, factor, session: texts }} timeZone="UTC">
        {page}
      </IntlProvider>,
    ),
  );
  await settle();
}

/** Lets answers that are ready arrive. */
async function settle() {
  await act(async () => await new Promise((resolve) => setTimeout(resolve, 0)));
}

function input(id: string): HTMLInputElement {
  const found = document.getElementById(id);
  if (!(found instanceof HTMLInputElement)) throw new Error(`no field ${id}`);
  return found;
}

function errorAt(id: string): string | undefined {
  return document.getElementById(`${id}-error`)?.textContent ?? undefined;
}

async function type(values: Readonly<Record<string, string>>) {
  for (const [id, value] of Object.entries(values)) {
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(id), value);
      input(id).dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
}

async function submit() {
  await act(async () => {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  await settle();
}

function buttonNamed(name: string): HTMLButtonElement | undefined {
  return [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
}

/** Moves the focus as Tab does. */
function tab() {
  const stops = 'a[href], button:not(:disabled), input:not(:disabled)';
  const all = [...document.querySelectorAll<HTMLElement>(stops)].filter(({ tabIndex }) => tabIndex >= 0);
  all[all.findIndex((each) => each === document.activeElement) + 1]?.focus();
}

/** Enter in a field presses the first button of its form that sends. Without one, nothing happens. */
async function enter() {
  const form = document.activeElement instanceof HTMLInputElement ? document.activeElement.form : null;
  await act(async () => form?.querySelector<HTMLButtonElement>('button:not([type=button], [type=reset])')?.click());
  await settle();
}

async function accept() {
  await act(async () => document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click());
}

const ACCOUNT = {
  'register-username': 'new_member',
  'register-pwd': 'a long phrase',
  'register-confirmPwd': 'a long phrase',
};
const SAFETY = {
  'register-phone': '13800138000',
  'register-withdrawPwd': '730482',
  'register-confirmWithdrawPwd': '730482',
  'register-code': 'abcd',
};

async function fillInRegistration() {
  await show(<RegisterPage />);
  await type(ACCOUNT);
  await submit();
  await type(SAFETY);
  await accept();
}

/** Waits until something that takes a moment shows. */
async function until(check: () => void): Promise<void> {
  await vi.waitFor(async () => {
    await settle();
    check();
  });
}

function sentTo(path: string): Call[] {
  return calls.filter((call) => call.path === path);
}

test('registration continues to the second step only when the first is complete', async () => {
  await show(<RegisterPage />);
  await type({ 'register-username': 'new_member', 'register-pwd': 'short' });
  await submit();
  expect(errorAt('register-pwd')).toBe(textOf.PASSWORD_LENGTH);
  expect(errorAt('register-confirmPwd')).toBe(textOf.PASSWORD_REPEAT_REQUIRED);
  expect(document.activeElement).toBe(input('register-pwd'));
  await type(ACCOUNT);
  await submit();
  expect(document.getElementById('register-pwd')).toBeNull();
  expect(errorAt('register-phone')).toBeUndefined();
  await act(async () => buttonNamed(common.actions.previous)?.click());
  expect(input('register-pwd').value).toBe('a long phrase');
});

test('a name is judged at each pause while it is typed', async () => {
  await show(<RegisterPage />);
  vi.useFakeTimers();
  await type({ 'register-username': 'a' });
  await act(async () => await vi.advanceTimersByTimeAsync(500));
  expect(errorAt('register-username')).toBeUndefined();
  await act(async () => await vi.advanceTimersByTimeAsync(500));
  expect(errorAt('register-username')).toBe(textOf.USERNAME_LENGTH);
  await type({ 'register-username': 'new_member' });
  await act(async () => await vi.advanceTimersByTimeAsync(1_000));
  expect(errorAt('register-username')).toBeUndefined();
  vi.useRealTimers();
});

test('a name that is taken is wrong at once, and does not go on to the second step; a pause asks once', async () => {
  takenName = 'somebody';
  await show(<RegisterPage />);
  for (const typed of ['some', 'someb', 'somebody']) await type({ ...ACCOUNT, 'register-username': typed });
  await until(() => expect(errorAt('register-username')).toBe(textOf.USERNAME_EXISTS));
  expect(looks).toEqual(['somebody']);
  expect(input('register-username').getAttribute('aria-invalid')).toBe('true');
  await submit();
  expect(document.activeElement).toBe(input('register-username'));
  await type({ 'register-username': 'somebody_else' });
  await until(() => expect(document.body.textContent).toContain(texts.register.check.free));
  expect(looks).toEqual(['somebody', 'somebody_else']);
  expect(errorAt('register-username')).toBeUndefined();
  await submit();
  expect(document.getElementById('register-pwd')).toBeNull();
});

test('a missing agreement is said together with the fields that are wrong', async () => {
  await show(<RegisterPage />);
  await type(ACCOUNT);
  await submit();
  await submit();
  expect(errorAt('register-phone')).toBeDefined();
  expect(document.body.textContent).toContain(texts.register.agreeRequired);
});

test('after a reload the typed name is there, and no password or person', async () => {
  await show(<RegisterPage />);
  await type(ACCOUNT);
  expect(sessionStorage.getItem('register-name')).toBe('new_member');
  expect(sessionStorage).toHaveLength(1);
  // A reload empties what is in memory alone. The end of a session empties the tab too: who uses it next does not see the name.
  act(() => root.unmount());
  startDrafts();
  beginSession('T', 'other');
  endSession('logout');
  expect(sessionStorage).toHaveLength(0);
  sessionStorage.setItem('register-name', 'new_member');
  await show(<RegisterPage />);
  expect(input('register-username').value).toBe('new_member');
  expect(input('register-pwd').value).toBe('');
});

test('registration is not sent before the agreements are accepted', async () => {
  await show(<RegisterPage />);
  await type(ACCOUNT);
  await submit();
  await type(SAFETY);
  await submit();
  expect(document.body.textContent).toContain(texts.register.agreeRequired);
  expect(sentTo('/api/login/register')).toEqual([]);
  await accept();
  expect(document.body.textContent).not.toContain(texts.register.agreeRequired);
  await submit();
  expect(sentTo('/api/login/register')).toMatchObject([
    { body: { username: 'new_member', phone: '13800138000', code: 'abcd', uuid: 'u1' } },
  ]);
});

test('a refusal of a first-step field shows that step again, with everything still typed', async () => {
  await fillInRegistration();
  answers = [{ code: 409, msg: 'no', data: null, error: 'USERNAME_EXISTS' }];
  await submit();
  expect(errorAt('register-username')).toBe(textOf.USERNAME_EXISTS);
  expect(document.activeElement).toBe(input('register-username'));
  expect(input('register-pwd').value).toBe('a long phrase');
  await type({ 'register-username': 'new_member2' });
  expect(errorAt('register-username')).toBeUndefined();
  await submit();
  expect(input('register-phone').value).toBe('13800138000');
  expect(input('register-code').value).toBe('');
});

test('a lost registration is sent again unchanged: same captcha, same key; a refused one gets a new picture', async () => {
  await fillInRegistration();
  answers = ['lost', { code: 400, msg: 'no', data: null, error: 'CAPTCHA_WRONG' }];
  await submit();
  expect(document.body.textContent).toContain(textOf.NETWORK_ERROR);
  await submit();
  const [first, second] = sentTo('/api/login/register');
  expect(second).toEqual(first);
  expect(errorAt('register-code')).toBe(textOf.CAPTCHA_WRONG);
  expect([input('register-code').value, pictureCount]).toEqual(['', 2]);
  expect(document.activeElement).toBe(input('register-code'));
});

test('text typed before going back is still there, except secrets', async () => {
  await show(<RegisterPage />);
  await type(ACCOUNT);
  act(() => root.unmount());
  document.body.innerHTML = '';
  await show(<RegisterPage />);
  expect([input('register-username').value, input('register-pwd').value]).toEqual(['new_member', '']);
  await type({ 'register-username': '' });
});

test('an empty login says what is missing, the first field has the focus, and pressed again it is sent once', async () => {
  await show(<LoginPage />);
  await submit();
  expect([errorAt('login-username'), errorAt('login-pwd')]).toEqual([
    textOf.USERNAME_REQUIRED,
    textOf.PASSWORD_REQUIRED,
  ]);
  expect(document.activeElement).toBe(input('login-username'));
  await type({ 'login-username': ' demo ', 'login-pwd': 'a long phrase', 'login-code': 'abcd' });
  answers = ['lost', 'lost'];
  await act(async () => {
    for (let press = 0; press < 2; press += 1)
      document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  await settle();
  expect(sentTo('/api/login/login')).toMatchObject([{ body: { username: 'demo', pwd: 'a long phrase' } }]);
});

test('login by keyboard alone: Tab goes from account to password, Enter sends', async () => {
  await show(<LoginPage />);
  input('login-username').focus();
  await type({ 'login-username': 'demo' });
  tab();
  expect(document.activeElement).toBe(input('login-pwd'));
  await type({ 'login-pwd': 'a long phrase', 'login-code': 'abcd' });
  answers = ['lost'];
  await enter();
  expect(sentTo('/api/login/login')).toMatchObject([
    { body: { username: 'demo', pwd: 'a long phrase', code: 'abcd' } },
  ]);
});

test('a refused login asks for the picture the server wants, and keeps account and password', async () => {
  await show(<LoginPage />);
  await type({ 'login-username': 'demo', 'login-pwd': 'wrong', 'login-code': 'abcd' });
  answers = [{ code: 400, msg: 'no', data: null, error: 'CAPTCHA_HARDER', params: { level: 1 } }];
  await submit();
  expect(errorAt('login-code')).toBe(textOf.CAPTCHA_HARDER);
  expect(sentTo('/captchaImage').map(({ query }) => query)).toEqual(['', '?level=1']);
  expect(['username', 'pwd', 'code'].map((field) => input(`login-${field}`).value)).toEqual(['demo', 'wrong', '']);
});

test('a locked account sees at the form how long to wait', async () => {
  await show(<LoginPage />);
  await type({ 'login-username': 'demo', 'login-pwd': 'wrong', 'login-code': 'abcd' });
  answers = [{ code: 429, msg: 'no', data: null, error: 'RATE_LIMITED', params: { seconds: 30 }, retryAfterSec: 30 }];
  await submit();
  expect(document.querySelector('form > [role=alert]')?.textContent).toContain('30 s');
});

test('text typed into the static form of the page is taken over, and so is the focus', async () => {
  const fields = '<input id="login-username" value="typed_early" /><input id="login-pwd" value="secret" />';
  await show(<LoginPage />, `<div id="first-screen">${fields}</div>`);
  expect(document.getElementById('first-screen')).toBeNull();
  expect([input('login-username').value, input('login-pwd').value]).toEqual(['typed_early', 'secret']);
  expect(document.activeElement).toBe(input('login-pwd'));
});

test('a login that was sent before the app came is sent by it, once', async () => {
  site.set(siteOf({ ...SITE_CONFIG, captcha: { enabled: false } }));
  const fields = ['username', 'pwd'].map((name) => `<input id="login-${name}" value="early ${name}" />`);
  document.documentElement.dataset['sent'] = '';
  answers = [{ code: 400, msg: 'no', data: null, error: 'LOGIN_FAILED' }];
  await show(<LoginPage />, `<div id="first-screen">${fields.join('')}</div>`);
  await vi.waitFor(async () => {
    await settle();
    expect(sentTo('/api/login/login')).toMatchObject([{ body: { username: 'early username', pwd: 'early pwd' } }]);
  });
  await act(async () => root.render(null));
  await show(<LoginPage />);
  await settle();
  expect(sentTo('/api/login/login')).toHaveLength(1);
});

test('the remembered account fills an empty field', async () => {
  await writeKept('remembered-account', 'demo');
  await show(<LoginPage />);
  expect(input('login-username').value).toBe('demo');
});

test('a login with a second factor asks for it, sends six digits by themselves, and goes back with all that was typed', async () => {
  browse();
  const asked = {
    code: 500,
    msg: '',
    error: 'SECOND_FACTOR_REQUIRED',
    params: { challenge: 'c', methods: 'totp recovery' },
  };
  answers = [asked, { code: 400, msg: '', error: 'FACTOR_CODE_WRONG', fields: { code: 'FACTOR_CODE_WRONG' } }, asked];
  await show(<LoginPage />);
  const entry = { 'login-username': 'member_1', 'login-pwd': 'a long phrase' };
  await type({ ...entry, 'login-code': 'abcd' });
  await submit();
  await vi.waitFor(async () => {
    await settle();
    expect(document.getElementById('proof-code')).not.toBeNull();
  });
  await type({ 'proof-code': '123456' });
  await settle();
  expect(sentTo('/api/login/factor')[0]?.body).toMatchObject({ challenge: 'c', code: '123456' });
  expect(errorAt('proof-code')).toBe(textOf.FACTOR_CODE_WRONG);
  await act(async () => buttonNamed(factor.useRecovery)?.click());
  await type({ 'proof-code': 'K7QW-2MXP-T9AB' });
  await submit();
  expect(sentTo('/api/login/factor')[1]?.body).toMatchObject({ code: 'K7QW-2MXP-T9AB' });
  await act(async () => buttonNamed(factor.second.back)?.click());
  await settle();
  for (const [id, value] of Object.entries(entry)) expect(input(id).value).toBe(value);
  expect(input('login-code').value, 'the captcha was used up').toBe('');
});

test("the browser's back leads from the second step to the password, and forward does not return to a challenge that was left", async () => {
  browse();
  navigate(paths.login());
  const params = { challenge: 'c', methods: 'totp recovery' };
  answers = [{ code: 500, msg: '', error: 'SECOND_FACTOR_REQUIRED', params }];
  await show(<LoginPage />);
  await type({ 'login-username': 'member_1', 'login-pwd': 'a long phrase', 'login-code': 'abcd' });
  await submit();
  await vi.waitFor(async () => {
    await settle();
    expect(document.getElementById('proof-code')).not.toBeNull();
  });
  await act(async () => history.back());
  await vi.waitFor(async () => {
    await settle();
    expect([input('login-pwd').value, input('login-code').value]).toEqual(['a long phrase', '']);
  });
  expect(currentAddress().path).toBe(pathOf(paths.login()));
  await type({ 'login-code': 'efgh' });
  await act(async () => history.forward());
  await vi.waitFor(async () => {
    await settle();
    expect(stepNow()).toBe(0);
  });
  expect(document.getElementById('proof-code')).toBeNull();
  expect(input('login-code').value).toBe('efgh');
});
