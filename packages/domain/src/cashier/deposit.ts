import { divFloor, pow10 } from '../decimal.ts';
import { money, RATE_SCALE } from '../money.ts';
import type { Currency, Money, Rate } from '../money.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import type { StateTable } from './state-table.ts';
import { nextState } from './state-table.ts';

/*
 * Money on its way in: created by the member, paid, reviewed at the desk, credited. Decisions are pure; the facts come
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
/** seconding: an operator proposed another amount than the submitted one, and a second operator has to agree. */
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
/** Deposits of one member that wait for payment or for the desk. */
export const OPEN_DEPOSITS_MAX = 5;

/**
 * What an amount of another asset is worth at a rate, rounded down to the minor unit. `units` are units of
 * 10^-assetDecimals; `rate` is the price of one whole asset in whole units of the account currency.
 */
export function convertAsset(units: bigint, assetDecimals: number, at: Rate, into: Currency): Money {
  return money(divFloor(units * at * pow10(into.decimals), pow10(assetDecimals) * RATE_SCALE));
}

/** What the desk knows of a deposit when it decides. */
export interface ReviewedDeposit {
  readonly state: DepositState;
  readonly version: number;
  readonly memberId: bigint;
  readonly amount: Money;
  readonly takenBy: bigint | null;
  readonly proposal: { readonly by: bigint; readonly credited: Money } | null;
}

export type DeskRefusal = 'STATE_CHANGED' | 'ITEM_TAKEN' | 'ITEM_OWN' | 'SECOND_OPERATOR_NEEDED' | 'REASON_REQUIRED';

export type DepositDecision =
  | { readonly to: 'reviewing' | 'pending' | 'rejected' }
  | { readonly to: 'seconding'; readonly credited: Money }
  | { readonly to: 'approved'; readonly credited: Money };

export type DepositAction =
  | { readonly name: 'take' }
  | { readonly name: 'release' }
  | { readonly name: 'approve'; readonly credited: Money; readonly hasReason: boolean }
  | { readonly name: 'reject'; readonly hasReason: boolean };

/**
 * What an operator's action does to a deposit. `version` is the one the operator saw. An amount other than the
 * submitted one needs a reason and a second operator, who has to name the same amount.
 */
export function decideDeposit(
  deposit: ReviewedDeposit,
  operatorId: bigint,
  version: number,
  action: DepositAction,
): Result<DepositDecision, DeskRefusal> {
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
  if (credited === deposit.amount) return ok({ to: 'approved', credited });
  return action.hasReason ? ok({ to: 'seconding', credited }) : err('REASON_REQUIRED');
}
