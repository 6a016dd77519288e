// @vitest-environment happy-dom
import { CLOSE_SESSION_ENDED } from '@candor/contract/live';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveSocket, reconnectPauseMs } from './live-socket.ts';
import type { LiveSocket, LiveStatus, MissedNews } from './live-socket.ts';
import { FakeSocket } from './testing/fake-socket.ts';

let sockets: FakeSocket[];
let token: string | null;
let statuses: LiveStatus[];
const onResync = vi.fn<(missed: MissedNews) => void>();
/** HTTP's answer about the session: if it takes the token away, the session is over. */
const checkSession = vi.fn<() => Promise<void>>();
const onFrame = vi.fn();
const onServerTime = vi.fn();
let live: LiveSocket;
let random: number;

beforeEach(() => {
  vi.useFakeTimers();
  for (const mock of [onResync, checkSession, onFrame, onServerTime]) mock.mockReset();
  checkSession.mockResolvedValue(undefined);
  sockets = [];
  random = 0;
  statuses = [];
  token = 'T';
  live = createLiveSocket({
    open() {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    token: () => token,
    onFrame,
    onServerTime,
    onStatus: (status) => statuses.push(status),
    onResync,
    checkSession,
    random: () => random,
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

/** What every resync so far was about. */
function resyncs(): MissedNews[] {
  return onResync.mock.calls.flat();
}

/** The server accepts the newest connection and its token. */
function connected(): void {
  newest().accept();
  if (token !== null) newest().say({ op: 'auth', ok: true });
}

test('the first connection authenticates, subscribes, and resyncs the news of the member, once accepted', () => {
  live.follow('me');
  live.start();
  newest().accept();
  // An order that another device places now is in no news, and not in what was read before it.
  expect(resyncs()).toEqual([]);
  newest().say({ op: 'auth', ok: true });
  expect(newest().sent).toEqual([
    { op: 'auth', token: 'T' },
    { op: 'sub', topics: ['me'] },
  ]);
  newest().say({ op: 'auth', ok: true });
  expect(resyncs()).toEqual(['member']);
  expect(statuses).toEqual(['connecting', 'open']);
});

test('a reconnect authenticates with the current token, subscribes to the current topics, and resyncs once', () => {
  live.follow('me');
  const leave = live.follow('tick:BTCUSDT');
  live.start();
  connected();
  newest().lose();
  leave();
  live.follow('tick:EURUSD');
  token = 'T2';
  vi.advanceTimersToNextTimer();
  expect(sockets).toHaveLength(2);
  newest().accept();
  expect(newest().sent).toEqual([
    { op: 'auth', token: 'T2' },
    { op: 'sub', topics: ['me', 'tick:EURUSD'] },
  ]);
  // News for the member start with the answer to `auth`. Data read earlier may miss some.
  expect(resyncs()).toEqual(['member']);
  newest().say({ op: 'auth', ok: true });
  expect(resyncs()).toEqual(['member', 'all']);
  newest().say({ op: 'auth', ok: true });
  expect(resyncs()).toEqual(['member', 'all']);
});

test('every further reconnect resyncs once more', () => {
  live.start();
  connected();
  for (let times = 1; times <= 3; times += 1) {
    newest().lose();
    vi.advanceTimersToNextTimer();
    connected();
    expect(resyncs()).toEqual(['member', ...Array.from({ length: times }, () => 'all')]);
  }
});

test('without a token it resyncs as soon as it is open again', () => {
  token = null;
  live.start();
  connected();
  newest().lose();
  vi.advanceTimersByTime(30_000);
  newest().accept();
  expect(newest().sent).toEqual([]);
  expect(resyncs()).toEqual(['member', 'all']);
});

test('a first connection after failed tries resyncs everything: data read meanwhile is old', () => {
  live.start();
  newest().lose();
  vi.advanceTimersByTime(30_000);
  connected();
  expect(resyncs()).toEqual(['all']);
});

test('the pause grows with every try, and starts small again after a connection that lasted', () => {
  live.start();
  const pauses: number[] = [];
  for (let failures = 0; failures < 8; failures += 1) {
    // A server that accepts connections and closes them at once is not a good one.
    if (failures % 2 === 1) newest().accept();
    newest().lose(failures % 2 === 1 ? 1013 : 1006);
    const before = Date.now();
    vi.advanceTimersToNextTimer();
    pauses.push(Date.now() - before);
  }
  expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  connected();
  vi.advanceTimersByTime(10_000);
  newest().lose();
  const tries = sockets.length;
  vi.advanceTimersByTime(250);
  expect(sockets).toHaveLength(tries + 1);
});

test('with jitter every pause stays between half and all of its length, never above 30 s', () => {
  expect([0, 0.5, 1].map((random) => reconnectPauseMs(1, random))).toEqual([500, 750, 1_000]);
  fc.assert(
    fc.property(fc.nat({ max: 2_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const full = Math.min(30_000, 500 * 2 ** Math.min(failures, 20));
      const pause = reconnectPauseMs(failures, random);
      expect(pause).toBeGreaterThanOrEqual(full / 2);
      expect(pause).toBeLessThanOrEqual(full);
    }),
  );
});

test('a session that HTTP reports as ended opens no more connections', async () => {
  checkSession.mockImplementation(async () => {
    token = null;
  });
  live.follow('me');
  live.start();
  connected();
  newest().lose(CLOSE_SESSION_ENDED);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(checkSession).toHaveBeenCalledTimes(1);
  expect([sockets.length, resyncs()]).toEqual([1, ['member']]);
});

test('no connection is tried while HTTP is asked; a valid session connects again and resyncs', async () => {
  const asked = Promise.withResolvers<void>();
  checkSession.mockReturnValue(asked.promise);
  live.start();
  connected();
  newest().lose(CLOSE_SESSION_ENDED);
  expect(statuses.at(-1)).toBe('waiting');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sockets).toHaveLength(1);
  asked.reject(new Error('no network'));
  await vi.advanceTimersByTimeAsync(500);
  connected();
  expect([sockets.length, resyncs()]).toEqual([2, ['member', 'all']]);
});

test('a refused token is also checked over HTTP', () => {
  live.start();
  newest().accept();
  newest().say({ op: 'auth', ok: false });
  expect(checkSession).toHaveBeenCalledTimes(1);
});

test('a token that only the connection refuses is tried again on another one, which resyncs', async () => {
  live.start();
  newest().accept();
  newest().say({ op: 'auth', ok: false });
  await vi.advanceTimersByTimeAsync(500);
  expect([sockets.length, sockets[0]?.readyState]).toEqual([2, WebSocket.CLOSED]);
  connected();
  expect(resyncs()).toEqual(['member', 'all']);
});

test('a token that HTTP refuses too is not tried again', async () => {
  checkSession.mockImplementation(async () => {
    token = null;
  });
  live.start();
  newest().accept();
  newest().say({ op: 'auth', ok: false });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(sockets).toHaveLength(1);
});

test('after a stop, the next login starts it again as for the first time', () => {
  live.start();
  connected();
  newest().lose();
  live.stop();
  token = 'T2';
  live.start();
  connected();
  expect(sockets).toHaveLength(2);
  expect(newest().sent).toEqual([{ op: 'auth', token: 'T2' }]);
  expect(resyncs()).toEqual(['member', 'member']);
});

test('other close codes count as a lost connection', () => {
  for (const code of [1000, 1001, 1006, 1011, 4400]) {
    live.start();
    connected();
    newest().lose(code);
    const tries = sockets.length;
    vi.advanceTimersToNextTimer();
    expect(sockets, String(code)).toHaveLength(tries + 1);
  }
  expect(checkSession).not.toHaveBeenCalled();
});

test('a silent connection is closed, and only its replacement is listened to', () => {
  live.start();
  connected();
  const [first] = sockets;
  vi.advanceTimersByTime(20_000);
  expect(first?.sent.at(-1)).toEqual({ op: 'ping' });
  vi.advanceTimersByTime(10_000);
  expect(first?.readyState).toBe(WebSocket.CLOSED);
  vi.advanceTimersByTime(250);
  connected();
  first?.say({ topic: 'me', d: { type: 'money' } });
  first?.lose(CLOSE_SESSION_ENDED);
  expect(onFrame).not.toHaveBeenCalled();
  expect(checkSession).not.toHaveBeenCalled();
  newest().say({ topic: 'me', d: { type: 'money' } });
  expect(onFrame).toHaveBeenCalledTimes(1);
});

test('a topic is unsubscribed with its last follower; releasing twice counts once', () => {
  live.start();
  connected();
  const [one, other] = [live.follow('me'), live.follow('me')];
  one();
  one();
  expect(newest().sent.slice(1)).toEqual([{ op: 'sub', topics: ['me'] }]);
  other();
  expect(newest().sent.slice(2)).toEqual([{ op: 'unsub', topics: ['me'] }]);
});

test('after a stop it opens nothing more', () => {
  live.start();
  newest().lose();
  live.stop();
  live.nudge();
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
});

test('a nudge connects at once instead of waiting', () => {
  live.start();
  newest().lose();
  live.nudge();
  expect(sockets).toHaveLength(2);
  newest().accept();
  vi.advanceTimersByTime(20_000);
  expect(sockets).toHaveLength(2);
});

test('told that news may be lost, it resyncs once, at a moment of its own', () => {
  live.start();
  connected();
  random = 0.5;
  newest().say({ op: 'resync', spreadMs: 30_000 });
  vi.advanceTimersByTime(10_000);
  newest().say({ op: 'pong', serverTime: '2026-11-21T00:00:05.000Z' });
  newest().say({ op: 'resync', spreadMs: 30_000 });
  vi.advanceTimersByTime(4_999);
  expect(resyncs()).toEqual(['member']);
  vi.advanceTimersByTime(1);
  expect(resyncs()).toEqual(['member', 'all']);
  newest().say({ op: 'resync', spreadMs: 30_000 });
  vi.advanceTimersByTime(15_000);
  expect(resyncs()).toEqual(['member', 'all', 'all']);
});

test('no server makes it wait for longer than five minutes, and a connection lost meanwhile resyncs by itself', () => {
  live.start();
  connected();
  random = 1;
  newest().say({ op: 'resync', spreadMs: Number.MAX_SAFE_INTEGER });
  newest().lose();
  vi.advanceTimersByTime(500);
  connected();
  expect(resyncs()).toEqual(['member', 'all']);
  newest().say({ op: 'resync', spreadMs: Number.MAX_SAFE_INTEGER });
  for (let second = 0; second < 300; second += 10) {
    vi.advanceTimersByTime(10_000);
    newest().say({ op: 'pong', serverTime: '2026-11-21T00:00:05.000Z' });
  }
  expect(resyncs()).toEqual(['member', 'all', 'all']);
});

test('a server that stops sends its readers elsewhere: they are there within half a second, and read what they missed', () => {
  live.start();
  connected();
  vi.advanceTimersByTime(20_000);
  newest().say({ op: 'pong', serverTime: '2026-11-21T00:00:05.000Z' });
  const before = resyncs().length;
  newest().lose(1001);
  vi.advanceTimersByTime(0);
  expect(sockets).toHaveLength(2);
  connected();
  expect(resyncs().slice(before)).toEqual(['all']);
  expect(newest().sent.map(({ op }) => op)).toContain('auth');
  // One that takes and leaves at once is waited for as a broken one is.
  newest().lose(1001);
  vi.advanceTimersByTime(200);
  expect(sockets).toHaveLength(2);
});
