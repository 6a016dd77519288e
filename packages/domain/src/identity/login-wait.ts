/* How long wrong login passwords make their sender wait. */

/** Wrong passwords in a row before there is a wait. */
const FAILURES_FREE = 4;

const WAITS_SEC = [60, 120, 300, 900, 1_800] as const;

/** Failures older than this are forgotten. */
export const FORGET_AFTER_SEC = 86_400;

/** How long to wait after the n-th failure in a row: 1, 2, 5, 15, then 30 minutes from the fifth wait on. */
export function lockSec(failures: number): number {
  return WAITS_SEC[Math.min(failures - FAILURES_FREE, WAITS_SEC.length) - 1] ?? 0;
}
