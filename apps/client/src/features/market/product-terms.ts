/* What a product promises, in readable figures: the best payout rate of all durations, lengths and sessions. */

import type { ProductView } from '@candor/contract/market';

/** The highest payout rate; null without durations. */
export function bestPayoutRate({ durations }: Pick<ProductView, 'durations'>): string | null {
  return durations.reduce<string | null>(
    (best, { payoutRate }) => (best === null || Number(payoutRate) > Number(best) ? payoutRate : best),
    null,
  );
}

/** A length in the largest whole unit: 45 s, 3 min, 1 h. */
export function durationParts(seconds: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } {
  if (seconds % 3_600 === 0) return { unit: 'hours', count: seconds / 3_600 };
  if (seconds % 60 === 0) return { unit: 'minutes', count: seconds / 60 };
  return { unit: 'seconds', count: seconds };
}

const SESSIONS = ['always', 'forex', 'metal', 'index-berlin', 'index-chicago'] as const;
export type SessionsName = (typeof SESSIONS)[number] | 'other';

/** The key of the text for the trading sessions; unknown hours are `other`. */
export function sessionsName(key: string): SessionsName {
  return SESSIONS.find((each) => each === key) ?? 'other';
}
