const SHORTEST_MS = 4_000;
const LONGEST_MS = 60_000;
const SHARE = 0.1;

/**
 * How long a visitor waits before asking for news again: soon while the talk goes on, ever later while nothing comes.
 * @param silentMs since the newest message
 */
export function pollPause(silentMs: number): number {
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, silentMs * SHARE));
}
