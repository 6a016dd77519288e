/*
 * What a request does after each try, as a pure decision. Each host is tried once, starting with the one that worked
 * last. Every try sends the same request with the same idempotency key, so a lost answer cannot cause a second action.
 */

export type Outcome =
  | { kind: 'answer'; status: number }
  /** A refused connection, a broken answer, no network, or a timeout. */
  | { kind: 'no-answer' };

export type Attempt = {
  hostCount: number;
  /** The index of the host just tried. */
  host: number;
  /** How many hosts were tried, this one included. */
  tried: number;
};

export type Next = { kind: 'accept'; status: number } | { kind: 'retry'; host: number } | { kind: 'give-up' };

const PASSING_FAULTS: readonly number[] = [502, 503, 504];

export function decideNext(attempt: Attempt, outcome: Outcome): Next {
  if (outcome.kind === 'answer' && !PASSING_FAULTS.includes(outcome.status))
    return { kind: 'accept', status: outcome.status };
  if (attempt.tried >= attempt.hostCount) return { kind: 'give-up' };
  return { kind: 'retry', host: (attempt.host + 1) % attempt.hostCount };
}
