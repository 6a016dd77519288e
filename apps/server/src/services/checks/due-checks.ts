import { localDay } from '@candor/domain/market/local-time';
import type { Check } from './check.ts';
import type { CheckState } from './check-store.ts';

const MINUTE_MS = 60_000;
/** One that found something, or got no answer, is asked again sooner: what it halts is to go on as soon as it may. */
const AGAIN_MS = 15 * MINUTE_MS;
/** Whoever began it must be gone. */
const LOST_MS = 10 * MINUTE_MS;

type Known = Pick<CheckState, 'begunAt' | 'endedAt' | 'failingSince' | 'error'>;

/**
 * Whether a check is to be asked now. The cheap ones are every minute; each of the others once a business day, soon after the day before has
 * ended.
 */
export function isDue(pace: Check['pace'], known: Known | undefined, nowMs: number, timeZone: string): boolean {
  if (known === undefined) return true;
  const { begunAt, endedAt, failingSince, error } = known;
  const sinceMs = nowMs - begunAt;
  if (endedAt === null || endedAt < begunAt) return sinceMs >= LOST_MS;
  if (pace === 'minute') return sinceMs >= MINUTE_MS;
  if (failingSince !== null || error !== null) return sinceMs >= AGAIN_MS;
  return localDay(timeZone, begunAt) < localDay(timeZone, nowMs);
}

/** How long after it was asked last an answer is too old to be one. */
const OLD_MS: Readonly<Record<Check['pace'], number>> = { minute: 15 * MINUTE_MS, day: 26 * 60 * MINUTE_MS };

/** Checks that have no answer of their time. Nobody knows whether the books are right. */
export function unanswered(
  checks: readonly Pick<Check, 'name' | 'pace'>[],
  states: readonly Pick<CheckState, 'name' | 'endedAt' | 'error'>[],
  nowMs: number,
): string[] {
  const known = new Map(states.map((state) => [state.name, state]));
  return checks
    .filter(({ name, pace }) => {
      const state = known.get(name);
      if (state === undefined || state.endedAt === null || state.error !== null) return true;
      return nowMs - state.endedAt > OLD_MS[pace];
    })
    .map(({ name }) => name);
}
