import { formatMoney, money } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { formatPrice, price } from '@candor/domain/price';
import type { ReceiptParts } from '@candor/proof/receipt';
import type { SettlementRow } from './receipt-store.ts';

/** How an order ended, in the texts of its receipt. `decimals`: those of the product's prices. */
export function outcomeOf(
  row: SettlementRow,
  decimals: number,
  paidIn: Currency,
): NonNullable<ReceiptParts['outcome']> {
  const moment = (seq: bigint | null, at: number | null, units: bigint | null) =>
    seq === null || at === null || units === null ? null : { seq, at, price: formatPrice(price(units), decimals) };
  return {
    status: row.outcome,
    reason: row.reason,
    entry: moment(row.entrySeq, row.entryAt, row.entryPrice),
    exit: moment(row.exitSeq, row.exitAt, row.exitPrice),
    profit: formatMoney(money(row.profit), paidIn),
    credited: formatMoney(money(row.credited), paidIn),
    settledAt: row.settledAt,
  };
}
