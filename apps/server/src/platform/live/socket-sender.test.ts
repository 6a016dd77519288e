import { beforeEach, describe, expect, it } from 'vitest';
import type { Frame } from './frame.ts';
import {
  createSocketSender,
  MEMBER_QUEUE_BYTES_MAX,
  MEMBER_QUEUE_MAX,
  SLOW_BYTES,
  STALLED_MS,
} from './socket-sender.ts';
import type { SocketSender } from './socket-sender.ts';

/** A socket whose other side reads only when the test allows it. */
class FakeSocket {
  sent: string[] = [];
  bufferedAmount = 0;
  send({ wire, text }: Frame): void {
    this.sent.push(text.toString());
    this.bufferedAmount += wire.length;
  }
}

/** A frame of these bytes, without a head. */
function raw(bytes: Buffer): Frame {
  return { wire: bytes, text: bytes };
}

let socket: FakeSocket;
let sender: SocketSender;
beforeEach(() => {
  socket = new FakeSocket();
  sender = createSocketSender(socket);
});

function fill(): void {
  sender.sendNewest('filler', raw(Buffer.alloc(SLOW_BYTES)));
  socket.sent = [];
}

describe('a reader that keeps up', () => {
  it('gets every message at once', () => {
    sender.sendNewest('a', raw(Buffer.from('1')));
    sender.sendNewest('a', raw(Buffer.from('2')));
    expect(sender.sendInOrder(raw(Buffer.from('3')))).toBe(true);
    expect(socket.sent).toEqual(['1', '2', '3']);
    expect(sender.waits()).toBe(false);
  });
});

describe('a slow reader', () => {
  beforeEach(fill);

  it('gets the newest message of each key, and every queued message, after it has read', () => {
    for (const n of [1, 2, 3]) sender.sendNewest('a', raw(Buffer.from(`a${n}`)));
    sender.sendNewest('b', raw(Buffer.from('b1')));
    for (const n of [1, 2]) sender.sendInOrder(raw(Buffer.from(`m${n}`)));
    expect(sender.flush(0)).toBe('slow');
    expect(socket.sent).toEqual([]);
    socket.bufferedAmount = 0;
    expect(sender.flush(1)).toBe('sent');
    expect(socket.sent).toEqual(['m1', 'm2', 'a3', 'b1']);
    expect(sender.waits()).toBe(false);
  });

  it('gets its messages in order: later ones wait behind queued ones', () => {
    sender.sendInOrder(raw(Buffer.from('m1')));
    socket.bufferedAmount = 0;
    sender.sendInOrder(raw(Buffer.from('m2')));
    sender.flush(0);
    expect(socket.sent).toEqual(['m1', 'm2']);
  });

  it('gets no message of a dropped key', () => {
    sender.sendNewest('a', raw(Buffer.from('a1')));
    sender.drop('a');
    socket.bufferedAmount = 0;
    sender.flush(0);
    expect(socket.sent).toEqual([]);
  });

  it('is given at most its limit and one message at a time', () => {
    for (let i = 0; i < 100; i += 1) sender.sendNewest(`t${i}`, raw(Buffer.alloc(4_000)));
    socket.bufferedAmount = 0;
    expect(sender.flush(0)).toBe('slow');
    expect(socket.bufferedAmount).toBeLessThan(SLOW_BYTES + 4_000);
    expect(socket.sent.length).toBeLessThan(10);
  });

  it('has a queue limited in messages and in bytes', () => {
    for (let i = 0; i < MEMBER_QUEUE_MAX; i += 1) expect(sender.sendInOrder(raw(Buffer.from('m')))).toBe(true);
    expect(sender.sendInOrder(raw(Buffer.from('m')))).toBe(false);
    const other = createSocketSender(socket);
    const half = Buffer.alloc(MEMBER_QUEUE_BYTES_MAX / 2);
    expect([1, 2, 3].map(() => other.sendInOrder(raw(half)))).toEqual([true, true, false]);
  });

  it('has its queue bytes counted down after sending', () => {
    const half = Buffer.alloc(MEMBER_QUEUE_BYTES_MAX / 2);
    for (let round = 0; round < 4; round += 1) {
      expect(sender.sendInOrder(raw(half))).toBe(true);
      while (sender.waits()) {
        socket.bufferedAmount = 0;
        sender.flush(0);
      }
      socket.bufferedAmount = SLOW_BYTES;
    }
  });
});

describe('a reader that stops reading', () => {
  beforeEach(() => {
    fill();
    sender.sendNewest('a', raw(Buffer.from('a')));
  });

  it('counts as stalled after a while', () => {
    expect(sender.flush(1_000)).toBe('slow');
    expect(sender.flush(1_000 + STALLED_MS - 1)).toBe('slow');
    expect(sender.flush(1_000 + STALLED_MS)).toBe('stalled');
  });

  it('does not count as stalled while it still reads a little', () => {
    socket.bufferedAmount += 10;
    for (let i = 0; i < 5; i += 1) {
      socket.bufferedAmount -= 1;
      expect(sender.flush(i * (STALLED_MS - 1))).toBe('slow');
    }
  });

  it('starts over once it has caught up', () => {
    sender.flush(0);
    socket.bufferedAmount = 0;
    sender.flush(1);
    fill();
    sender.sendNewest('a', raw(Buffer.from('a')));
    expect(sender.flush(STALLED_MS + 1)).toBe('slow');
  });
});
