import { formatRate, parseRate } from '@candor/domain/money';
import { breakEvenRate } from '@candor/domain/trading/terms';

/** (1 + fee) / (1 + payout) as a decimal fraction; null when a rate cannot be read. */
export function breakEvenOf(feeRate: string, payoutRate: string): string | null {
  const fee = parseRate(feeRate);
  const payout = parseRate(payoutRate);
  return fee.ok && payout.ok ? formatRate(breakEvenRate(fee.value, payout.value)) : null;
}
