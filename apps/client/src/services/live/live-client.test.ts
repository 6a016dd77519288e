import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveClient } from './live-client.ts';
import type { LiveClient } from './live-client.ts';

/** A socket that opens, speaks and closes when the test says so. */
class FakeSocket {
  static readonly OPEN = 1;
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  say(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  end(code: number): void {
    this.onclose?.({ code });
  }
}

let sockets: FakeSocket[];
let client: LiveClient;
const onSessionDoubt = vi.fn();
const onResync = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  sockets = [];
  onSessionDoubt.mockClear();
  onResync.mockClear();
  client = createLiveClient({
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    token: () => 'token',
    onFrame: () => undefined,
    onServerTime: () => undefined,
    onStatus: () => undefined,
    onResync,
    onSessionDoubt,
    random: () => 1,
  });
  client.start();
});
afterEach(() => {
  client.stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function newest(): FakeSocket {
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('no socket was opened');
  return socket;
}

test('a session that ended is doubted, by its close code and by a refused token alone', () => {
  newest().open();
  newest().say({ op: 'auth', ok: true });
  expect(onSessionDoubt).not.toHaveBeenCalled();
  newest().say({ op: 'auth', ok: false });
  expect(onSessionDoubt).toHaveBeenCalledTimes(1);
  newest().end(4401);
  expect(onSessionDoubt).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(500);
  newest().open();
  newest().end(1006);
  expect(onSessionDoubt).toHaveBeenCalledTimes(2);
});

test('an old socket that closes late says nothing', () => {
  const old = newest();
  old.open();
  old.onerror?.();
  vi.advanceTimersByTime(500);
  expect(sockets).toHaveLength(2);
  old.end(4401);
  expect(onSessionDoubt).not.toHaveBeenCalled();
});

test('pauses grow while connections open and break, and start small again after a steady one', () => {
  for (const pause of [500, 1_000, 2_000]) {
    newest().open();
    newest().end(1013);
    vi.advanceTimersByTime(pause - 1);
    const before = sockets.length;
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(before + 1);
  }
  newest().open();
  vi.advanceTimersByTime(10_000);
  newest().end(1013);
  vi.advanceTimersByTime(500);
  expect(sockets).toHaveLength(5);
});

test('what was missed is read again after every reconnect, and not at the start', () => {
  newest().open();
  expect(onResync).not.toHaveBeenCalled();
  newest().end(1006);
  vi.advanceTimersByTime(500);
  newest().open();
  expect(onResync).toHaveBeenCalledTimes(1);
});
