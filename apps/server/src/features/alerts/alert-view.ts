import type { AlertView, ReminderView } from '@candor/contract/alerts';
import { formatPrice } from '@candor/domain/price';
import type { AlertRow } from './alert-store.ts';
import type { ReminderRow } from './reminder-store.ts';

/** An alert as the contract defines it. */
export function alertViewOf(row: AlertRow, nowMs: number): AlertView {
  const { firedSeq, firedAt, firedPrice } = row;
  const fired =
    firedSeq === null || firedAt === null || firedPrice === null
      ? null
      : { seq: Number(firedSeq), at: isoOf(firedAt), price: formatPrice(firedPrice, row.decimals) };
  return {
    id: row.id,
    product: row.product,
    side: row.side,
    price: formatPrice(row.target, row.decimals),
    feed: row.feed,
    createdAt: isoOf(row.createdAt),
    expiresAt: isoOf(row.expiresAt),
    state: fired === null ? (row.expiresAt <= nowMs ? 'expired' : 'waiting') : 'fired',
    fired,
  };
}

export function reminderViewOf(row: ReminderRow): ReminderView {
  return {
    id: row.id,
    product: row.product,
    opensAt: isoOf(row.opensAt),
    createdAt: isoOf(row.createdAt),
    toldAt: row.toldAt === null ? null : isoOf(row.toldAt),
  };
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
