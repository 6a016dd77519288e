/**
 * Decides one order command from the facts read under lock. It must never look at anything else: no clock, no setting
 * of the house, and of the member's history only what their own limits count. PLACE_ORDER_ERRORS lists the rules, the
 * most important first.
 */
import { assert } from '../assert.ts';
import { houseAccount, memberAccount } from '../ledger/account.ts';
import type { Wallet } from '../ledger/account.ts';
import type { TransferDraft } from '../ledger/transfer.ts';
import { fitsLimits } from '../limits/own-limits.ts';
import type { LimitReached, LimitUse } from '../limits/own-limits.ts';
import { exclusionAt } from '../limits/self-exclusion.ts';
import type { Exclusion } from '../limits/self-exclusion.ts';
import { money } from '../money.ts';
import type { Money } from '../money.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import type { Direction, Order } from './order.ts';
import { largestStake } from './loss-limits.ts';
import type { HouseBook } from './loss-limits.ts';
import { DEVICE_CLOCK_MS_MAX, isTooFarAhead, orderTimes } from './order-times.ts';
import { durationTerms, feeOf, isWorse, payoutIfWon } from './terms.ts';
import type { DurationTerms, Terms } from './terms.ts';
import type { Tick, TickStatus } from './tick.ts';

/** If the newest tick is older than this, there is no price to trade on. */
export const PRICE_AGE_MS_MAX = 3000;

/** An order that waited this long is refused: the member decided on another price. */
export const ORDER_AGE_MS_MAX = 30_000;

/** If several rules refuse, the answer is the one that comes first in this list. */
export const PLACE_ORDER_ERRORS = [
  'ORDER_FAILED_RETRY',
  'ORDER_EXPIRED',
  'ACCOUNT_FROZEN',
  'SELF_EXCLUDED',
  'WALLET_UNAVAILABLE',
  'PRODUCT_NOT_FOUND',
  'TRADING_FORBIDDEN',
  'MARKET_CLOSED',
  'PRICE_UNAVAILABLE',
  'DURATION_INVALID',
  'STAKE_BELOW_MINIMUM',
  'STAKE_ABOVE_MAXIMUM',
  'TERMS_CHANGED',
  'POSITION_PENDING',
  'STAKE_LIMIT',
  'LOSS_LIMIT',
  'BALANCE_INSUFFICIENT',
  'HOUSE_LIMIT',
] as const;

export type PlaceOrderError = (typeof PLACE_ORDER_ERRORS)[number];

export type PlaceOrderCommand = {
  readonly orderId: string;
  readonly memberId: bigint;
  readonly product: string;
  readonly direction: Direction;
  readonly durationSec: number;
  readonly stake: Money;
  readonly wallet: Wallet;
  /** The version of the terms that the member saw. If the terms are worse now, the order is refused. */
  readonly termsVersion?: number;
  /** When the server received it. */
  readonly submittedAt: number;
  /** What the member's device signed of time; left out for an order that no device signed. */
  readonly signed?: SignedMoments;
};

/** Moments of the device's clock, which follows the site's. */
export type SignedMoments = {
  readonly signedAt: number;
  /** After this moment the order must not be accepted. Left out in orders from before devices named one. */
  readonly deadline?: number;
};

export type PlaceOrderFacts = {
  readonly acceptedAt: number;
  readonly mode: 'practice' | 'live';
  readonly member: { readonly frozen: boolean; readonly tradingAllowed: boolean };
  readonly product: { readonly active: boolean; readonly forbidden: boolean } | null;
  /** The product's current terms. */
  readonly terms: Terms | null;
  /** The terms that the command names, by version and hash; null if it names none, or such that were never published. */
  readonly seenTerms: Terms | null;
  readonly newestTick: Tick | null;
  readonly inSession: boolean;
  /** Null if the session has no end. */
  readonly sessionEndsAt: number | null;
  readonly available: Money;
  /** Whether the member has an unsettled order on this product in this wallet. */
  readonly hasOpenPosition: boolean;
  readonly currency: string;
  /** What the member decided for themselves, as it counts in this wallet; null if they never did. */
  readonly ownGuard: OwnGuard | null;
  /** What runs beside the order. Null where the terms limit nothing. */
  readonly book: HouseBook | null;
};

export type OwnGuard = { readonly exclusion: Exclusion | null; readonly limits: readonly LimitUse[] };

export type AcceptedOrder = { readonly order: Order; readonly transfers: readonly TransferDraft[] };

export function placeOrder(command: PlaceOrderCommand, facts: PlaceOrderFacts): Result<AcceptedOrder, PlaceOrderError> {
  const { product, terms } = facts;
  const times = orderTimes(facts.acceptedAt, facts.newestTick?.at ?? null, command.durationSec, terms?.entryDelaySec);

  if (facts.acceptedAt - command.submittedAt >= ORDER_AGE_MS_MAX) return err('ORDER_FAILED_RETRY');
  if (command.signed !== undefined && !isTimely(command.signed, facts.acceptedAt)) return err('ORDER_FAILED_RETRY');
  if (isExpired(command.signed, facts.acceptedAt)) return err('ORDER_EXPIRED');
  if (facts.member.frozen) return err('ACCOUNT_FROZEN');
  if (exclusionAt(facts.ownGuard?.exclusion ?? null, facts.acceptedAt) !== null) return err('SELF_EXCLUDED');
  if (command.wallet === 'cash' && facts.mode === 'practice') return err('WALLET_UNAVAILABLE');
  if (product === null || !product.active || terms === null) return err('PRODUCT_NOT_FOUND');
  if (product.forbidden || !facts.member.tradingAllowed) return err('TRADING_FORBIDDEN');
  if (!facts.inSession || outlivesSession(times.closesAt, facts.sessionEndsAt)) return err('MARKET_CLOSED');
  if (whyNoPrice(facts) !== null) return err('PRICE_UNAVAILABLE');

  const offer = durationTerms(terms, command.durationSec);
  if (offer === null) return err('DURATION_INVALID');
  const badWait = whyWaitIsWrong(command, facts.seenTerms, terms);
  if (badWait === 'ORDER_EXPIRED') return err(badWait);
  if (command.stake < offer.minStake || command.stake <= 0n) return err('STAKE_BELOW_MINIMUM');
  if (command.stake > offer.maxStake) return err('STAKE_ABOVE_MAXIMUM');
  if (badWait !== null || termsGotWorse(command, facts.seenTerms, terms)) return err('TERMS_CHANGED');
  if (facts.hasOpenPosition) return err('POSITION_PENDING');

  const fee = feeOf(command.stake, terms.feeRate);
  const reached = whichOwnLimit(facts.ownGuard, command.stake, fee);
  if (reached !== null) return err(reached.kind === 'stake' ? 'STAKE_LIMIT' : 'LOSS_LIMIT');
  if (facts.available < command.stake + fee) return err('BALANCE_INSUFFICIENT');
  if (command.stake > largestPossible(facts, command.direction, offer)) return err('HOUSE_LIMIT');

  const order = acceptedOrder(command, facts, terms, offer, { ...times, fee });
  return ok({ order, transfers: acceptanceTransfers(order) });
}

/** The largest stake that terms and limits of the house leave to an order now; zero where nothing fits. */
export function largestPossible(
  { book, terms }: Pick<PlaceOrderFacts, 'book' | 'terms'>,
  direction: Direction,
  { minStake, maxStake, payoutRate }: DurationTerms,
): Money {
  if (book === null || terms?.lossLimits === undefined) return maxStake;
  const largest = largestStake(book, terms.lossLimits, direction, payoutRate);
  if (largest < minStake) return money(0n);
  return largest < maxStake ? largest : maxStake;
}

/** Whether the deadline that the device signed is over: whoever held the order back can do nothing with it any more. */
export function isExpired(signed: SignedMoments | undefined, acceptedAt: number): boolean {
  return signed?.deadline !== undefined && acceptedAt > signed.deadline;
}

/** A wait that the member's own terms allow and the current ones do not is no late order: the terms changed. */
function whyWaitIsWrong(
  { signed }: PlaceOrderCommand,
  seen: PlaceOrderFacts['seenTerms'],
  terms: Terms,
): 'ORDER_EXPIRED' | 'TERMS_CHANGED' | null {
  if (signed === undefined || !waitsTooLong(signed, terms)) return null;
  const isChanged = seen !== null && seen.version !== terms.version && !waitsTooLong(signed, seen);
  return isChanged ? 'TERMS_CHANGED' : 'ORDER_EXPIRED';
}

/** A deadline lies after the signature, and no further from it than the terms allow. */
function waitsTooLong({ signedAt, deadline }: SignedMoments, { acceptWithinMs }: Terms): boolean {
  if (deadline === undefined) return acceptWithinMs !== undefined;
  return deadline <= signedAt || acceptWithinMs === undefined || deadline - signedAt > acceptWithinMs;
}

/**
 * Whether an order that a device signed at this moment may be taken now, whatever deadline it named. The clock of a device may
 * be wrong, but not by more than this.
 */
export function isTimely({ signedAt }: SignedMoments, nowMs: number): boolean {
  return signedAt <= nowMs + DEVICE_CLOCK_MS_MAX && nowMs - signedAt < ORDER_AGE_MS_MAX + DEVICE_CLOCK_MS_MAX;
}

/** The limit of the member that refuses an order; null if it fits. A stake limit refuses before a loss limit. */
export function whichOwnLimit(guard: OwnGuard | null, stake: Money, fee: Money): LimitReached | null {
  if (guard === null) return null;
  const byStake = fitsLimits(guard.limits, 'stake', stake);
  if (!byStake.ok) return byStake.error;
  const byLoss = fitsLimits(guard.limits, 'loss', money(stake + fee));
  return byLoss.ok ? null : byLoss.error;
}

/** An order that closes exactly at the session's end would find the closing tick there, so it outlives the session. */
function outlivesSession(closesAt: number, sessionEndsAt: number | null): boolean {
  return sessionEndsAt !== null && closesAt >= sessionEndsAt;
}

/**
 * NONE: the product never had a price. OLD: the newest tick was fine, but none came since. AHEAD: the clock stepped back, and
 * no tick can come until it is where the newest one is. Else the tick's status.
 */
export type NoPriceReason = 'NONE' | 'OLD' | 'AHEAD' | Exclude<TickStatus, 'OK'>;

/** Why there is no price to trade on; null if there is one. The next OK tick ends this state. */
export function whyNoPrice(facts: Pick<PlaceOrderFacts, 'newestTick' | 'acceptedAt'>): NoPriceReason | null {
  const { newestTick, acceptedAt } = facts;
  if (newestTick === null) return 'NONE';
  if (newestTick.status !== 'OK') return newestTick.status;
  if (acceptedAt - newestTick.at > PRICE_AGE_MS_MAX) return 'OLD';
  return isTooFarAhead(newestTick.at, acceptedAt) ? 'AHEAD' : null;
}

function termsGotWorse(command: PlaceOrderCommand, seen: Terms | null, current: Terms): boolean {
  if (command.termsVersion === undefined) return false;
  if (seen === null) return true;
  if (command.termsVersion === current.version) return false;
  assert(
    seen.version === command.termsVersion && seen.product === current.product,
    'seenTerms are those the command names',
  );
  return isWorse(seen, current, command.durationSec, command.stake);
}

function acceptedOrder(
  command: PlaceOrderCommand,
  facts: PlaceOrderFacts,
  terms: Terms,
  offer: DurationTerms,
  fixed: { readonly entryAt: number; readonly closesAt: number; readonly fee: Money },
): Order {
  return {
    id: command.orderId,
    memberId: command.memberId,
    product: command.product,
    direction: command.direction,
    wallet: command.wallet,
    currency: facts.currency,
    stake: command.stake,
    fee: fixed.fee,
    payoutRate: offer.payoutRate,
    payout: payoutIfWon(command.stake, offer.payoutRate),
    durationSec: command.durationSec,
    // Two clocks took these moments, and they may differ by a few milliseconds.
    submittedAt: Math.min(command.submittedAt, facts.acceptedAt),
    acceptedAt: facts.acceptedAt,
    entryAt: fixed.entryAt,
    closesAt: fixed.closesAt,
    termsVersion: terms.version,
  };
}

function acceptanceTransfers(order: Order): TransferDraft[] {
  const common = {
    debit: memberAccount('funds', order.memberId, order.wallet, order.currency),
    credit: houseAccount('escrow', order.wallet, order.currency),
    phase: 'single',
    refType: 'order',
    refId: order.id,
  } as const;
  const stake: TransferDraft = { ...common, amount: order.stake, type: 'orderStake' };
  return order.fee > 0n ? [stake, { ...common, amount: order.fee, type: 'fee' }] : [stake];
}
