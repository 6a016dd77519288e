/*
 * Paints the newest values at most once in a given time, and only in an animation frame. A hidden page gets no frames
 * and catches up when it is visible again. If drawing takes longer than a frame, it runs less often, so that the rest
 * of the page (the price, the ticket, scrolling) stays smooth.
 */

/** If drawing takes longer than this, the page misses a frame. */
const FRAME_MS = 16;
/** One missed frame among this many others is not visible. */
const FRAMES_BETWEEN = 10;
const REST_MAX_MS = 500;

/** How long to wait after a paint that took `drawnMs`, if `leftMs` of the minimum time between two paints remain. */
function restMs(leftMs: number, drawnMs: number): number {
  const wanted = drawnMs > FRAME_MS ? Math.min(REST_MAX_MS, FRAMES_BETWEEN * drawnMs) : 0;
  return Math.max(0, leftMs, wanted);
}

export type PaintLimit<T> = {
  put: (value: T) => void;
  /** The newest value that waits to be painted. */
  waiting: () => T | null;
  cancel: () => void;
};

/**
 * @param paint takes all values since the last paint, oldest first
 * @param replaces whether a value makes the one before it unnecessary
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
    // The chart computes now and draws in the next frame; a timeout set in that frame runs after it.
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
