/* Paints the newest value at most once in a given time: at once when it is quiet, else as soon as the time is over. */

export type PaintLimit<T> = {
  put: (value: T) => void;
  /** The value that waits for its paint. */
  waiting: () => T | null;
  cancel: () => void;
};

export function createPaintLimit<T>(everyMs: number, paint: (value: T) => void): PaintLimit<T> {
  let next: { value: T } | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  function run() {
    timer = null;
    if (next === null) return;
    const { value } = next;
    next = null;
    timer = setTimeout(run, everyMs);
    paint(value);
  }

  return {
    put(value) {
      next = { value };
      if (timer === null) run();
    },
    waiting: () => next?.value ?? null,
    cancel() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      next = null;
    },
  };
}
