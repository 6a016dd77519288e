/** Accepts and settles the order of a receipt again, by the same rules, and compares the results. */
import { currency, formatMoney, money } from '@candor/domain/money';
import { formatPrice, price } from '@candor/domain/price';
import type { Result } from '@candor/domain/result';
import { latestEntryAt, orderTimes } from '@candor/domain/trading/order-times';
import { placeOrder } from '@candor/domain/trading/place-order';
import type { AcceptedOrder, PlaceOrderError, SignedMoments } from '@candor/domain/trading/place-order';
import { settleOrder } from '@candor/domain/trading/settle-order';
import type { Settlement } from '@candor/domain/trading/settle-order';
import { feeOf } from '@candor/domain/trading/terms';
import type { Tick } from '@candor/domain/trading/tick';
import { isoText } from './lines.ts';
import type { ReadReceipt } from './read-receipt.ts';
import type { OrderDocument } from './order-document.ts';
import type { PriceMoment, Receipt, ReceiptRequest } from './receipt.ts';

/**
 * SUBMITTED_LATE: the order was accepted before it was sent. SETTLED_EARLY: it was settled before the chain reached its
 * close. TRANSFERS_MISDATED: money moved at another moment than the acceptance or the settlement.
 */
export type ReplayProblem =
  | PlaceOrderError
  | 'SUBMITTED_LATE'
  | 'TERMS_DIFFER'
  | 'PROMISE_DIFFERS'
  | 'TIMES_DIFFER'
  | 'NOT_DUE'
  | 'SETTLED_EARLY'
  | 'ENTRY_DIFFERS'
  | 'EXIT_DIFFERS'
  | 'OUTCOME_DIFFERS'
  | 'PROFIT_DIFFERS'
  | 'CREDITED_DIFFERS'
  | 'TRANSFERS_DIFFER'
  | 'TRANSFERS_MISDATED';

export type Accepted = Result<AcceptedOrder, PlaceOrderError>;

/** Null if the receipt has no outcome yet. */
export type Settled = Result<Settlement, 'NOT_DUE'> | null;

const SECOND_MS = 1000;

/**
 * A transfer is dated with the acceptance or the settlement itself. Older versions of the site dated it when it was
 * written, at most this much later; the verifier accepts that with a warning.
 */
const TRANSFER_LAG_MS_MAX = 5000;

/** The order as the rules accept it on the receipt's terms, for a member who may trade and has the money. */
export function acceptAgain({ receipt, order, terms }: ReadReceipt): Accepted {
  const { acceptedAt, stake } = order;
  // A newer tick may have delayed the entry; timesHold checks whether there was one. No promise depends on it.
  const newestTick: Tick = { seq: 1n, at: acceptedAt, price: price(1n), status: 'OK' };
  const { request } = receipt;
  return placeOrder(
    {
      ...order,
      orderId: order.id,
      ...(request === undefined || request === null ? {} : { signed: signedMoments(receipt.order, request) }),
    },
    {
      acceptedAt,
      mode: receipt.site.mode,
      member: { frozen: false, tradingAllowed: true },
      product: { active: true, forbidden: false },
      terms,
      seenTerms: order.termsVersion === terms.version ? terms : null,
      newestTick,
      inSession: true,
      sessionEndsAt: null,
      available: money(stake + feeOf(stake, terms.feeRate)),
      hasOpenPosition: false,
      currency: order.currency,
      ownGuard: null,
      book: null,
    },
  );
}

function signedMoments({ acceptBy }: OrderDocument, { signedAt }: ReceiptRequest): SignedMoments {
  const moment = { signedAt: Date.parse(signedAt) };
  return acceptBy === undefined ? moment : { ...moment, deadline: Date.parse(acceptBy) };
}

/** Whether the order follows the terms it names, and these are the terms in the document. */
export function checkTerms(read: ReadReceipt, termsHash: string, accepted: Accepted): ReplayProblem | null {
  const { receipt, order, terms } = read;
  const isNamed = receipt.order.termsHash === termsHash;
  const isSame = order.product === terms.product && order.currency === receipt.terms.currency;
  if (!isNamed || !isSame) return 'TERMS_DIFFER';
  if (!accepted.ok) return accepted.error;
  if (order.submittedAt > order.acceptedAt) return 'SUBMITTED_LATE';
  // Terms of another version were refused with the acceptance.
  const promised = accepted.value.order;
  return promised.fee === order.fee && promised.payout === order.payout && promised.payoutRate === order.payoutRate
    ? null
    : 'PROMISE_DIFFERS';
}

/** The settlement from the receipt's ticks. */
export function settleAgain({ receipt, order, ticks }: ReadReceipt): Settled {
  if (receipt.outcome === null) return null;
  const index = receipt.log?.index ?? null;
  const logIndex = index === null ? null : BigInt(index);
  return settleOrder({ ...order, logIndex }, ticks, ticks.at(-1)?.at ?? null);
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

/** Whether the rules give the receipt's outcome, and not too early. A final receipt must have one. */
export function checkOutcome({ receipt, order, ticks }: ReadReceipt, settled: Settled): ReplayProblem | null {
  const { outcome } = receipt;
  if (settled === null || outcome === null) return receipt.final ? 'NOT_DUE' : null;
  if (!settled.ok) return settled.error;
  if (outcome.status !== settled.value.outcome || outcome.reason !== settled.value.reason) return 'OUTCOME_DIFFERS';
  // An order is due with the first tick at or after its close, and no tick is published before its second.
  const due = ticks.find((tick) => tick.at >= order.closesAt);
  return due === undefined || Date.parse(outcome.settledAt) < due.at ? 'SETTLED_EARLY' : null;
}

/** Whether every amount and every transfer is what acceptance and settlement move, when they do, and there are no others. */
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
  if (!isEachOnce || !isSameList(moved, due)) return 'TRANSFERS_DIFFER';
  return transferLags(receipt).every((lag) => lag >= 0 && lag <= TRANSFER_LAG_MS_MAX) ? null : 'TRANSFERS_MISDATED';
}

/**
 * How much later each transfer is dated than the acceptance or the settlement it belongs to, in milliseconds. What leaves
 * the member's funds belongs to the acceptance.
 */
export function transferLags({ order, outcome, transfers }: Receipt): number[] {
  return transfers.map(({ at, debit }) => {
    const moment = debit === 'funds' || outcome === null ? order.acceptedAt : outcome.settledAt;
    return Date.parse(at) - Date.parse(moment);
  });
}

/**
 * Entry and close follow from the acceptance and from the newest tick at that time. If that tick delayed the entry, it
 * is among the receipt's ticks, unless these begin after it: then it is not shown.
 */
function timesHold({ order, ticks, terms: { entryDelaySec = 0 } }: ReadReceipt): boolean {
  const isTimedBy = (tickAt: number | null): boolean => {
    const times = orderTimes(order.acceptedAt, tickAt, order.durationSec, entryDelaySec);
    return times.entryAt === order.entryAt && times.closesAt === order.closesAt;
  };
  if (isTimedBy(null)) return true;
  if (order.entryAt > latestEntryAt(order.acceptedAt, entryDelaySec)) return false;
  const delayedBy = order.entryAt - (1 + entryDelaySec) * SECOND_MS;
  const [first] = ticks;
  const isNotShown = first !== undefined && first.at > delayedBy && first.at <= order.entryAt;
  return isNotShown ? isTimedBy(delayedBy) : ticks.some((tick) => isTimedBy(tick.at));
}

function isMoment(stated: PriceMoment | null, tick: Tick | null, { receipt }: ReadReceipt): boolean {
  if (stated === null || tick === null) return stated === tick;
  return (
    BigInt(stated.seq) === tick.seq &&
    stated.at === isoText(tick.at) &&
    stated.price === formatPrice(tick.price, receipt.terms.decimals)
  );
}

function movement(...parts: [type: string, debit: string, credit: string, amount: string]): string {
  return JSON.stringify(parts);
}

/** In whatever order. */
function isSameList(some: readonly string[], others: readonly string[]): boolean {
  return JSON.stringify(some.toSorted()) === JSON.stringify(others.toSorted());
}
