/*
 * Paints what is newest at most once in a given time, and only in a frame: a page that nobody looks at has none, and
 * catches up when it is looked at again. Where drawing takes longer than a frame it comes less often, so that all else on
 * the page (the price, the ticket, scrolling) stays smooth.
 */

/** Drawing for longer than this, the page misses a frame. */
const FRAME_MS = 16;
/** A missed frame among this many others is not seen. */
const FRAMES_BETWEEN = 10;
const REST_MAX_MS = 500;

/** How long nothing is painted after drawing took `drawnMs`, where the time between two paints has `leftMs` to run. */
function restMs(leftMs: number, drawnMs: number): number {
  const wanted = drawnMs > FRAME_MS ? Math.min(REST_MAX_MS, FRAMES_BETWEEN * drawnMs) : 0;
  return Math.max(0, leftMs, wanted);
}

export type PaintLimit<T> = {
  put: (value: T) => void;
  /** The newest value that waits for its paint. */
  waiting: () => T | null;
  cancel: () => void;
};

/**
 * @param paint takes all values that came since the last time, oldest first
 * @param replaces whether a value makes the one before it superfluous
 */
export function createPaintLimit<T>(
  everyMs: number,
  paint: (values: readonly T[]) => void,
  replaces: (next: T, before: T) => boolean,
): PaintLimit<T> {
  let waiting: T[] = [];
  let frame: number | null = null;
  let rest: ReturnType<typeof setTimeout> | null = null;

  function plan() {
    if (waiting.length > 0 && frame === null && rest === null) frame = requestAnimationFrame(run);
  }

  function run() {
    const startedAtMs = performance.now();
    const values = waiting;
    waiting = [];
    // The chart computes now and draws in the next frame; what is put off there comes when that one is done.
    frame = requestAnimationFrame(() => {
      frame = null;
      const drawnFromMs = performance.now();
      rest = setTimeout(() => {
        const nowMs = performance.now();
        rest = setTimeout(rested, restMs(everyMs - (nowMs - startedAtMs), nowMs - drawnFromMs));
      });
    });
    paint(values);
  }

  function rested() {
    rest = null;
    plan();
  }

  return {
    put(value) {
      const last = waiting.at(-1);
      if (last !== undefined && replaces(value, last)) waiting.pop();
      waiting.push(value);
      plan();
    },
    waiting: () => waiting.at(-1) ?? null,
    cancel() {
      if (frame !== null) cancelAnimationFrame(frame);
      if (rest !== null) clearTimeout(rest);
      frame = null;
      rest = null;
      waiting = [];
    },
  };
}
