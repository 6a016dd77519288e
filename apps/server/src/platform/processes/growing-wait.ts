const FIRST_MS = 200;
const MAX_MS = 30_000;
const STABLE_MS = 60_000;

export interface GrowingWait {
  /** How long to wait before the next start, after a run of `ranMs`. */
  next: (ranMs: number) => number;
}

/** Waits of 0.2 s, 0.4 s and so on up to 30 s; after a run of a minute it begins at 0.2 s again. */
export function createGrowingWait(): GrowingWait {
  let waitMs = 0;
  return {
    next: (ranMs) => {
      waitMs = waitMs === 0 || ranMs >= STABLE_MS ? FIRST_MS : Math.min(MAX_MS, waitMs * 2);
      return waitMs;
    },
  };
}
