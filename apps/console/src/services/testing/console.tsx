/* Pages and parts of the console as an operator uses them, with the components of the real console and a server of the test. */

import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';
import type { OperatorView } from '@candor/contract/console';
import { EN_ERRORS } from '@candor/contract/errors/en';
import { showLanguage, TextsProvider } from '../../lib/i18n.tsx';
import { startLocation } from '../../lib/location.ts';
import { OperatorProvider } from '../operator/operator.tsx';

export const OPERATOR: OperatorView = {
  id: '7',
  username: 'ann',
  roles: ['owner'],
  permissions: ['*:*:*'],
  secured: true,
  calendarsEnding: [],
  site: {
    name: 'Candor',
    mode: 'practice',
    currency: { code: 'CNY', symbol: '¥', decimals: 2 },
    timeZone: 'Asia/Shanghai',
    serverTime: '2026-11-20T08:00:00.000Z',
  },
};

type Answer = (path: string, body: Record<string, unknown> | null, query: URLSearchParams) => unknown;

let root: Root | null = null;
let serve: Answer = () => success({});

/** For the top of a test file. `answer` is the server of all tests. */
export function startConsole(answer: Answer): void {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // Whole pages with the components of the real console: a loaded machine takes its time.
  vi.setConfig({ testTimeout: 30_000 });
  // Fields that grow measure themselves again once fonts are there.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  beforeEach(async () => {
    serve = answer;
    vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
      const { pathname, searchParams } = new URL(address, 'http://localhost');
      const read: unknown = method === 'GET' ? null : JSON.parse(typeof body === 'string' ? body : '{}');
      const sent = typeof read === 'object' && read !== null ? { ...read } : null;
      return Response.json(serve(pathname, sent, searchParams));
    });
    await showLanguage('en');
    startLocation();
  });
  afterEach(() => {
    act(() => root?.unmount());
    root = null;
    document.body.innerHTML = '';
    sessionStorage.clear();
  });
}

export function success(data: unknown): unknown {
  return { code: 200, msg: 'ok', data };
}

export function refusal(error: keyof typeof EN_ERRORS): unknown {
  return { code: 500, msg: EN_ERRORS[error], error };
}

/** @param operator who is at work, where it is not `OPERATOR` */
export async function show(children: ReactNode, operator = OPERATOR): Promise<void> {
  root ??= createRoot(document.body.appendChild(document.createElement('div')));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  const drawn = root;
  await act(async () =>
    drawn.render(
      <MantineProvider env="test">
        <Notifications />
        <QueryClientProvider client={client}>
          <TextsProvider>
            <OperatorProvider operator={operator}>{children}</OperatorProvider>
          </TextsProvider>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await settle();
}

export async function settle(ms = 0): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1)
    await act(async () => await new Promise((resolve) => setTimeout(resolve, turn === 0 ? ms : 0)));
}

/** @param within a selector of the part of the page that it is in */
export function button(name: string, within = 'body'): HTMLButtonElement {
  const all = document.querySelectorAll<HTMLButtonElement>(`${within} button`);
  const found = [...all].find((one) => nameOf(one) === name);
  if (found === undefined) throw new Error(`there is no button ${name}`);
  return found;
}

/** Without what screen readers do not read, such as the key of a button. */
function nameOf(one: Element): string {
  const read = document.createElement('span');
  read.innerHTML = one.innerHTML;
  for (const hidden of read.querySelectorAll('[aria-hidden]')) hidden.remove();
  return (one.getAttribute('aria-label') ?? read.textContent).trim();
}

export async function press(name: string, within?: string): Promise<void> {
  const found = button(name, within);
  await act(async () => found.click());
  await settle();
}

/** A key where the focus is, as a browser sends it: Enter presses a button. */
export async function key(name: string): Promise<void> {
  const at = document.activeElement ?? document.body;
  await act(async () => {
    const event = new KeyboardEvent('keydown', { key: name, code: name, bubbles: true, cancelable: true });
    const goesOn = at.dispatchEvent(event);
    if (goesOn && name === 'Enter' && at instanceof HTMLButtonElement) at.click();
  });
  await settle();
}

/** Fills in the field whose label has this text in it. */
export async function fill(label: string, text: string): Promise<void> {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.includes(label));
  const field = document.getElementById(found?.htmlFor ?? '');
  if (!(field instanceof HTMLInputElement)) throw new Error(`there is no field ${label}`);
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await settle();
}

export async function submit(): Promise<void> {
  await act(async () => {
    document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  await settle();
  await settle();
}

/** Lets this time pass, with the clocks of the test. Call `vi.useFakeTimers` before the page is shown. */
export async function pass(ms: number): Promise<void> {
  await act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  await settle();
}
