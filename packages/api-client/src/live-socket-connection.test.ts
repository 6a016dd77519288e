// @vitest-environment happy-dom
import { CLOSE_SESSION_ENDED } from '@candor/contract/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveSocket } from './live-socket.ts';
import type { LiveSocket } from './live-socket.ts';
import { FakeSocket } from './testing/fake-socket.ts';

const NOW = Date.parse('2026-11-21T00:00:00.000Z');
const SERVER_TIME = '2026-11-21T00:00:05.000Z';

let sockets: FakeSocket[];
let token: string | null;
let live: LiveSocket;
const onStatus = vi.fn();
const onResync = vi.fn();
const onFrame = vi.fn();
const onServerTime = vi.fn();
const checkSession = vi.fn<() => Promise<void>>();

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  for (const mock of [onStatus, onResync, onFrame, onServerTime, checkSession]) mock.mockReset();
  checkSession.mockResolvedValue(undefined);
  sockets = [];
  token = null;
  live = createLiveSocket({
    open() {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    token: () => token,
    onFrame,
    onServerTime,
    onStatus,
    onResync,
    checkSession,
    random: () => 0,
  });
});

afterEach(() => {
  live.stop();
  vi.useRealTimers();
});

function newest(): FakeSocket {
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('no connection was opened');
  return socket;
}

function pings(socket: FakeSocket): number {
  return socket.sent.filter(({ op }) => op === 'ping').length;
}

test('the server’s time comes with when the question left and when the answer came', () => {
  live.start();
  vi.advanceTimersByTime(300);
  newest().accept();
  newest().say({ op: 'hello', serverTime: SERVER_TIME });
  expect(onServerTime).toHaveBeenLastCalledWith(SERVER_TIME, NOW, NOW + 300);
  vi.advanceTimersByTime(20_000);
  vi.advanceTimersByTime(70);
  newest().say({ op: 'pong', serverTime: SERVER_TIME });
  expect(onServerTime).toHaveBeenLastCalledWith(SERVER_TIME, NOW + 20_300, NOW + 20_370);
  expect(onServerTime).toHaveBeenCalledTimes(2);
});

test('an answer to the ping keeps the connection', () => {
  live.start();
  newest().accept();
  for (let round = 1; round <= 3; round += 1) {
    vi.advanceTimersByTime(20_000);
    expect(pings(newest())).toBe(round);
    newest().say({ op: 'pong', serverTime: SERVER_TIME });
  }
  expect(sockets).toHaveLength(1);
});

test('a refused frame changes nothing about the session', () => {
  token = 'T';
  live.start();
  newest().accept();
  newest().say({ op: 'error', error: 'FIELD_INVALID' });
  expect([checkSession.mock.calls, onResync.mock.calls, onFrame.mock.calls]).toEqual([[], [], []]);
});

test('what is no frame of the contract is ignored', () => {
  live.start();
  newest().accept();
  newest().onmessage?.({ data: new ArrayBuffer(4) });
  newest().onmessage?.({ data: '{"op":"unheard of"}' });
  newest().onmessage?.({ data: 'no JSON' });
  expect([onFrame.mock.calls, onServerTime.mock.calls, sockets.length]).toEqual([[], [], 1]);
});

test('a topic followed while it connects is subscribed once, when it is open', () => {
  live.start();
  live.follow('me');
  expect(newest().sent).toEqual([]);
  newest().accept();
  expect(newest().sent).toEqual([{ op: 'sub', topics: ['me'] }]);
});

test('a topic that is followed again after its last follower left is subscribed again', () => {
  live.start();
  newest().accept();
  const leave = live.follow('me');
  leave();
  live.follow('me');
  leave();
  expect(newest().sent).toEqual([
    { op: 'sub', topics: ['me'] },
    { op: 'unsub', topics: ['me'] },
    { op: 'sub', topics: ['me'] },
  ]);
});

test('a connection that nobody answers is given up after 20 s, and another one is tried', () => {
  live.start();
  vi.advanceTimersByTime(19_999);
  expect([sockets.length, onStatus.mock.calls.flat()]).toEqual([1, ['connecting']]);
  vi.advanceTimersByTime(1);
  expect(onStatus.mock.calls.flat()).toEqual(['connecting', 'waiting']);
  vi.advanceTimersByTime(500);
  expect([sockets.length, sockets[0]?.readyState]).toEqual([2, WebSocket.CLOSED]);
});

test('a second start changes nothing', () => {
  live.start();
  live.start();
  expect(sockets).toHaveLength(1);
});

test('a stopped connection is closed, and is not listened to any more, whatever it does', () => {
  live.start();
  const [first] = sockets;
  live.stop();
  expect(first?.readyState).toBe(WebSocket.CLOSED);
  onStatus.mockReset();
  first?.accept();
  first?.say({ topic: 'me', d: { type: 'money' } });
  first?.onerror?.();
  first?.lose();
  expect([onStatus.mock.calls, onFrame.mock.calls, vi.getTimerCount()]).toEqual([[], [], 0]);
});

test('no clock runs after a stop, also not one of an earlier connection', () => {
  live.start();
  newest().accept();
  vi.advanceTimersByTime(21_000);
  newest().lose();
  vi.advanceTimersByTime(250);
  newest().accept();
  live.nudge();
  // What the lost connection never answered does not end the new one.
  newest().say({ op: 'pong', serverTime: SERVER_TIME });
  vi.advanceTimersByTime(9_500);
  expect([sockets.length, newest().readyState]).toEqual([2, WebSocket.OPEN]);
  vi.advanceTimersByTime(10_500);
  expect(pings(newest())).toBe(2);
  live.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('an error counts as a lost connection, once', () => {
  live.start();
  newest().onerror?.();
  newest().onclose?.({ code: 1006 });
  expect(onStatus.mock.calls.flat()).toEqual(['connecting', 'waiting']);
  vi.advanceTimersByTime(250);
  expect(sockets).toHaveLength(2);
});

test('after a good connection only the first pause is short: tries that never open do not count as good', () => {
  live.start();
  newest().accept();
  vi.advanceTimersByTime(15_000);
  const pauses: number[] = [];
  for (let times = 0; times < 4; times += 1) {
    newest().lose();
    const before = Date.now();
    vi.advanceTimersToNextTimer();
    pauses.push(Date.now() - before);
  }
  expect(pauses).toEqual([250, 500, 1_000, 2_000]);
});

test('a nudge asks an open connection whether it is alive, and a second one does not shorten its time', () => {
  live.start();
  newest().accept();
  live.nudge();
  vi.advanceTimersByTime(5_000);
  live.nudge();
  expect(pings(newest())).toBe(2);
  vi.advanceTimersByTime(9_999);
  expect(sockets[0]?.readyState).toBe(WebSocket.OPEN);
  vi.advanceTimersByTime(1);
  expect(sockets[0]?.readyState).toBe(WebSocket.CLOSED);
});

test('a nudge leaves a connection alone that is being opened', () => {
  live.start();
  live.nudge();
  expect([sockets.length, newest().sent]).toEqual([1, []]);
});

test('a nudge before the first start does nothing', () => {
  live.nudge();
  expect(sockets).toHaveLength(0);
});

test('a session that ended while it was checked opens nothing, nor does a stop meanwhile', async () => {
  const asked = Promise.withResolvers<void>();
  checkSession.mockReturnValue(asked.promise);
  token = 'T';
  live.start();
  newest().accept();
  newest().lose(CLOSE_SESSION_ENDED);
  live.stop();
  asked.resolve();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets).toHaveLength(1);
  expect(onStatus.mock.calls.flat()).toEqual(['connecting', 'open', 'waiting', 'idle']);
});

test('a login during the check has its own connection, and no other', async () => {
  const asked = Promise.withResolvers<void>();
  checkSession.mockReturnValue(asked.promise);
  token = 'T';
  live.start();
  newest().accept();
  newest().lose(CLOSE_SESSION_ENDED);
  live.stop();
  live.start();
  newest().accept();
  asked.resolve();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([sockets.length, newest().readyState]).toEqual([2, WebSocket.OPEN]);
});

test('a connection that is lost again during the check leaves one try waiting, not two', async () => {
  const asked = Promise.withResolvers<void>();
  checkSession.mockReturnValue(asked.promise);
  token = 'T';
  live.start();
  newest().accept();
  newest().lose(CLOSE_SESSION_ENDED);
  live.nudge();
  newest().lose();
  asked.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(1);
});

test('a nudge during the check connects at once; what came in between was missed', async () => {
  checkSession.mockReturnValue(Promise.withResolvers<void>().promise);
  token = 'T';
  live.start();
  newest().accept();
  newest().say({ op: 'auth', ok: true });
  newest().lose(CLOSE_SESSION_ENDED);
  live.nudge();
  newest().accept();
  newest().say({ op: 'auth', ok: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(onResync.mock.calls.flat()).toEqual(['member', 'all']);
});
