import type { OperatorOrder, OperatorOrderLine } from '@candor/contract/console-orders';
import { formatMoney, formatRate, money, rate } from '@candor/domain/money';
import { formatPrice, price } from '@candor/domain/price';
import { isoText } from '@candor/proof/lines';
import type { OrderTransferRow } from '../../services/receipts/receipt-store.ts';
import type { Site } from '../../services/site/site.ts';
import type { PublishedTick } from '../../services/ticks/tick-store.ts';
import type { OrderDetailRow, OrderLineRow } from './orders-store.ts';

export function orderLineView(row: OrderLineRow, { currency }: Pick<Site, 'currency'>): OperatorOrderLine {
  const amount = (minor: bigint) => formatMoney(money(minor), currency);
  return {
    id: row.id,
    no: row.no.toString(),
    member: { id: row.memberId.toString(), username: row.username },
    product: row.product,
    direction: row.direction,
    wallet: row.wallet,
    stake: amount(row.stake),
    fee: amount(row.fee),
    payoutRate: formatRate(rate(row.payoutRate)),
    payout: amount(row.payout),
    durationSec: row.durationSec,
    acceptedAt: isoText(row.acceptedAt),
    entryAt: isoText(row.entryAt),
    closesAt: isoText(row.closesAt),
    entryPrice: priceText(row.entryPrice, row.decimals),
    exitPrice: priceText(row.exitPrice, row.decimals),
    status: row.outcome ?? 'open',
    reason: row.reason,
    profit: row.profit === null ? null : amount(row.profit),
    settledAt: isoOrNull(row.settledAt),
  };
}

export function orderDetailView(
  row: OrderDetailRow,
  site: Pick<Site, 'currency'>,
  { ticks, transfers }: { ticks: readonly PublishedTick[] | null; transfers: readonly OrderTransferRow[] },
): OperatorOrder {
  const amount = (minor: bigint) => formatMoney(money(minor), site.currency);
  return {
    ...orderLineView(row, site),
    signedAt: isoOrNull(row.requestedAt),
    submittedAt: isoText(row.submittedAt),
    acceptBy: isoOrNull(row.requestDeadline),
    termsVersion: row.termsVersion,
    entry: decidingTick(row.entrySeq, row.entryTickAt, priceText(row.entryPrice, row.decimals)),
    exit: decidingTick(row.exitSeq, row.exitTickAt, priceText(row.exitPrice, row.decimals)),
    credited: row.credited === null ? null : amount(row.credited),
    prices: ticks?.map((tick) => ({ at: isoText(tick.at), price: tick.price, status: tick.status })) ?? null,
    transfers: transfers.map((transfer) => ({
      ...transfer,
      amount: amount(transfer.amount),
      at: isoText(transfer.at),
    })),
  };
}

function priceText(units: bigint | null, decimals: number): string | null {
  return units === null ? null : formatPrice(price(units), decimals);
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : isoText(ms);
}

function decidingTick(seq: bigint | null, at: number | null, text: string | null): OperatorOrder['entry'] {
  return seq === null || at === null || text === null ? null : { seq: seq.toString(), at: isoText(at), price: text };
}
