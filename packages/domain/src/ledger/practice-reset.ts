/** Resets of practice money in any 24 hours: enough for learning, too few to flood the ledger. */
export const PRACTICE_RESETS_MAX = 5;
const WINDOW_MS = 86_400_000;

/**
 * The seconds until practice money may be reset again; zero if it may be reset now. `resetsMs` are the moments of
 * earlier resets that moved money, in any order. Resets older than 24 hours do not count.
 */
export function practiceResetWaitSec(resetsMs: readonly number[], nowMs: number): number {
  const recent = resetsMs.filter((at) => at > nowMs - WINDOW_MS).toSorted((a, b) => b - a);
  const freeing = recent[PRACTICE_RESETS_MAX - 1];
  return freeing === undefined ? 0 : Math.ceil((freeing + WINDOW_MS - nowMs) / 1000);
}
