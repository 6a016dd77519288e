import type { OrderView } from '@candor/contract/trading';
import { formatMoney, money, parseMoney } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';

/** What a tie or a void returned: stake and fee. Decimal text. */
export function refundOf(order: Pick<OrderView, 'stake' | 'fee'>, paidIn: Currency): string {
  const stake = parseMoney(order.stake, paidIn);
  const fee = parseMoney(order.fee, paidIn);
  return stake.ok && fee.ok ? formatMoney(money(stake.value + fee.value), paidIn) : order.stake;
}
