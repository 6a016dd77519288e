// @vitest-environment happy-dom
import type { LiveTick, TopicFrame } from '@candor/contract/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveFeed, isProduct, isTick } from './live-feed.ts';
import type { LiveFeed } from './live-feed.ts';
import type { MissedNews } from './live-socket.ts';
import { FakeSocket } from './testing/fake-socket.ts';

let sockets: FakeSocket[];
let feed: LiveFeed;
let stop: () => void;
let isHidden: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  isHidden = false;
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isHidden ? 'hidden' : 'visible'));
  feed = createLiveFeed({
    open() {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    token: () => null,
    onServerTime: () => undefined,
    checkSession: async () => await Promise.resolve(),
  });
  expect(feed.status.get()).toBe('idle');
  stop = feed.start();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

function newest(): FakeSocket {
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('no connection was opened');
  return socket;
}

function tick(code: string, seq: number): TopicFrame & { d: LiveTick } {
  return { topic: `tick:${code}`, d: { seq, at: `2026-01-01T00:00:0${seq}.000Z`, price: `${seq}.00`, status: 'OK' } };
}

test('a tick becomes the newest price of its product before the next paint', () => {
  newest().accept();
  newest().say(tick('BTCUSDT', 1));
  expect(feed.prices.get('BTCUSDT')).toBeNull();
  vi.advanceTimersToNextFrame();
  expect(feed.prices.get('BTCUSDT')?.price).toBe('1.00');
  expect(feed.prices.get('tick:BTCUSDT')).toBeNull();
});

test('on a hidden page, which paints no frames, a price is new within a second', () => {
  isHidden = true;
  const paint = vi.spyOn(window, 'requestAnimationFrame');
  newest().accept();
  newest().say(tick('BTCUSDT', 1));
  vi.advanceTimersByTime(999);
  expect(feed.prices.get('BTCUSDT')).toBeNull();
  vi.advanceTimersByTime(1);
  expect(feed.prices.get('BTCUSDT')?.price).toBe('1.00');
  expect(paint).not.toHaveBeenCalled();
});

test('frames of a topic reach its listeners, each until it stops, and keep the topic subscribed', () => {
  newest().accept();
  const heard: string[] = [];
  const stopFirst = feed.onFrames('tick:A', () => heard.push('first'));
  const stopSecond = feed.onFrames('tick:A', () => heard.push('second'));
  feed.onFrames('tick:B', () => heard.push('other'));
  newest().say(tick('A', 1));
  expect(heard).toEqual(['first', 'second']);
  stopFirst();
  newest().say(tick('A', 2));
  expect(heard).toEqual(['first', 'second', 'second']);
  stopSecond();
  newest().say(tick('A', 3));
  expect(heard).toHaveLength(3);
  feed.onFrames('tick:A', () => heard.push('again'));
  newest().say(tick('A', 4));
  expect(heard.at(-1)).toBe('again');
  expect(newest().sent).toEqual([
    { op: 'sub', topics: ['tick:A'] },
    { op: 'sub', topics: ['tick:B'] },
    { op: 'unsub', topics: ['tick:A'] },
    { op: 'sub', topics: ['tick:A'] },
  ]);
});

test('a resync reaches its listeners until they stop, and the status is known all along', () => {
  const heard: MissedNews[] = [];
  const stopListening = feed.onResync((missed) => heard.push(missed));
  expect(feed.status.get()).toBe('connecting');
  newest().accept();
  expect([feed.status.get(), heard]).toEqual(['open', ['member']]);
  stopListening();
  newest().lose();
  expect(feed.status.get()).toBe('waiting');
  vi.advanceTimersByTime(60_000);
  newest().accept();
  expect(heard).toEqual(['member']);
  stop();
  expect(feed.status.get()).toBe('idle');
});

test.each([
  ['the device is online again', () => window.dispatchEvent(new Event('online'))],
  ['the page is visible again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('when %s it connects at once, unless the page is hidden or the feed was stopped', (_, happen) => {
  newest().accept();
  newest().lose();
  isHidden = true;
  happen();
  expect(sockets).toHaveLength(1);
  isHidden = false;
  happen();
  expect(sockets).toHaveLength(2);
  stop();
  const removed = [vi.spyOn(window, 'removeEventListener'), vi.spyOn(document, 'removeEventListener')];
  feed.start()();
  expect(removed[0]?.mock.calls.map(([name]) => name)).toEqual(['online', 'offline']);
  expect(removed[1]).toHaveBeenCalledExactlyOnceWith('visibilitychange', expect.any(Function));
  happen();
  expect(sockets).toHaveLength(3);
});

test('frames are told apart by their topics', () => {
  const product = { topic: 'product:A', d: {} } as unknown as TopicFrame;
  const member = { topic: 'me', d: { type: 'money' } } as TopicFrame;
  expect([tick('A', 1), product, member].map(isTick)).toEqual([true, false, false]);
  expect([tick('A', 1), product, member].map(isProduct)).toEqual([false, true, false]);
});

test('a frame that is no tick changes no price', () => {
  newest().accept();
  newest().say({ topic: 'me', d: { type: 'money' } });
  vi.advanceTimersToNextFrame();
  expect([feed.prices.get(''), feed.prices.get('me'), vi.getTimerCount()]).toEqual([null, null, 3]);
});

test('the server counts as heard for five seconds after each message, and not after a stop', () => {
  newest().accept();
  expect(feed.isHeard.get()).toBe(false);
  newest().say(tick('A', 1));
  vi.advanceTimersByTime(4_999);
  newest().say(tick('A', 2));
  vi.advanceTimersByTime(4_999);
  expect(feed.isHeard.get()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(feed.isHeard.get()).toBe(false);
  newest().say(tick('A', 3));
  expect(feed.isHeard.get()).toBe(true);
  stop();
  expect(feed.isHeard.get()).toBe(false);
});

test('while the device says that it is offline, the server is asked, and its answer counts', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  newest().accept();
  const pings = () => newest().sent.filter(({ op }) => op === 'ping').length;
  window.dispatchEvent(new Event('offline'));
  expect(pings()).toBe(1);
  newest().say({ op: 'pong', serverTime: '2026-11-21T00:00:05.000Z' });
  expect(feed.isHeard.get()).toBe(true);
  vi.advanceTimersByTime(4_000);
  // The second question has no answer yet.
  expect(pings()).toBe(2);
  vi.advanceTimersByTime(1_000);
  expect(feed.isHeard.get()).toBe(false);
  vi.advanceTimersByTime(8_000);
  expect(sockets[0]?.readyState).toBe(WebSocket.CLOSED);
  onLine.mockReturnValue(true);
});
