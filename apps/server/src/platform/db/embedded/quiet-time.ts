/** Counts the time in which nothing happened, and nothing wanted to happen. */
export interface QuietTime {
  /** Adds what passed since the last look, unless work is wanted now. Looks that follow each other closely are one. */
  lookAt: (nowMs: number) => number;
}

/** A look reads the table of processes, which is not free. */
const LOOK_EVERY_MS = 1_000;
/** A machine that slept has seen nothing. A ping takes as long as five seconds. */
const STEP_MS_MAX = 6_000;

export function createQuietTime(isWorkWanted: () => boolean, startedAtMs = performance.now()): QuietTime {
  let quietMs = 0;
  let lookedAtMs = startedAtMs;
  return {
    lookAt: (nowMs) => {
      const passedMs = nowMs - lookedAtMs;
      if (passedMs < LOOK_EVERY_MS) return quietMs;
      lookedAtMs = nowMs;
      if (!isWorkWanted()) quietMs += Math.min(passedMs, STEP_MS_MAX);
      return quietMs;
    },
  };
}
