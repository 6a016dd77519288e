/*
 * A screen in a component test, used as a member uses it: controls are found by their label or name, and a server of the
 * test answers. Call `startScreens()` once in the test file.
 */

import type { ReactElement } from 'react';
import { act } from 'react';
import { fakeIndexedDb } from '@candor/api-client/testing/fake-indexed-db';
import type { ErrorKey } from '@candor/contract/error-keys';
import type { Language } from '@candor/contract/languages';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { IntlProvider } from 'use-intl';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { loadErrorTexts } from '../../lib/error-texts.ts';
import { language } from '../../lib/language.ts';
import { startLocation } from '../../lib/location.ts';
import type { Texts } from '../../lib/messages.ts';
import { SITE_CONFIG } from '../../lib/testing/site-config.ts';
import { setServerTime } from '../live/server-clock.ts';
import { site, siteOf } from '../session/site.ts';

/** A write as the server received it. `body` is the JSON, or the fields of a form. */
export type SentCall = { route: string; body: unknown; key: string | null };

/** `lost`: the connection breaks. `never`: the answer is still on its way. */
type Answer = { code: number; [part: string]: unknown } | 'lost' | 'never';

let root: Root | null = null;
let sent: SentCall[] = [];
let reads: Map<string, unknown>;
/** Paths that were read, one after the other. */
let asked: string[] = [];
let answers: Map<string, Answer[]>;

/** Gives each test of this file an empty page, a practice site and a server that knows nothing. */
export function startScreens(shown: Language = 'en'): void {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // Whole pages are rendered: on a busy machine that takes seconds.
  vi.setConfig({ testTimeout: 60_000 });
  beforeEach(async () => {
    [root, sent, asked, reads, answers] = [null, [], [], new Map(), new Map()];
    vi.stubGlobal('indexedDB', fakeIndexedDb().indexedDB);
    vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => await respond(address, init));
    language.set(shown);
    await loadErrorTexts(shown);
    setServerTime(SITE_CONFIG.serverTime, Date.now(), Date.now());
    site.set(siteOf(SITE_CONFIG));
    startLocation();
  });
  afterEach(() => {
    act(() => root?.unmount());
    document.body.innerHTML = '';
    vi.useRealTimers();
  });
}

/** What GET of this path answers. */
export function serve(path: string, data: unknown): void {
  reads.set(path, data);
}

/** What the next calls of this route answer, one after the other: `answer('POST /api/…', success({…}))`. */
export function answer(route: string, ...next: Answer[]): void {
  answers.set(route, [...(answers.get(route) ?? []), ...next]);
}

export function success(data: unknown): Answer {
  return { code: 200, msg: 'ok', data };
}

export function refusal(error: ErrorKey, more: Readonly<Record<string, unknown>> = {}): Answer {
  return { code: 400, msg: '', data: null, error, ...more };
}

/** The writes of a route so far. */
export function sentTo(route: string): SentCall[] {
  return sent.filter((call) => call.route === route);
}

/** All writes so far. */
export function allSent(): readonly SentCall[] {
  return sent;
}

/** How often a path was read. */
export function readsOf(path: string): number {
  return asked.filter((one) => one === path).length;
}

async function respond(address: string, { method = 'GET', body, headers }: RequestInit): Promise<Response> {
  const { pathname } = new URL(address, 'http://localhost');
  const route = `${method} ${pathname}`;
  if (method === 'GET') asked.push(pathname);
  else sent.push({ route, body: readBody(body), key: new Headers(headers).get('idempotency-key') });
  const next = answers.get(route)?.shift() ?? (reads.has(pathname) ? success(reads.get(pathname)) : 'lost');
  if (next === 'lost') throw new TypeError('connection lost');
  if (next === 'never') return await new Promise(() => undefined);
  return new Response(JSON.stringify(next), { headers: { 'content-type': 'application/json' } });
}

function readBody(body: unknown): unknown {
  if (body instanceof FormData) return Object.fromEntries(body);
  return typeof body === 'string' ? JSON.parse(body) : null;
}

/** Renders a screen with these texts and waits until its first request was answered. */
export async function show(
  screen: ReactElement,
  texts: Partial<Texts>,
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
): Promise<void> {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root?.render(
      <QueryClientProvider client={cache}>
        <IntlProvider locale={language.get()} messages={texts} timeZone="UTC">
          {screen}
        </IntlProvider>
      </QueryClientProvider>,
    ),
  );
  await settle();
}

/** Leaves the screen, as another page would. */
export function leave(): void {
  act(() => root?.unmount());
  root = null;
}

/** Lets answers that are ready arrive. */
export async function settle(): Promise<void> {
  await act(async () => {
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0);
    else await new Promise((resolve) => setTimeout(resolve, 0));
  });
}

/** Waits until a check passes. */
export async function until(check: () => void): Promise<void> {
  await vi.waitFor(async () => {
    await settle();
    check();
  });
}

function isShown(element: Element): boolean {
  return element.closest('dialog:not([open])') === null;
}

/** What is read aloud of it. A button that waits hides its name behind what it does. */
export function readable(element: Element): string {
  const seen = element.cloneNode(true);
  if (seen instanceof Element)
    for (const hidden of seen.querySelectorAll('.invisible, [aria-hidden=true]')) hidden.remove();
  return seen.textContent?.trim() ?? '';
}

/** The control with this label; with several, the one on top. */
export function field(label: string): HTMLInputElement {
  const labels = [...document.querySelectorAll('label')].filter((each) => isShown(each) && readable(each) === label);
  const control = labels.at(-1)?.control ?? document.getElementById(labels.at(-1)?.htmlFor ?? '');
  // A button can be labelled too; only what all controls have is used of it.
  if (control !== null && control !== undefined) return control as HTMLInputElement;
  throw new Error(`there is no field ${label}`);
}

/** What is said to be wrong with a field; undefined while nothing is. */
export function errorOf(label: string): string | undefined {
  const control = field(label);
  if (control.getAttribute('aria-invalid') !== 'true') return undefined;
  return document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent ?? undefined;
}

/** What alerts and status lines say that belong to no field. */
export function messages(): string[] {
  const lines = [...document.querySelectorAll('[role=alert]:not([id$="-error"]), [role=status]')];
  return lines
    .filter(isShown)
    .map(readable)
    .filter((text) => text !== '');
}

export function findButton(name: string): HTMLButtonElement | undefined {
  const buttons = [...document.querySelectorAll('button')].filter(isShown);
  return buttons.findLast((each) => readable(each) === name || each.getAttribute('aria-label') === name);
}

export function button(name: string): HTMLButtonElement {
  const found = findButton(name);
  if (found === undefined) throw new Error(`there is no button ${name}`);
  return found;
}

export function link(name: string): HTMLAnchorElement | undefined {
  return [...document.querySelectorAll('a')].find((each) => isShown(each) && readable(each) === name);
}

/** The value beside a name in a list of facts. */
export function factOf(name: string): string | undefined {
  const term = [...document.querySelectorAll('dt')].findLast((each) => isShown(each) && readable(each) === name);
  return term?.nextElementSibling?.textContent ?? undefined;
}

export async function type(label: string, text: string): Promise<void> {
  const input = field(label);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await settle();
}

export async function press(name: string): Promise<void> {
  const pressed = button(name);
  await act(async () => pressed.focus());
  await act(async () => pressed.click());
  await settle();
}

/** Enter in a field, as browsers do it: a press on the first button of its form that submits, and else nothing. */
export async function pressEnter(label: string): Promise<void> {
  const { form } = field(label);
  const [submit] = [...document.querySelectorAll<HTMLButtonElement>('button[type=submit]')].filter(
    (each) => form !== null && (each.form === form || each.getAttribute('form') === form.id),
  );
  if (submit === undefined || submit.disabled) return;
  await act(async () => submit.click());
  await settle();
}

/** Three presses: the second before the screen shows what the first did, the third after it. */
export async function pressAgain(name: string): Promise<void> {
  const pressed = button(name);
  await act(async () => {
    pressed.click();
    pressed.click();
  });
  await act(async () => pressed.click());
  await settle();
}

/** The focus is at the field, which says what is wrong with it. */
export function expectWrong(label: string, text: string): void {
  expect([document.activeElement?.id, errorOf(label)]).toEqual([field(label).id, text]);
}
