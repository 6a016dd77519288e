import type { Wallet } from '@candor/contract/envelope';
import type { ErrorParams } from '@candor/contract/errors';
import type { ProductStatus, TickStatus } from '@candor/contract/market';
import type { StopReason } from '@candor/contract/stop-reasons';
import { stopMessage } from '@candor/contract/stop-texts';
import { formatMoney } from '@candor/domain/money';
import type { Currency, Money } from '@candor/domain/money';
import { readMoney } from '@candor/domain/text/typed-amount';
import type { AmountProblem } from '@candor/domain/text/typed-amount';
import { isTooFarAhead } from '@candor/domain/trading/order-times';
import { durationTerms, feeOf } from '@candor/domain/trading/terms';
import type { Terms } from '@candor/domain/trading/terms';
import { isOwnDecision } from '../../lib/own-decision.ts';
import type { OrderRefusal } from '../../services/active-order/placing/order-flow.ts';

/*
 * What stops the order as it is now, before it is sent, and the one step that fixes it. The server checks everything
 * again; these checks only save a request. They run in the same order as the server's rules.
 */

/** Not in the catalogue: problems that only a client can know. */
export type TicketProblemKey = OrderRefusal | AmountProblem | 'OFFLINE' | 'PRICE_OLD' | 'ORDER_UNDECIDED';

export type Repair =
  | { readonly kind: 'recharge' }
  /** Practice money is not paid in: it is set back to its start, right at the ticket. */
  | { readonly kind: 'reset' }
  | { readonly kind: 'showPosition'; readonly orderId: string | null }
  /** The member can only wait; null if the opening time is not known. */
  | { readonly kind: 'waitForOpening'; readonly opensAt: string | null }
  /** The member can only wait for the next good price: orders are then accepted again without a step. */
  | { readonly kind: 'waitForPrice' }
  | { readonly kind: 'retry' }
  /** The limits of the product leave this much, as a plain amount. */
  | { readonly kind: 'take'; readonly stake: string }
  | { readonly kind: 'contact' }
  /** The member's own limit or exclusion. */
  | { readonly kind: 'limits' }
  | { readonly kind: 'correct' }
  | { readonly kind: 'none' };

export type TicketProblem = {
  readonly key: TicketProblemKey;
  /** The part of the ticket it is shown beside. */
  readonly field: 'duration' | 'stake' | 'order';
  readonly params: ErrorParams;
  readonly repair: Repair;
};

/** A price on the ticket older than this is called delayed, and a fresh one is requested. */
export const PRICE_DELAYED_MS = 5_000;
export const PRICE_OLD_MS = 15_000;

export type PriceAge = 'fresh' | 'delayed' | 'old';

export function priceAgeOf(tickAtMs: number | null, nowMs: number): PriceAge {
  if (tickAtMs === null) return 'old';
  const ageMs = nowMs - tickAtMs;
  return ageMs > PRICE_OLD_MS ? 'old' : ageMs > PRICE_DELAYED_MS ? 'delayed' : 'fresh';
}

export type TicketFacts = {
  readonly wallet: Wallet;
  readonly isOnline: boolean;
  /** Another order from this device is on its way. */
  readonly isUndecided: boolean;
  readonly status: ProductStatus;
  /** Why operators stopped new orders; null if they did not, or told no reason. */
  readonly stopReason: StopReason | null;
  readonly opensAt: string | null;
  readonly tick: { readonly atMs: number; readonly status: TickStatus } | null;
  readonly nowMs: number;
  readonly terms: Terms;
  readonly durationSec: number | null;
  /** As typed, and its value; null if it has none. */
  readonly stakeText: string;
  readonly stake: Money | null;
  readonly paidIn: Currency;
  /** The open order of this product and wallet, if any. */
  readonly openOrderId: string | null;
  /** Null while the balance is unknown. */
  readonly available: Money | null;
};

/** The first problem, in the order in which the server checks; null if the order may be sent. */
export function ticketProblem(facts: TicketFacts): TicketProblem | null {
  return (
    deviceProblem(facts) ?? marketProblem(facts) ?? priceProblem(facts) ?? fieldProblem(facts) ?? moneyProblem(facts)
  );
}

function deviceProblem({ isOnline, isUndecided }: TicketFacts): TicketProblem | null {
  if (!isOnline) return problem('OFFLINE', 'order', { kind: 'none' });
  if (isUndecided) return problem('ORDER_UNDECIDED', 'order', { kind: 'none' });
  return null;
}

function marketProblem({ status, stopReason, opensAt }: TicketFacts): TicketProblem | null {
  if (status === 'forbidden') {
    const { key, params } = stopMessage(stopReason);
    return problem(key, 'order', { kind: 'contact' }, params);
  }
  if (status === 'closed') return problem('MARKET_CLOSED', 'order', { kind: 'waitForOpening', opensAt });
  return null;
}

function priceProblem({ tick, nowMs, opensAt }: TicketFacts): TicketProblem | null {
  // The price may show the end of a session a moment before the product does.
  if (tick?.status === 'CLOSED') return problem('MARKET_CLOSED', 'order', { kind: 'waitForOpening', opensAt });
  if (tick !== null && tick.status !== 'OK') {
    return problem('PRICE_UNAVAILABLE', 'order', { kind: 'waitForPrice' }, { reason: tick.status });
  }
  if (tick !== null && isTooFarAhead(tick.atMs, Math.floor(nowMs))) {
    return problem('PRICE_UNAVAILABLE', 'order', { kind: 'waitForPrice' }, { reason: 'AHEAD' });
  }
  if (priceAgeOf(tick?.atMs ?? null, nowMs) === 'old') return problem('PRICE_OLD', 'order', { kind: 'retry' });
  return null;
}

function fieldProblem({ terms, durationSec, stakeText, stake, paidIn }: TicketFacts): TicketProblem | null {
  const offer = durationSec === null ? null : durationTerms(terms, durationSec);
  if (offer === null) return problem('DURATION_INVALID', 'duration', { kind: 'correct' });
  const read = readMoney(stakeText, paidIn);
  if (!read.ok) return unreadProblem(read.error, paidIn);
  if (stake === null || stake <= 0n) return problem('STAKE_INVALID', 'stake', { kind: 'correct' });
  if (stake < offer.minStake) {
    return problem('STAKE_BELOW_MINIMUM', 'stake', { kind: 'correct' }, { min: formatMoney(offer.minStake, paidIn) });
  }
  if (stake > offer.maxStake) {
    return problem('STAKE_ABOVE_MAXIMUM', 'stake', { kind: 'correct' }, { max: formatMoney(offer.maxStake, paidIn) });
  }
  return null;
}

/** Why a typed text is no stake, in words that say how to write it. */
function unreadProblem(error: AmountProblem, { decimals }: Currency): TicketProblem {
  if (error === 'AMOUNT_REQUIRED') return problem('STAKE_REQUIRED', 'stake', { kind: 'correct' });
  if (error === 'AMOUNT_INVALID') return problem('STAKE_INVALID', 'stake', { kind: 'correct' });
  return problem(error, 'stake', { kind: 'correct' }, { decimals });
}

function moneyProblem({ wallet, openOrderId, available, stake, terms }: TicketFacts): TicketProblem | null {
  if (openOrderId !== null) return problem('POSITION_PENDING', 'order', { kind: 'showPosition', orderId: openOrderId });
  if (available !== null && stake !== null && available < stake + feeOf(stake, terms.feeRate)) {
    return problem('BALANCE_INSUFFICIENT', 'stake', fundsRepair(wallet));
  }
  return null;
}

function fundsRepair(wallet: Wallet): Repair {
  return { kind: wallet === 'practice' ? 'reset' : 'recharge' };
}

type RefusalContext = {
  readonly wallet: Wallet;
  readonly opensAt: string | null;
  readonly openOrderId: string | null;
};

/** A refusal by the server or the device, with the step that fixes it. */
export function refusalProblem(key: OrderRefusal, params: ErrorParams, context: RefusalContext): TicketProblem {
  const { max } = params;
  if (key === 'HOUSE_LIMIT' && max !== undefined)
    return problem(key, 'order', { kind: 'take', stake: String(max) }, params);
  return problem(key, fieldOf(key), repairOf(key, context), params);
}

function fieldOf(key: OrderRefusal): TicketProblem['field'] {
  if (isOwnDecision(key)) return 'order';
  if (key === 'DURATION_INVALID') return 'duration';
  return key.startsWith('STAKE_') ? 'stake' : 'order';
}

/** Whether orders would be accepted at the current price, as far as this device knows. */
export function isPriceBack(problem: TicketProblem | null, age: PriceAge): boolean {
  return age === 'fresh' && problem?.key !== 'PRICE_UNAVAILABLE' && problem?.key !== 'MARKET_CLOSED';
}

const CLOSED: readonly OrderRefusal[] = ['MARKET_CLOSED', 'PRODUCT_NOT_OPEN'];
/** Refusals that only the operator can lift. */
const FOR_SUPPORT: readonly OrderRefusal[] = [
  'ACCOUNT_FROZEN',
  'TRADING_FORBIDDEN',
  'TRADING_FORBIDDEN_BECAUSE',
  'FORBIDDEN',
  'WALLET_UNAVAILABLE',
];

function repairOf(key: OrderRefusal, context: RefusalContext): Repair {
  if (isOwnDecision(key)) return { kind: 'limits' };
  if (fieldOf(key) !== 'order') return { kind: 'correct' };
  if (key === 'BALANCE_INSUFFICIENT') return fundsRepair(context.wallet);
  if (key === 'POSITION_PENDING') return { kind: 'showPosition', orderId: context.openOrderId };
  if (key === 'PRICE_UNAVAILABLE') return { kind: 'waitForPrice' };
  if (CLOSED.includes(key)) return { kind: 'waitForOpening', opensAt: context.opensAt };
  return { kind: FOR_SUPPORT.includes(key) ? 'contact' : 'retry' };
}

function problem(
  key: TicketProblemKey,
  field: TicketProblem['field'],
  repair: Repair,
  params: ErrorParams = {},
): TicketProblem {
  return { key, field, params, repair };
}
