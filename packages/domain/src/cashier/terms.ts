import type { Money, Rate } from '../money.ts';
import { RATE_SCALE } from '../money.ts';

/*
 * The terms of paying in and out. One operator proposes to change them, another approves (`proposal.ts`). A proposal is made to a
 * version: when other terms hold by then, it is refused and made again.
 */

export interface ChannelTerms {
  readonly kind: 'practice' | 'bank' | 'usdt' | 'online';
  /** Price of one asset in the account currency. */
  readonly rate: Rate;
  readonly min: Money;
  readonly max: Money;
  readonly secondFrom: Money;
  readonly farRate: Rate;
  readonly boundRate: Rate;
}

/** Ten times the asked amount: no term lets a credited amount be further away. */
export const BOUND_RATE_MAX = RATE_SCALE * 10n;

export interface WithdrawalTerms {
  readonly min: Money;
  readonly max: Money;
  readonly dailyMax: Money;
  readonly feeRate: Rate;
  readonly feeMin: Money;
  readonly feeMax: Money;
}

/** The first field of a channel's terms that makes no sense; null when all do. */
export function channelProblem({
  kind,
  rate,
  min,
  max,
  secondFrom,
  farRate,
  boundRate,
}: ChannelTerms): 'rate' | 'min' | 'max' | 'secondFrom' | 'farRate' | 'boundRate' | null {
  if (rate <= 0n || (kind !== 'usdt' && rate !== RATE_SCALE)) return 'rate';
  if (min <= 0n) return 'min';
  if (max < min) return 'max';
  if (secondFrom < 0n || secondFrom > max) return 'secondFrom';
  if (farRate < 0n || farRate > boundRate) return 'farRate';
  return boundRate > BOUND_RATE_MAX ? 'boundRate' : null;
}

/** The first field of the terms of withdrawals that makes no sense: of every withdrawal, something must arrive. */
export function withdrawalProblem(terms: WithdrawalTerms): keyof WithdrawalTerms | null {
  if (terms.min <= 0n) return 'min';
  if (terms.max < terms.min) return 'max';
  if (terms.dailyMax < terms.min) return 'dailyMax';
  if (terms.feeRate < 0n || terms.feeRate >= RATE_SCALE) return 'feeRate';
  if (terms.feeMin < 0n || terms.feeMin >= terms.min) return 'feeMin';
  return terms.feeMax < terms.feeMin ? 'feeMax' : null;
}

export interface RewardTerms {
  readonly amount: Money;
  readonly turnoverRate: Rate;
  readonly dayMax: number;
}

/** Turnover below the deposit itself, or above a thousand times it, is a typing error. */
const TURNOVER = { min: RATE_SCALE, max: 1_000n * RATE_SCALE };

/** The first field of the terms of rewards that makes no sense. */
export function rewardProblem({ amount, turnoverRate }: RewardTerms): 'amount' | 'turnoverRate' | null {
  if (amount < 0n) return 'amount';
  return turnoverRate < TURNOVER.min || turnoverRate > TURNOVER.max ? 'turnoverRate' : null;
}
