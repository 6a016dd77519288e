import { limitPeriod } from '@candor/domain/limits/limit-period';
import type { LimitPeriod } from '@candor/domain/limits/limit-period';
import type { LimitKind, LimitReached } from '@candor/domain/limits/own-limits';
import type { Exclusion } from '@candor/domain/limits/self-exclusion';
import { moneyInWords } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { momentText } from '../site/moment-text.ts';

/* How a refusal by a member's own decision is put into words: which limit, what is left, and when it counts anew. */

const LIMIT_KEYS = {
  deposit: { day: 'DEPOSIT_LIMIT_DAY', week: 'DEPOSIT_LIMIT_WEEK', month: 'DEPOSIT_LIMIT_MONTH' },
  stake: { day: 'STAKE_LIMIT_DAY', week: 'STAKE_LIMIT_WEEK', month: 'STAKE_LIMIT_MONTH' },
  loss: { day: 'LOSS_LIMIT_DAY', week: 'LOSS_LIMIT_WEEK', month: 'LOSS_LIMIT_MONTH' },
} as const satisfies Record<LimitKind, Record<LimitPeriod, string>>;

export type LimitKey = (typeof LIMIT_KEYS)[LimitKind][LimitPeriod];
export type ExclusionKey = 'SELF_EXCLUDED' | 'SELF_EXCLUDED_FOREVER';

/** The place and the moment of a refusal. */
export interface RefusedAt {
  readonly timeZone: string;
  readonly currency: Currency;
  readonly currencySymbol: string;
  readonly nowMs: number;
}

export function limitRefusal(
  { kind, period, amount, left }: LimitReached,
  { timeZone, currency, currencySymbol, nowMs }: RefusedAt,
): { readonly key: LimitKey; readonly params: { limit: string; left: string; from: string } } {
  return {
    key: LIMIT_KEYS[kind][period],
    params: {
      limit: moneyInWords(amount, currency, currencySymbol),
      left: moneyInWords(left, currency, currencySymbol),
      from: limitPeriod(timeZone, nowMs, period).nextDate,
    },
  };
}

export function exclusionRefusal(
  exclusion: Exclusion,
  timeZone: string,
): { readonly key: ExclusionKey; readonly params: Record<string, string> } {
  return exclusion === 'forever'
    ? { key: 'SELF_EXCLUDED_FOREVER', params: {} }
    : { key: 'SELF_EXCLUDED', params: { until: momentText(timeZone, exclusion) } };
}
