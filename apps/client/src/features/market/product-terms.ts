/* What a product promises, in readable figures: the best payout rate of all durations, lengths and sessions. */

import type { ProductView } from '@candor/contract/market';

/** The highest payout rate; null without durations. */
export function bestPayoutRate({ durations }: Pick<ProductView, 'durations'>): string | null {
  return durations.reduce<string | null>(
    (best, { payoutRate }) => (best === null || Number(payoutRate) > Number(best) ? payoutRate : best),
    null,
  );
}

const SESSIONS = ['always', 'forex', 'metal', 'index-berlin', 'index-chicago'] as const;
export type SessionsName = (typeof SESSIONS)[number] | 'other';

/** The key of the text for the trading sessions; unknown hours are `other`. */
export function sessionsName(key: string): SessionsName {
  return SESSIONS.find((each) => each === key) ?? 'other';
}
