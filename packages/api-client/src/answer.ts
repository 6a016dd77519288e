import type { Outcome } from './decide-next.ts';

/** What one try at a request gave. */
export type Answer = { outcome: Outcome; body: unknown; retryAfterSec: number | null };

export const NO_ANSWER: Answer = { outcome: { kind: 'no-answer' }, body: undefined, retryAfterSec: null };

/** Undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The seconds of a header retry-after; null without one, or when it says something else. */
export function retryAfterSec(header: string | null): number | null {
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}
