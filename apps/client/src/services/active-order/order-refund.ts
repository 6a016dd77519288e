import type { OrderView } from '@candor/contract/trading';
import { formatMoney, money, parseMoney } from '@candor/domain/money';

/** What a tie or a void returned: stake and fee. Decimal text. */
export function refundOf(order: Pick<OrderView, 'stake' | 'fee'>, decimals: number): string {
  const stake = parseMoney(order.stake, decimals);
  const fee = parseMoney(order.fee, decimals);
  return stake.ok && fee.ok ? formatMoney(money(stake.value + fee.value), decimals) : order.stake;
}
