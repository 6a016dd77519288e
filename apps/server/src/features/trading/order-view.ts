import type { OrderView, SummaryView } from '@candor/contract/trading';
import { formatMoney, money } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { formatPrice, price } from '@candor/domain/price';
import { isoText } from '@candor/proof/lines';
import { acceptedTexts, amountTextsOf } from '../../services/receipts/accepted-order.ts';
import type { AcceptedRow } from '../../services/receipts/accepted-order.ts';
import type { OrderRow, SummaryRow } from './order-store.ts';

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : isoText(ms);
}

function priceOrNull(units: bigint | null, decimals: number): string | null {
  return units === null ? null : formatPrice(price(units), decimals);
}

/** An order in the form of the contract. `nowMs` is the platform's clock, for secondsLeft. */
export function orderView(row: OrderRow, nowMs: number): OrderView {
  return {
    ...acceptedTexts(row),
    signedAt: isoOrNull(row.requestedAt),
    acceptBy: isoOrNull(row.requestDeadline),
    logNonce: row.nonce,
    entryPrice: priceOrNull(row.entryPrice, row.decimals),
    exitPrice: priceOrNull(row.exitPrice, row.decimals),
    exitAt: isoOrNull(row.exitAt),
    settledAt: isoOrNull(row.settledAt),
    status: row.outcome ?? 'open',
    reason: row.reason,
    profit: row.profit === null ? null : amountTextsOf(row)(row.profit),
    secondsLeft: row.outcome === null ? Math.max(0, Math.ceil((row.closesAt - nowMs) / 1000)) : 0,
  };
}

/** An order at the moment it was accepted: open, without an entry yet. */
export function acceptedOrderView(row: AcceptedRow): OrderView {
  return orderView(
    {
      ...row,
      outcome: null,
      reason: null,
      entryPrice: null,
      exitPrice: null,
      exitAt: null,
      profit: null,
      settledAt: null,
    },
    row.acceptedAt,
  );
}

/** How many days a summary lists one by one. */
const SUMMARY_DAYS_MAX = 366;

/**
 * Counts of the settled orders, and the sums `staked` and `profit`. Count and profit are also listed by business date.
 */
export function summaryView(wallet: 'practice' | 'cash', paidIn: Currency, rows: readonly SummaryRow[]): SummaryView {
  const settled = rows.filter((row) => row.outcome !== null);
  const countOf = (some: readonly SummaryRow[]) => Number(some.reduce((total, row) => total + row.count, 0n));
  const of = (outcome: string) => settled.filter((row) => row.outcome === outcome);
  const sum = (some: readonly SummaryRow[], pick: (row: SummaryRow) => bigint) =>
    formatMoney(money(some.reduce((total, row) => total + pick(row), 0n)), paidIn);
  const days = [...Map.groupBy(settled, (row) => row.date)].slice(0, SUMMARY_DAYS_MAX);
  return {
    wallet,
    count: countOf(settled),
    won: countOf(of('won')),
    lost: countOf(of('lost')),
    tied: countOf(of('tied')),
    voided: countOf(of('voided')),
    staked: sum(settled, (row) => row.staked),
    profit: sum(settled, (row) => row.profit),
    days: days.map(([date, some]) => ({ date, count: countOf(some), profit: sum(some, (row) => row.profit) })),
  };
}
