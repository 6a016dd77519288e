import { frameOf } from './frame.ts';
import type { Frame } from './frame.ts';
import type { Reader } from './reader.ts';

/*
 * What goes out to the readers of the live hub. A slow reader gets the newest message of each topic when it catches up, never a
 * growing queue; news for its member go in order, and a reader that is too slow for them is disconnected.
 */

const SWEEP_MS = 100;
/** Most unsent bytes of all slow readers together. Beyond it, the readers that are slow for the longest are cut off. */
const UNSENT_BYTES_MAX = 64 * 1024 * 1024;
const TOO_SLOW = 4008;

interface OutgoingDeps {
  readonly nowMs: () => number;
  readonly onNewsLost: () => void;
  readonly end: (reader: Reader, code: number) => void;
  readonly cutOff: (reader: Reader) => void;
}

export interface Outgoing {
  /** Answers a frame. Only the newest answer of each kind has to arrive. */
  readonly control: (reader: Reader, frame: { op: string } & Record<string, unknown>) => void;
  /** Of each key only the newest has to arrive. */
  readonly send: (reader: Reader, key: string, frame: Frame) => void;
  /** To those of the readers that are logged in and listen to `me`. */
  readonly sendToMembers: (readers: Iterable<Reader>, data: unknown) => void;
  readonly tellToReadAgain: (readers: Iterable<Reader>, spreadMs: number) => void;
  /** A reader that is over. */
  readonly forget: (reader: Reader) => void;
  readonly stop: () => void;
}

export function startOutgoing({ nowMs, onNewsLost, end, cutOff }: OutgoingDeps): Outgoing {
  const slow = new Set<Reader>();

  function control(reader: Reader, frame: { op: string } & Record<string, unknown>): void {
    send(reader, frame.op, frameOf(frame));
  }

  function send(reader: Reader, key: string, frame: Frame): void {
    if (reader.over) return;
    reader.sender.sendNewest(key, frame);
    if (reader.sender.waits()) slow.add(reader);
  }

  function sendToMembers(readers: Iterable<Reader>, data: unknown): void {
    const frame = frameOf({ topic: 'me', d: data });
    for (const reader of readers)
      if (reader.session !== undefined && reader.topics.has('me')) sendToMember(reader, frame);
  }

  function sendToMember(reader: Reader, frame: Frame): void {
    if (!reader.sender.sendInOrder(frame)) {
      onNewsLost();
      end(reader, TOO_SLOW);
    } else if (reader.sender.waits()) slow.add(reader);
  }

  /** Lets slow readers catch up, and cuts off those that read nothing. */
  function sweep(): void {
    const now = nowMs();
    let unsent = 0;
    for (const reader of slow) {
      const state = reader.sender.flush(now);
      if (state === 'sent') slow.delete(reader);
      else if (state === 'stalled') cutOffSlow(reader);
      else unsent += reader.link.bufferedAmount;
    }
    for (const reader of slow) {
      if (unsent <= UNSENT_BYTES_MAX) break;
      unsent -= reader.link.bufferedAmount;
      cutOffSlow(reader);
    }
  }

  function cutOffSlow(reader: Reader): void {
    if (reader.session !== undefined) onNewsLost();
    cutOff(reader);
  }

  function tellToReadAgain(readers: Iterable<Reader>, spreadMs: number): void {
    const frame = frameOf({ op: 'resync', spreadMs });
    for (const reader of readers) send(reader, 'resync', frame);
  }

  const sweeps = setInterval(sweep, SWEEP_MS);
  return {
    control,
    send,
    sendToMembers,
    tellToReadAgain,
    forget: (reader) => slow.delete(reader),
    stop: () => clearInterval(sweeps),
  };
}
