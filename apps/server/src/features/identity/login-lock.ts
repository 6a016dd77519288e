/** Failed logins of one username before it has to wait. */
export const FAILURES_FREE = 4;

const WAITS_SEC = [60, 120, 300, 900, 1_800] as const;

/** Failures older than this are forgotten. */
export const FORGET_AFTER_SEC = 86_400;

/** How long a username waits after its n-th failure in a row: 1, 2, 5, 15, then 30 minutes from the fifth on. */
export function lockSec(failures: number): number {
  if (failures <= FAILURES_FREE) return 0;
  return WAITS_SEC[Math.min(failures - FAILURES_FREE, WAITS_SEC.length) - 1] ?? 0;
}
