import type { Frame } from './frame.ts';
import type { Link } from './link.ts';

/*
 * A live connection without a WebSocket: a box of frames that its reader fetches by one waiting call after the other. Frames
 * are numbered, and stay until the reader names the last one it has: a call whose answer is lost loses nothing.
 */

/** A waiting call is answered by then, also with nothing: what is between may end a call that is silent for longer. */
export const BOX_WAIT_MS = 20_000;
/** A call that says something: its reader has one of them at a time, and may have more to say. */
export const SAID_WAIT_MS = 500;
/** Frames of one moment, such as the ticks of all products, go into one answer. */
const GATHER_MS = 50;
/** Without a call for this long its reader is gone. */
export const BOX_IDLE_MS = 15_000;

export interface BoxAnswer {
  /** The number of the first frame. */
  readonly first: number;
  readonly frames: string[];
  /** The close code; null while it is open. */
  readonly ended: number | null;
}

export interface LiveBox extends Link {
  /**
   * @param after the number of the last frame that the reader has
   * @param gone resolves when the caller has left: what waits then waits for the next call
   * @param waitMs how long it waits for a frame
   */
  readonly fetch: (after: number, gone: Promise<void>, waitMs: number) => Promise<BoxAnswer>;
}

interface Waiting {
  readonly answer: () => void;
  readonly timer: NodeJS.Timeout;
}

export function createLiveBox(): LiveBox {
  /** Not fetched yet, or not known to have arrived. The first has the number `first`. */
  const frames: Frame[] = [];
  const listeners = new Set<() => void>();
  let [first, bytes] = [1, 0];
  let ended: number | undefined;
  let waiting: Waiting | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;

  function beIdle(): void {
    clearTimeout(idle);
    if (ended === undefined) idle = setTimeout(() => close(GONE), BOX_IDLE_MS);
  }

  function acknowledge(after: number): void {
    while (frames.length > 0 && first <= after) {
      bytes -= frames.shift()?.text.length ?? 0;
      first += 1;
    }
  }

  function answerNow(): void {
    clearTimeout(gathering);
    gathering = undefined;
    waiting?.answer();
  }

  function close(code: number): void {
    if (ended !== undefined) return;
    ended = code;
    clearTimeout(idle);
    answerNow();
    for (const listener of listeners) listener();
  }

  return {
    get bufferedAmount() {
      return bytes;
    },
    send: (frame) => {
      if (ended !== undefined) return;
      frames.push(frame);
      bytes += frame.text.length;
      if (waiting !== undefined) gathering ??= setTimeout(answerNow, GATHER_MS);
    },
    close,
    terminate: () => close(GONE),
    // A reader that fetches is alive; one that does not is closed when it is idle.
    ping: () => false,
    onClosed: (listener) => listeners.add(listener),
    fetch: async (after, gone, waitMs) => {
      acknowledge(after);
      // A reader has one waiting call. An older one is answered with what there is; its frames come again with this one.
      answerNow();
      clearTimeout(idle);
      if (frames.length === 0 && ended === undefined && waitMs > 0)
        await new Promise<void>((resolve) => {
          const answer = (): void => {
            if (waiting?.answer !== answer) return;
            clearTimeout(waiting.timer);
            waiting = undefined;
            resolve();
          };
          waiting = { answer, timer: setTimeout(answer, waitMs) };
          void gone.then(answer);
        });
      if (waiting === undefined) beIdle();
      return { first, frames: frames.map(({ text }) => text.toString('utf8')), ended: ended ?? null };
    },
  };
}

const GONE = 1006;
