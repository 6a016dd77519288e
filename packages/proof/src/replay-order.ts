/** Accepts and settles the order of a receipt again, by the same rules, and compares the results. */
import { currency, formatMoney, money } from '@candor/domain/money';
import { formatPrice, price } from '@candor/domain/price';
import type { Result } from '@candor/domain/result';
import { orderTimes } from '@candor/domain/trading/order-times';
import { placeOrder } from '@candor/domain/trading/place-order';
import type { AcceptedOrder, PlaceOrderError } from '@candor/domain/trading/place-order';
import { settleOrder } from '@candor/domain/trading/settle-order';
import type { Settlement } from '@candor/domain/trading/settle-order';
import { feeOf } from '@candor/domain/trading/terms';
import type { Tick } from '@candor/domain/trading/tick';
import { isoText } from './lines.ts';
import type { ReadReceipt } from './read-receipt.ts';
import type { PriceMoment } from './receipt.ts';

export type ReplayProblem =
  | PlaceOrderError
  | 'TERMS_DIFFER'
  | 'PROMISE_DIFFERS'
  | 'TIMES_DIFFER'
  | 'NOT_DUE'
  | 'ENTRY_DIFFERS'
  | 'EXIT_DIFFERS'
  | 'OUTCOME_DIFFERS'
  | 'PROFIT_DIFFERS'
  | 'CREDITED_DIFFERS'
  | 'TRANSFERS_DIFFER';

export type Accepted = Result<AcceptedOrder, PlaceOrderError>;

/** Null if the receipt has no outcome yet. */
export type Settled = Result<Settlement, 'NOT_DUE'> | null;

const SECOND_MS = 1000;

/** The order as the rules accept it on the receipt's terms, for a member who may trade and has the money. */
export function acceptAgain({ order, terms }: ReadReceipt): Accepted {
  const { acceptedAt, stake } = order;
  const newestTick: Tick = { seq: 1n, at: newestTickAt(order), price: price(1n), status: 'OK' };
  return placeOrder(
    { ...order, orderId: order.id },
    {
      acceptedAt,
      mode: 'live',
      member: { frozen: false, tradingAllowed: true },
      product: { active: true, forbidden: false },
      terms,
      seenTerms: null,
      newestTick,
      inSession: true,
      sessionEndsAt: null,
      available: money(stake + feeOf(stake, terms.feeRate)),
      hasOpenPosition: false,
      currency: order.currency,
      ownGuard: null,
    },
  );
}

/** A tick newer than the acceptance delays the entry; timesHold checks whether there was one. */
function newestTickAt(order: ReadReceipt['order']): number {
  return Math.max(order.acceptedAt, order.entryAt - SECOND_MS);
}

/** Whether the order follows the terms it names, and these are the terms in the document. */
export function checkTerms(read: ReadReceipt, termsHash: string, accepted: Accepted): ReplayProblem | null {
  const { receipt, order, terms } = read;
  const isNamed = receipt.order.termsHash === termsHash;
  const isSame = order.product === terms.product && order.currency === receipt.terms.currency;
  if (!isNamed || !isSame) return 'TERMS_DIFFER';
  if (!accepted.ok) return accepted.error;
  // Terms of another version were refused with the acceptance.
  const promised = accepted.value.order;
  return promised.fee === order.fee && promised.payout === order.payout && promised.payoutRate === order.payoutRate
    ? null
    : 'PROMISE_DIFFERS';
}

/** The settlement from the receipt's ticks. */
export function settleAgain({ receipt, order, ticks }: ReadReceipt): Settled {
  return receipt.outcome === null ? null : settleOrder(order, ticks, ticks.at(-1)?.at ?? null);
}

/** Whether entry and exit are the ticks and the times that the rules select. */
export function checkPrices(read: ReadReceipt, settled: Settled): ReplayProblem | null {
  const { outcome } = read.receipt;
  if (!timesHold(read)) return 'TIMES_DIFFER';
  if (settled === null || outcome === null) return null;
  if (!settled.ok) return settled.error;
  if (!isMoment(outcome.entry, settled.value.entry, read)) return 'ENTRY_DIFFERS';
  return isMoment(outcome.exit, settled.value.exit, read) ? null : 'EXIT_DIFFERS';
}

/** Whether the rules give the receipt's outcome; a final receipt must have one. */
export function checkOutcome({ receipt }: ReadReceipt, settled: Settled): ReplayProblem | null {
  const { outcome } = receipt;
  if (settled === null || outcome === null) return receipt.final ? 'NOT_DUE' : null;
  if (!settled.ok) return settled.error;
  return outcome.status === settled.value.outcome && outcome.reason === settled.value.reason ? null : 'OUTCOME_DIFFERS';
}

/** Whether every amount and every transfer is what acceptance and settlement move, and there are no others. */
export function checkAmounts(read: ReadReceipt, accepted: Accepted, settled: Settled): ReplayProblem | null {
  const { receipt } = read;
  if (!accepted.ok) return accepted.error;
  if (settled !== null && !settled.ok) return settled.error;
  const paidIn = currency(receipt.terms.currency, receipt.terms.currencyDecimals);
  const settlement = settled?.value ?? null;
  if (settlement !== null && receipt.outcome !== null) {
    if (receipt.outcome.profit !== formatMoney(settlement.profit, paidIn)) return 'PROFIT_DIFFERS';
    if (receipt.outcome.credited !== formatMoney(settlement.credited, paidIn)) return 'CREDITED_DIFFERS';
  }
  const moved = receipt.transfers.map((transfer) =>
    movement(transfer.type, transfer.debit, transfer.credit, transfer.amount),
  );
  const due = [...accepted.value.transfers, ...(settlement?.transfers ?? [])].map((draft) =>
    movement(draft.type, draft.debit.kind, draft.credit.kind, formatMoney(draft.amount, paidIn)),
  );
  const isEachOnce = new Set(receipt.transfers.map(({ id }) => id)).size === receipt.transfers.length;
  return isEachOnce && moved.toSorted().join('\n') === due.toSorted().join('\n') ? null : 'TRANSFERS_DIFFER';
}

/**
 * Entry and close follow from the acceptance and from the newest tick at that time. If that tick delayed the entry, it
 * is among the receipt's ticks, unless these begin exactly at the entry: then the tick before is not shown.
 */
function timesHold({ order, ticks }: ReadReceipt): boolean {
  const isTimedBy = (tickAt: number | null): boolean => {
    const times = orderTimes(order.acceptedAt, tickAt, order.durationSec);
    return times.entryAt === order.entryAt && times.closesAt === order.closesAt;
  };
  if (isTimedBy(null)) return true;
  if (order.entryAt - SECOND_MS < order.acceptedAt) return false;
  return ticks[0]?.at === order.entryAt
    ? isTimedBy(order.entryAt - SECOND_MS)
    : ticks.some((tick) => tick.at < order.entryAt && isTimedBy(tick.at));
}

function isMoment(stated: PriceMoment | null, tick: Tick | null, { receipt }: ReadReceipt): boolean {
  if (stated === null || tick === null) return stated === tick;
  return (
    BigInt(stated.seq) === tick.seq &&
    stated.at === isoText(tick.at) &&
    stated.price === formatPrice(tick.price, receipt.terms.decimals)
  );
}

function movement(type: string, debit: string, credit: string, amount: string): string {
  return [type, debit, credit, amount].join(' ');
}
