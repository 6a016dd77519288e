// @vitest-environment happy-dom
import { FakeSocket } from '@candor/api-client/testing/fake-socket';
import { CLOSE_SESSION_ENDED } from '@candor/contract/live';
import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startLive } from '../services/live/live.ts';
import { queryKeys } from '../services/queries/query-keys.ts';
import { beginSession, currentToken, endSession, onSessionEnd } from '../services/session/session.ts';
import { useLiveSync } from './live-sync.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const ended = vi.fn();
onSessionEnd(ended);

let sockets: FakeSocket[];
let cache: QueryClient;
let root: Root;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  ended.mockClear();
  sockets = [];
  class OpenedSocket extends FakeSocket {
    static readonly OPEN = 1;
    static readonly CLOSED = 3;
    static readonly CONNECTING = 0;
    constructor() {
      super();
      sockets.push(this);
    }
  }
  vi.stubGlobal('WebSocket', OpenedSocket);
  beginSession('T', 'demo');
  cache = new QueryClient();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() =>
    root.render(
      <QueryClientProvider client={cache}>
        <Synced />
      </QueryClientProvider>,
    ),
  );
  stop = startLive();
});

afterEach(() => {
  stop();
  act(() => root.unmount());
  endSession('logout');
  vi.useRealTimers();
});

function Synced() {
  useLiveSync();
  return null;
}

function newest(): FakeSocket {
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('no connection was opened');
  return socket;
}

/** Whether data is to be read again when a screen shows it. */
function isStale(queryKey: readonly unknown[]): boolean | undefined {
  return cache.getQueryState(queryKey)?.isInvalidated;
}

function connected(): void {
  newest().accept();
  answerAuth();
}

/** What is read again then begins in tasks of its own. */
function answerAuth(): void {
  newest().say({ op: 'auth', ok: true });
  vi.advanceTimersByTime(0);
}

test('orders and money read before the first answer to auth are read again after it, prices and later reads are not', () => {
  const old = [
    queryKeys.openOrders,
    queryKeys.money(null),
    queryKeys.member,
    queryKeys.profile,
    queryKeys.supportUnread,
  ];
  for (const key of [...old, queryKeys.products]) cache.setQueryData(key, {});
  newest().accept();
  expect(newest().sent).toContainEqual({ op: 'sub', topics: ['me'] });
  expect(old.map(isStale)).toEqual(old.map(() => false));
  answerAuth();
  expect(old.map(isStale)).toEqual(old.map(() => true));
  expect(isStale(queryKeys.products)).toBe(false);
  cache.setQueryData(queryKeys.orderList({}), {});
  expect(isStale(queryKeys.orderList({}))).toBe(false);
});

test('the news of the member are subscribed before any screen is there', () => {
  act(() => root.render(null));
  newest().accept();
  expect(newest().sent).toEqual([
    { op: 'auth', token: 'T' },
    { op: 'sub', topics: ['me'] },
  ]);
});

test('data read before the connection was lost is read again after the reconnect', () => {
  connected();
  cache.setQueryData(queryKeys.openOrders, []);
  cache.setQueryData(queryKeys.products, []);
  newest().lose();
  vi.advanceTimersByTime(1_000);
  expect([sockets.length, isStale(queryKeys.openOrders), isStale(queryKeys.products)]).toEqual([2, false, false]);
  connected();
  expect([isStale(queryKeys.openOrders), isStale(queryKeys.products)]).toEqual([true, true]);
  expect(newest().sent).toContainEqual({ op: 'sub', topics: ['me'] });
});

test('a money event of the member marks the figures as stale', () => {
  connected();
  cache.setQueryData(queryKeys.moneyAll, {});
  newest().say({ topic: 'me', d: { type: 'money' } });
  expect(isStale(queryKeys.moneyAll)).toBe(true);
});

test.each([
  [
    'holding',
    [queryKeys.holding('h'), queryKeys.projects, queryKeys.investSummary, queryKeys.member],
    queryKeys.savings,
  ],
  ['savings', [queryKeys.savings, queryKeys.investSummary, queryKeys.member], queryKeys.projects],
] as const)('news of a %s mark its figures and the earnings as stale, and nothing else', (type, stale, fresh) => {
  connected();
  for (const key of [...stale, fresh]) cache.setQueryData(key, {});
  newest().say({ topic: 'me', d: { type } });
  expect(stale.map(isStale)).toEqual(stale.map(() => true));
  expect(isStale(fresh)).toBe(false);
});

test('a close because of an ended session ends the session here, once HTTP confirms it', async () => {
  connected();
  vi.stubGlobal('fetch', async () => Response.json({ code: 401, msg: '' }));
  newest().lose(CLOSE_SESSION_ENDED);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(ended).toHaveBeenCalledExactlyOnceWith('expired');
  expect(currentToken()).toBeNull();
  expect(sockets).toHaveLength(1);
});

test('the old connection does not end a session that began meanwhile', async () => {
  connected();
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) =>
    new Headers(init.headers).get('authorization') === 'Bearer T2'
      ? Response.json({ code: 200, msg: '', data: { sessionkey: 'k', userName: 'demo' } })
      : Response.json({ code: 401, msg: '' }),
  );
  beginSession('T2', 'demo');
  newest().lose(CLOSE_SESSION_ENDED);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(currentToken()).toBe('T2');
  expect(sockets).toHaveLength(2);
});

test('told that news may be lost, a page reads everything again: an open order’s result comes up', async () => {
  connected();
  const old = [
    queryKeys.openOrders,
    queryKeys.money(null),
    queryKeys.member,
    queryKeys.profile,
    queryKeys.supportUnread,
    queryKeys.alerts,
    queryKeys.products,
    ['notice', 'list'],
  ];
  for (const key of old) cache.setQueryData(key, {});
  const onServer = { id: 'a', status: 'open' };
  const shown = new QueryObserver(cache, {
    queryKey: queryKeys.order('a'),
    queryFn: async () => await Promise.resolve({ ...onServer }),
    staleTime: Infinity,
  });
  const leave = shown.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(shown.getCurrentResult().data?.status).toBe('open');
  onServer.status = 'won';
  newest().say({ op: 'resync', spreadMs: 1_000 });
  await vi.advanceTimersByTimeAsync(1_001);
  expect(old.map(isStale)).toEqual(old.map(() => true));
  expect(shown.getCurrentResult().data?.status).toBe('won');
  expect(sockets).toHaveLength(1);
  leave();
});
