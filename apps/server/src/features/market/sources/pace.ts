import { setTimeout as sleep } from 'node:timers/promises';

/** Lets callers through in order, at least `everyMs` apart. @throws when it is stopped while a caller waits. */
export function createPace(everyMs: number, stopped: AbortSignal): () => Promise<void> {
  let freeAtMs = 0;
  return async () => {
    const nowMs = performance.now();
    const waitMs = Math.max(0, freeAtMs - nowMs);
    freeAtMs = nowMs + waitMs + everyMs;
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: stopped });
  };
}
