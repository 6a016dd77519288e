/*
 * The result of an open order if it closed at a given price. The settlement rule itself computes it, from an entry and
 * an exit tick; there is no second copy of the rule here.
 */

import type { OrderView } from '@candor/contract/trading';
import { formatMoney, parseMoney, parseRate, sumMoney } from '@candor/domain/money';
import type { Currency, Money } from '@candor/domain/money';
import { parsePrice } from '@candor/domain/price';
import { settleOrder } from '@candor/domain/trading/settle-order';
import type { FeedTick } from '@candor/domain/trading/tick';

export type FloatingResult = {
  outcome: 'won' | 'lost' | 'tied';
  /** Signed decimal text, net of the fee. */
  profit: string;
};

export type PricedOrder = Pick<
  OrderView,
  'id' | 'direction' | 'wallet' | 'stake' | 'fee' | 'payoutRate' | 'entryAt' | 'entryPrice' | 'closesAt'
>;

/** Null while there is no entry price, or no price to compare it with. */
export function closeNow(order: PricedOrder, priceText: string | null, paidIn: Currency): FloatingResult | null {
  if (order.entryPrice === null || priceText === null) return null;
  const decimals = decimalsOf(order.entryPrice);
  const entryPrice = parsePrice(order.entryPrice, decimals);
  const exitPrice = parsePrice(priceText, decimals);
  const stake = parseMoney(order.stake, paidIn);
  const fee = parseMoney(order.fee, paidIn);
  const payoutRate = parseRate(order.payoutRate);
  if (!entryPrice.ok || !exitPrice.ok || !stake.ok || !fee.ok || !payoutRate.ok) return null;
  const entryAt = Date.parse(order.entryAt);
  const closesAt = Date.parse(order.closesAt);
  const common = { status: 'OK', feed: 'live' } as const;
  const entry: FeedTick = { ...common, seq: 1n, at: entryAt, price: entryPrice.value };
  const exit: FeedTick = { ...common, seq: 2n, at: closesAt, price: exitPrice.value };
  const settled = settleOrder(
    {
      id: order.id,
      memberId: 0n,
      direction: order.direction,
      wallet: order.wallet,
      currency: paidIn.code,
      stake: stake.value,
      fee: fee.value,
      payoutRate: payoutRate.value,
      entryAt,
      closesAt,
    },
    [entry, exit],
    closesAt,
  );
  if (!settled.ok || settled.value.outcome === 'voided') return null;
  return { outcome: settled.value.outcome, profit: formatMoney(settled.value.profit, paidIn) };
}

/** Sum of amounts; zero for an empty list. Text that is not an amount is ignored. */
export function sumAmounts(texts: readonly string[], paidIn: Currency): string {
  const amounts: Money[] = [];
  for (const text of texts) {
    const amount = parseMoney(text, paidIn, { signed: true });
    if (amount.ok) amounts.push(amount.value);
  }
  return formatMoney(sumMoney(amounts), paidIn);
}

/** Prices are always sent with all decimals of their product. */
export function decimalsOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}
