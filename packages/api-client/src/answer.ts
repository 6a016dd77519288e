import type { Outcome } from './decide-next.ts';

/** What one try at a request gave. */
export type Answer = { outcome: Outcome; body: unknown; retryAfterSec: number | null };

/** Undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
