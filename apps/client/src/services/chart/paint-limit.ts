/*
 * Paints what is newest at most once in a given time, and only in a frame: a page that nobody looks at has none, and
 * catches up when it is looked at again. A device that takes long to paint is left to rest before the next time.
 */

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
    // The chart computes now and draws in the next frame; the one after that comes when it is done.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        frame = null;
        const leftMs = everyMs - (performance.now() - startedAtMs);
        rest = setTimeout(rested, Math.max(everyMs / 2, leftMs));
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
