import { divFloor, pow10 } from '../decimal.ts';
import { money, RATE_SCALE } from '../money.ts';
import type { Currency, Money, Rate } from '../money.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { creditBounds, isFarCredit, secondNeed } from './credit-bounds.ts';
import type { CreditTerms } from './credit-bounds.ts';
import type { StateTable } from './state-table.ts';
import { nextState } from './state-table.ts';

/*
 * Money on its way in: created by the member, paid, reviewed in the console, credited. Decisions are pure; the facts come
 * from the database, read under the member's lock.
 */

export const DEPOSIT_STATES = [
  'recharging',
  'pending',
  'reviewing',
  'seconding',
  'approved',
  'rejected',
  'cancelled',
] as const;
/** seconding: an operator proposed what to credit, and a second operator has to agree. */
export type DepositState = (typeof DEPOSIT_STATES)[number];

export const DEPOSIT_EVENTS = [
  /** The member says that they paid. */
  'pay',
  /** The member takes it back. */
  'cancel',
  /** Nobody paid in time. */
  'expire',
  /** A channel that proves the payment by itself credits it. */
  'credit',
  'take',
  'release',
  'approve',
  'propose',
  'reject',
] as const;
export type DepositEvent = (typeof DEPOSIT_EVENTS)[number];

export const DEPOSIT_TABLE: StateTable<DepositState, DepositEvent> = {
  recharging: { pay: 'pending', cancel: 'cancelled', expire: 'cancelled', credit: 'approved' },
  pending: { cancel: 'cancelled', credit: 'approved', take: 'reviewing' },
  reviewing: { release: 'pending', approve: 'approved', propose: 'seconding', reject: 'rejected' },
  seconding: { release: 'pending', approve: 'approved', reject: 'rejected' },
  approved: {},
  rejected: {},
  cancelled: {},
};

/** How long a member has to pay, and how long the rate of another asset is held for them. */
export const RATE_LOCK_MS = 15 * 60_000;
export const DEPOSIT_OPEN_MS = 24 * 3_600_000;
/** Deposits of one member that wait for payment or for an operator. */
export const OPEN_DEPOSITS_MAX = 5;

/**
 * What an amount of another asset is worth at a rate, rounded down to the minor unit. `units` are units of
 * 10^-assetDecimals; `rate` is the price of one whole asset in whole units of the account currency.
 */
export function convertAsset(units: bigint, assetDecimals: number, at: Rate, into: Currency): Money {
  return money(divFloor(units * at * pow10(into.decimals), pow10(assetDecimals) * RATE_SCALE));
}

/** What an operator knows of a deposit when they decide. */
export interface ReviewedDeposit {
  readonly state: DepositState;
  readonly version: number;
  readonly memberId: bigint;
  readonly amount: Money;
  readonly takenBy: bigint | null;
  readonly proposal: { readonly by: bigint; readonly credited: Money } | null;
  /** The channel asks for a proof, and there is none. */
  readonly lacksProof: boolean;
  readonly terms: CreditTerms;
}

export type ReviewRefusal = 'STATE_CHANGED' | 'ITEM_TAKEN' | 'ITEM_OWN' | 'SECOND_OPERATOR_NEEDED' | 'REASON_REQUIRED';

/** Also: an amount beyond the bounds of the channel, and one that is far from the asked amount and was not typed twice. */
export type DepositReviewRefusal = ReviewRefusal | 'CREDIT_BEYOND_BOUNDS' | 'CREDIT_NOT_CONFIRMED';

export type DepositDecision =
  | { readonly to: 'reviewing' | 'pending' | 'rejected' }
  | { readonly to: 'seconding'; readonly credited: Money }
  | { readonly to: 'approved'; readonly credited: Money };

export type DepositAction =
  | { readonly name: 'take' }
  | { readonly name: 'release' }
  | { readonly name: 'approve'; readonly credited: Money; readonly again: Money | null; readonly hasReason: boolean }
  | { readonly name: 'reject'; readonly hasReason: boolean };

/**
 * What an operator's action does to a deposit. `version` is the one the operator saw. A large amount, one without the proof
 * that its channel asks for, and another amount than the submitted one need a second operator, who has to name the same
 * amount. Another amount needs a reason, stays within the bounds of the channel, and is typed twice if it is far away.
 */
export function decideDeposit(
  deposit: ReviewedDeposit,
  operatorId: bigint,
  version: number,
  action: DepositAction,
): Result<DepositDecision, DepositReviewRefusal> {
  if (operatorId === deposit.memberId) return err('ITEM_OWN');
  if (version !== deposit.version) return err('STATE_CHANGED');
  const next = nextState(DEPOSIT_TABLE, deposit.state, action.name);
  if (!next.ok) return next;
  if (action.name === 'take') return ok({ to: 'reviewing' });
  if (deposit.state === 'reviewing' && operatorId !== deposit.takenBy) return err('ITEM_TAKEN');
  if (action.name === 'release') return ok({ to: 'pending' });
  if (action.name === 'reject') return action.hasReason ? ok({ to: 'rejected' }) : err('REASON_REQUIRED');
  const { credited } = action;
  if (deposit.state === 'seconding') {
    if (operatorId === deposit.proposal?.by) return err('SECOND_OPERATOR_NEEDED');
    return credited === deposit.proposal?.credited ? ok({ to: 'approved', credited }) : err('STATE_CHANGED');
  }
  if (credited !== deposit.amount) {
    const { least, most } = creditBounds(deposit.amount, deposit.terms);
    if (credited < least || credited > most) return err('CREDIT_BEYOND_BOUNDS');
    if (!action.hasReason) return err('REASON_REQUIRED');
    if (isFarCredit(deposit.amount, credited, deposit.terms.farRate) && action.again !== credited)
      return err('CREDIT_NOT_CONFIRMED');
  }
  const { amount, lacksProof } = deposit;
  const isAlone = secondNeed({ amount, credited, lacksProof }, deposit.terms) === null;
  return ok({ to: isAlone ? 'approved' : 'seconding', credited });
}
