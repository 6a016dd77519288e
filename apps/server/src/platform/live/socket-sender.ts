import type { Frame } from './frame.ts';

/** The part of a link that sending needs. */
export interface Outlet {
  /** Unsent bytes, also those that wait to be written together. */
  readonly bufferedAmount: number;
  send: (frame: Frame) => void;
}

/** A socket with more unsent bytes than this gets nothing more. */
export const SLOW_BYTES = 32 * 1024;
/** Most waiting messages for a member. A reader too slow for them is disconnected. */
export const MEMBER_QUEUE_MAX = 200;
export const MEMBER_QUEUE_BYTES_MAX = 256 * 1024;
/** A socket over its bound that reads nothing for this long is closed. */
export const STALLED_MS = 10_000;

/**
 * Everything that goes out on one socket. The messages waiting for a slow reader are bounded: the newest message of
 * each key (a topic, or the kind of a control frame), and a short queue of messages for its member.
 */
export interface SocketSender {
  /** Only the newest message of a key has to arrive. */
  sendNewest: (key: string, frame: Frame) => void;
  /** Every message has to arrive, in order. Returns false when the queue is full. */
  sendInOrder: (frame: Frame) => boolean;
  drop: (key: string) => void;
  /** True while something waits here. */
  waits: () => boolean;
  /** True when a small frame may skip the queues. */
  isClear: () => boolean;
  /** Sends what fits now. `stalled`: the reader read nothing for STALLED_MS. */
  flush: (nowMs: number) => 'sent' | 'slow' | 'stalled';
}

export function createSocketSender(socket: Outlet): SocketSender {
  // Almost no socket is ever slow: what waits has its place only then.
  let newest: Map<string, Frame> | undefined;
  let inOrder: Frame[] | undefined;
  let inOrderBytes = 0;
  let progress: { unsent: number; atMs: number } | undefined;

  function isClear(): boolean {
    return socket.bufferedAmount < SLOW_BYTES;
  }

  function flushWhatFits(): void {
    const queue = inOrder ?? [];
    while (queue.length > 0 && isClear()) {
      const frame = queue.shift();
      if (frame === undefined) return;
      inOrderBytes -= frame.wire.length;
      socket.send(frame);
    }
    for (const [key, frame] of newest ?? []) {
      if (!isClear()) return;
      newest?.delete(key);
      socket.send(frame);
    }
  }

  function waits(): boolean {
    return (newest?.size ?? 0) > 0 || (inOrder?.length ?? 0) > 0;
  }

  return {
    sendNewest: (key, frame) => {
      if (!waits() && isClear()) socket.send(frame);
      else (newest ??= new Map()).set(key, frame);
    },
    sendInOrder: (frame) => {
      if (!waits() && isClear()) {
        socket.send(frame);
        return true;
      }
      inOrder ??= [];
      if (inOrder.length >= MEMBER_QUEUE_MAX || inOrderBytes + frame.wire.length > MEMBER_QUEUE_BYTES_MAX) return false;
      inOrder.push(frame);
      inOrderBytes += frame.wire.length;
      return true;
    },
    drop: (key) => newest?.delete(key),
    waits,
    isClear,
    flush: (nowMs) => {
      const unsent = socket.bufferedAmount;
      if (isClear()) {
        progress = undefined;
        flushWhatFits();
        return waits() ? 'slow' : 'sent';
      }
      if (progress === undefined || unsent < progress.unsent) progress = { unsent, atMs: nowMs };
      return nowMs - progress.atMs >= STALLED_MS ? 'stalled' : 'slow';
    },
  };
}
