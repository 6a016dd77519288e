// @vitest-environment happy-dom
import type { FetchLiveBody, FetchLiveView } from '@candor/contract/live-box';
import { CLOSE_SESSION_ENDED } from '@candor/contract/live';
import type { ServerFrame } from '@candor/contract/live';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFetchLink } from './fetch-link.ts';
import { createLiveSocket } from './live-socket.ts';
import type { LiveSocket, LiveStatus, MissedNews } from './live-socket.ts';
import { FakeSocket } from './testing/fake-socket.ts';

const HELLO = { op: 'hello', serverTime: '2026-11-21T00:00:05.000Z' } as const;

/** A call that the server has not answered yet. */
interface Call extends PromiseWithResolvers<FetchLiveView> {
  readonly body: FetchLiveBody;
  readonly signal: AbortSignal;
}
let calls: Call[];
let sockets: FakeSocket[];
let openSocket: () => FakeSocket;
let statuses: LiveStatus[];
let heard: string[];
let resyncs: MissedNews[];
let live: LiveSocket;
const checkSession = vi.fn<() => Promise<void>>();

async function fetchFrames(body: FetchLiveBody, signal: AbortSignal): Promise<FetchLiveView> {
  const call = { ...Promise.withResolvers<FetchLiveView>(), body, signal };
  signal.addEventListener('abort', () => call.reject(new Error('aborted')));
  calls.push(call);
  return await call.promise;
}

beforeEach(() => {
  vi.useFakeTimers();
  [calls, sockets, statuses, heard, resyncs] = [[], [], [], [], []];
  checkSession.mockReset().mockResolvedValue(undefined);
  openSocket = () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  };
  live = createLiveSocket({
    open: () => openSocket(),
    openWithout: () => createFetchLink(fetchFrames),
    token: () => 'T',
    onFrame: (frame) => heard.push(frame.topic),
    onServerTime: () => undefined,
    onStatus: (status) => statuses.push(status),
    onResync: (missed) => resyncs.push(missed),
    checkSession,
    random: () => 0,
  });
});
afterEach(() => {
  live.stop();
  vi.useRealTimers();
});

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

function newestCall(): Call {
  const call = calls.at(-1);
  if (call === undefined) throw new Error('nothing was fetched');
  return call;
}

async function answer(first: number, frames: readonly ServerFrame[], ended: number | null = null): Promise<void> {
  newestCall().resolve({ box: 'b', first, frames: frames.map((frame) => JSON.stringify(frame)), ended });
  await settle();
}

function tick(code: string): ServerFrame {
  return { topic: `tick:${code}`, d: { seq: 1, at: '2026-01-01T00:00:01.000Z', price: '1.00', status: 'OK' } };
}

/** No WebSocket opens; the frames are fetched. */
async function withoutSocket(): Promise<void> {
  openSocket = () => {
    throw new Error('WebSocket is not defined');
  };
  live.follow('me');
  live.start();
  await pass(250);
  await answer(1, [HELLO]);
}

describe('where no WebSocket can be opened', () => {
  test('a browser without it fetches at once, says who it is, and reads everything again', async () => {
    await withoutSocket();
    expect(calls[0]?.body).toEqual({ box: null, after: 0, say: [] });
    expect(newestCall().body).toEqual({
      box: 'b',
      after: 1,
      say: [JSON.stringify({ op: 'auth', token: 'T' }), JSON.stringify({ op: 'sub', topics: ['me'] })],
    });
    expect(statuses).toEqual(['connecting', 'waiting', 'connecting', 'open']);
    await answer(2, [{ op: 'auth', ok: true }]);
    expect(resyncs).toEqual(['all']);
    await answer(3, [{ topic: 'me', d: { type: 'money' } }]);
    expect(heard).toEqual(['me']);
  });

  test.each([
    ['is refused', async () => await Promise.resolve(sockets.at(-1)?.lose())],
    ['gets no answer', async () => await pass(6_000)],
    [
      'opens and breaks',
      async () => {
        sockets.at(-1)?.accept();
        await pass(5_000);
        sockets.at(-1)?.lose();
      },
    ],
  ])('one that %s is tried twice', async (_, fail) => {
    live.start();
    await fail();
    await pass(500);
    await fail();
    expect([sockets.length, calls.length]).toEqual([2, 0]);
    await pass(1_000);
    expect([sockets.length, calls.length]).toEqual([2, 1]);
  });

  test('one that a server closes is no reason, nor is one that lasted', async () => {
    live.start();
    for (let times = 1; times <= 4; times += 1) {
      sockets.at(-1)?.accept();
      sockets.at(-1)?.lose(1013);
      await vi.advanceTimersToNextTimerAsync();
      expect(sockets).toHaveLength(times + 1);
    }
    for (let times = 5; times <= 8; times += 1) {
      sockets.at(-1)?.accept();
      await pass(20_000);
      sockets.at(-1)?.say({ op: 'pong', serverTime: HELLO.serverTime });
      await pass(10_000);
      sockets.at(-1)?.lose();
      await vi.advanceTimersToNextTimerAsync();
      expect(sockets).toHaveLength(times + 1);
    }
    expect(calls).toEqual([]);
  });

  test('when fetching does not open either, the network is away: a WebSocket is tried next', async () => {
    live.start();
    for (let times = 0; times < 2; times += 1) {
      sockets.at(-1)?.lose();
      await pass(500);
    }
    for (let times = 0; times < 3; times += 1) {
      newestCall().reject(new Error('no network'));
      await pass(2_000);
    }
    await pass(2_000);
    expect([sockets.length, calls.length]).toEqual([3, 3]);
  });
});

describe('not a word is lost', () => {
  test('frames whose call failed come again, and are heard once', async () => {
    await withoutSocket();
    newestCall().reject(new Error('lost'));
    await pass(500);
    // What was said is said again.
    expect(newestCall().body).toMatchObject({ box: 'b', after: 1, say: [expect.any(String), expect.any(String)] });
    await answer(2, [tick('A'), tick('B')]);
    expect(newestCall().body.after).toBe(3);
    await answer(2, [tick('A'), tick('B'), tick('C')]);
    expect(heard).toEqual(['tick:A', 'tick:B', 'tick:C']);
  });

  test('what is said while a call waits goes with another one, and both answers count', async () => {
    await withoutSocket();
    await answer(2, []);
    const waiting = newestCall();
    live.follow('tick:A');
    live.follow('tick:B');
    await settle();
    expect(newestCall().body.say.map((text) => JSON.parse(text) as unknown)).toEqual([
      { op: 'sub', topics: ['tick:A'] },
      { op: 'sub', topics: ['tick:B'] },
    ]);
    const before = calls.length;
    waiting.resolve({ box: 'b', first: 2, frames: [JSON.stringify(tick('A'))], ended: null });
    await settle();
    expect([heard, calls.length]).toEqual([['tick:A'], before]);
    await answer(2, [tick('A'), tick('B')]);
    expect([heard, calls.length]).toEqual([['tick:A', 'tick:B'], before + 1]);
  });

  function topicsOf({ body }: Call): unknown[] {
    return body.say.map((text) => (JSON.parse(text) as { topics: unknown[] }).topics[0]);
  }
  function codes(from: number, to: number): string[] {
    return Array.from({ length: to - from }, (_, n) => `tick:${from + n}`);
  }
  function follow(from: number, to: number): void {
    for (const code of codes(from, to)) live.follow(code);
  }

  test('more frames than one call takes go one call after the other, in order, without waiting for news', async () => {
    await withoutSocket();
    await answer(2, []);
    follow(0, 20);
    await settle();
    const before = calls.length;
    expect(topicsOf(newestCall())).toEqual(codes(0, 8));
    // Said while the first part is on its way: it stays behind the rest.
    follow(20, 21);
    await settle();
    expect(calls).toHaveLength(before);
    await answer(2, []);
    expect(topicsOf(newestCall())).toEqual(codes(8, 16));
    await answer(2, []);
    expect(topicsOf(newestCall())).toEqual(codes(16, 21));
    await answer(2, []);
    expect(newestCall().body.say).toEqual([]);
  });

  test('frames of a call that failed come before newer ones', async () => {
    await withoutSocket();
    await answer(2, []);
    follow(0, 1);
    await settle();
    const failing = newestCall();
    follow(1, 2);
    failing.reject(new Error('lost'));
    await settle();
    follow(2, 3);
    await settle();
    expect(newestCall()).toBe(failing);
    await pass(500);
    expect(topicsOf(newestCall())).toEqual(codes(0, 3));
  });

  test('when too many frames wait, the link is opened anew: it then says them together', async () => {
    await withoutSocket();
    await answer(2, []);
    follow(0, 200);
    await settle();
    expect(statuses.at(-1)).toBe('waiting');
    await pass(1_000);
    await answer(1, [HELLO]);
    expect(newestCall().body.say.length).toBeLessThan(8);
  });

  test('a box that is gone is opened anew, and everything is read again', async () => {
    await withoutSocket();
    await answer(2, [{ op: 'auth', ok: true }]);
    await answer(0, [], 1006);
    await pass(1_000);
    expect(newestCall().body).toEqual({ box: null, after: 0, say: [] });
    await answer(1, [HELLO]);
    await answer(2, [{ op: 'auth', ok: true }]);
    expect(resyncs).toEqual(['all', 'all']);
  });
});

test('a session that ended is asked for by HTTP, as with a WebSocket', async () => {
  await withoutSocket();
  await answer(2, [], CLOSE_SESSION_ENDED);
  expect(checkSession).toHaveBeenCalledTimes(1);
});

test('a stopped connection fetches no more', async () => {
  await withoutSocket();
  const waiting = newestCall();
  live.stop();
  await pass(60_000);
  expect([waiting.signal.aborted, calls.at(-1) === waiting]).toEqual([true, true]);
  expect(vi.getTimerCount()).toBe(0);
});

describe('a WebSocket is tried again later', () => {
  beforeEach(async () => {
    await withoutSocket();
    await answer(2, [{ op: 'auth', ok: true }]);
    openSocket = () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    };
  });

  let number = 2;
  beforeEach(() => {
    number = 2;
  });

  /** The server answers what waits, so that the connection lives. */
  async function live30s(): Promise<void> {
    for (let second = 0; second < 30; second += 5) {
      await pass(5_000);
      number += 1;
      await answer(number, [{ op: 'pong', serverTime: HELLO.serverTime }]);
    }
  }

  test('one through which the server speaks takes over, and everything is read again', async () => {
    await live30s();
    const [socket] = sockets;
    socket?.accept();
    expect(statuses.at(-1)).toBe('open');
    const waiting = newestCall();
    expect(waiting.signal.aborted).toBe(false);
    socket?.say(HELLO);
    await settle();
    expect(waiting.signal.aborted).toBe(true);
    expect(socket?.sent).toEqual([
      { op: 'auth', token: 'T' },
      { op: 'sub', topics: ['me'] },
    ]);
    socket?.say({ op: 'auth', ok: true });
    socket?.say(tick('A'));
    expect([resyncs, heard]).toEqual([['all', 'all'], ['tick:A']]);
    // If it breaks soon, one failure is enough.
    const before = calls.length;
    socket?.lose();
    await pass(15_000);
    expect([sockets.length, calls.length]).toEqual([1, before + 1]);
  });

  test.each([
    ['does not open', (socket: FakeSocket | undefined) => socket?.lose()],
    ['opens and says nothing', (socket: FakeSocket | undefined) => socket?.accept()],
  ])('one that %s changes nothing, and the next try comes later', async (_, meet) => {
    await live30s();
    meet(sockets[0]);
    await pass(6_000);
    expect([sockets.length, sockets[0]?.readyState, statuses.at(-1)]).toEqual([1, WebSocket.CLOSED, 'open']);
    await live30s();
    expect(sockets).toHaveLength(1);
    await live30s();
    await live30s();
    expect([sockets.length, statuses.at(-1)]).toEqual([2, 'open']);
  });
});
