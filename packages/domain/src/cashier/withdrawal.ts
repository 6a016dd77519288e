import { largerOf, smallerOf } from '../decimal.ts';
import { money, mulRateFloor, restOf } from '../money.ts';
import type { Money, Rate } from '../money.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import type { ReviewRefusal } from './deposit.ts';
import { nextState } from './state-table.ts';
import type { StateTable } from './state-table.ts';

/*
 * Money on its way out. The amount is held at once. Two different operators approve, then it leaves; rejecting or
 * cancelling releases it.
 */

export const WITHDRAWAL_STATES = ['pending', 'reviewing', 'seconding', 'approved', 'rejected', 'cancelled'] as const;
/** seconding: one operator approved, and a second has to agree. */
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

export const WITHDRAWAL_EVENTS = ['cancel', 'take', 'release', 'approve', 'reject'] as const;
export type WithdrawalEvent = (typeof WITHDRAWAL_EVENTS)[number];

export const WITHDRAWAL_TABLE: StateTable<WithdrawalState, WithdrawalEvent> = {
  pending: { cancel: 'cancelled', take: 'reviewing' },
  reviewing: { release: 'pending', approve: 'seconding', reject: 'rejected' },
  seconding: { release: 'pending', approve: 'approved', reject: 'rejected' },
  approved: {},
  rejected: {},
  cancelled: {},
};

/**
 * The payment to the member's bank, after the approval. returning: an operator proposed to credit it again, because the
 * bank sent it back; another operator has to agree.
 */
export const PAYOUT_STATES = ['none', 'sent', 'arrived', 'returning', 'returned'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];
export const PAYOUT_EVENTS = ['send', 'arrive', 'proposeReturn', 'return', 'keep'] as const;
export type PayoutEvent = (typeof PAYOUT_EVENTS)[number];

export const PAYOUT_TABLE: StateTable<PayoutState, PayoutEvent> = {
  none: { send: 'sent' },
  sent: { arrive: 'arrived', proposeReturn: 'returning' },
  arrived: {},
  returning: { return: 'returned', keep: 'sent' },
  returned: {},
};

/** Why no money may leave to a member now: an operator froze them or forbade it, a password or card is new, or another member has the card too. */
export const PAYOUT_BLOCKS = ['frozen', 'forbidden', 'paused', 'shared'] as const;
export type PayoutBlock = (typeof PAYOUT_BLOCKS)[number];
/** halted: to nobody, because a check of the books finds something. */
type NoMoneyLeaves = PayoutBlock | 'halted';

/** The site's terms of withdrawing. Amounts are of the account currency. */
export interface WithdrawalRule {
  readonly min: Money;
  readonly max: Money;
  /** What one member may withdraw on one business date. */
  readonly dailyMax: Money;
  readonly feeRate: Rate;
  readonly feeMin: Money;
  readonly feeMax: Money;
  readonly cardRequired: boolean;
  readonly identityRequired: boolean;
}

/** The fee of an amount: its rate, rounded down, within the rule's bounds. */
export function withdrawalFee(amount: Money, rule: Pick<WithdrawalRule, 'feeRate' | 'feeMin' | 'feeMax'>): Money {
  return smallerOf(largerOf(mulRateFloor(amount, rule.feeRate), rule.feeMin), rule.feeMax);
}

/** What is true of the member who asks, read under their lock. */
export interface WithdrawalFacts {
  readonly available: Money;
  /** Asked for on this business date and neither rejected nor cancelled. */
  readonly usedToday: Money;
  readonly allowed: boolean;
  readonly hasCard: boolean;
  readonly isVerified: boolean;
  /** Seconds until withdrawals are possible again after a password or card change; 0 when they are. */
  readonly pausedSec: number;
}

export type WithdrawalRefusal =
  | { readonly key: 'WITHDRAWAL_FORBIDDEN' | 'BANK_CARD_REQUIRED' | 'IDENTITY_NOT_VERIFIED' | 'AVAILABLE_INSUFFICIENT' }
  | { readonly key: 'WITHDRAWAL_PAUSED'; readonly retryAfterSec: number }
  | { readonly key: 'AMOUNT_BELOW_MINIMUM' | 'AMOUNT_ABOVE_MAXIMUM' | 'WITHDRAWAL_DAILY_LIMIT'; readonly limit: Money };

/** The fee of a withdrawal that may be made, or why it may not. */
export function planWithdrawal(
  amount: Money,
  rule: WithdrawalRule,
  facts: WithdrawalFacts,
): Result<{ readonly fee: Money }, WithdrawalRefusal> {
  if (!facts.allowed) return err({ key: 'WITHDRAWAL_FORBIDDEN' });
  if (rule.identityRequired && !facts.isVerified) return err({ key: 'IDENTITY_NOT_VERIFIED' });
  if (rule.cardRequired && !facts.hasCard) return err({ key: 'BANK_CARD_REQUIRED' });
  if (facts.pausedSec > 0) return err({ key: 'WITHDRAWAL_PAUSED', retryAfterSec: facts.pausedSec });
  const fee = withdrawalFee(amount, rule);
  // Something has to arrive.
  const least = largerOf(rule.min, money(fee + 1n));
  if (amount < least) return err({ key: 'AMOUNT_BELOW_MINIMUM', limit: least });
  if (amount > rule.max) return err({ key: 'AMOUNT_ABOVE_MAXIMUM', limit: rule.max });
  const left = remainingToday(rule, facts.usedToday);
  if (amount > left) return err({ key: 'WITHDRAWAL_DAILY_LIMIT', limit: left });
  if (amount > facts.available) return err({ key: 'AVAILABLE_INSUFFICIENT' });
  return ok({ fee });
}

/** What a member may still withdraw on this business date. */
export function remainingToday(rule: Pick<WithdrawalRule, 'dailyMax'>, usedToday: Money): Money {
  return restOf(rule.dailyMax, usedToday);
}

/** What an operator knows of a withdrawal when they decide. */
export interface ReviewedWithdrawal {
  readonly state: WithdrawalState;
  readonly version: number;
  readonly memberId: bigint;
  readonly takenBy: bigint | null;
  readonly approvedBy: bigint | null;
  readonly block: NoMoneyLeaves | null;
}

/** What an operator's decision on a withdrawal or its payment may be refused for. */
export type WithdrawalReviewRefusal =
  | ReviewRefusal
  | 'MEMBER_FROZEN'
  | 'MEMBER_FORBIDDEN'
  | 'MEMBER_PAUSED'
  | 'CARD_SHARED'
  | 'MONEY_HALTED';

const BLOCKED = {
  frozen: 'MEMBER_FROZEN',
  forbidden: 'MEMBER_FORBIDDEN',
  paused: 'MEMBER_PAUSED',
  shared: 'CARD_SHARED',
  halted: 'MONEY_HALTED',
} as const;

export type WithdrawalAction =
  | { readonly name: 'take' }
  | { readonly name: 'release' }
  | { readonly name: 'approve' }
  | { readonly name: 'reject'; readonly hasReason: boolean };

/**
 * What an operator's action does to a withdrawal. `version` is the one the operator saw. While no money may leave to the
 * member, nobody approves; rejecting and releasing stay possible.
 */
export function decideWithdrawal(
  withdrawal: ReviewedWithdrawal,
  operatorId: bigint,
  version: number,
  action: WithdrawalAction,
): Result<{ readonly to: WithdrawalState }, WithdrawalReviewRefusal> {
  if (operatorId === withdrawal.memberId) return err('ITEM_OWN');
  if (version !== withdrawal.version) return err('STATE_CHANGED');
  const next = nextState(WITHDRAWAL_TABLE, withdrawal.state, action.name);
  if (!next.ok) return next;
  if (withdrawal.state === 'reviewing' && operatorId !== withdrawal.takenBy) return err('ITEM_TAKEN');
  if (action.name === 'reject' && !action.hasReason) return err('REASON_REQUIRED');
  if (action.name === 'approve' && withdrawal.block !== null) return err(BLOCKED[withdrawal.block]);
  if (action.name === 'approve' && withdrawal.state === 'seconding' && operatorId === withdrawal.approvedBy)
    return err('SECOND_OPERATOR_NEEDED');
  return ok({ to: next.value });
}

/** What an operator knows of an approved withdrawal when they record a step of its payment. */
export interface ReviewedPayout {
  readonly state: WithdrawalState;
  readonly payout: PayoutState;
  readonly version: number;
  readonly memberId: bigint;
  /** Who recorded it as sent; null where nobody did. */
  readonly sentBy: bigint | null;
  readonly returnBy: bigint | null;
  /** Who had a hand in it, where that is known. */
  readonly handledBy: readonly (bigint | null)[];
  readonly block: NoMoneyLeaves | null;
}

export type PayoutRefusal = WithdrawalReviewRefusal | 'PAYOUT_REF_REQUIRED' | 'RETURN_BY_ANOTHER';

/**
 * What a step does to a payment. Nothing is sent while no money may leave to the member. A return is credited by an operator
 * who neither sent the payment nor proposed the return. Where nobody knows who sent it, each who had a hand in it may have. Who proposed it may take it back without a reason.
 */
export function decidePayout(
  payout: ReviewedPayout,
  operatorId: bigint,
  version: number,
  { event, hasReason, hasRef }: { event: PayoutEvent; hasReason: boolean; hasRef: boolean },
): Result<{ readonly to: PayoutState }, PayoutRefusal> {
  if (operatorId === payout.memberId) return err('ITEM_OWN');
  if (payout.state !== 'approved' || version !== payout.version) return err('STATE_CHANGED');
  const next = nextState(PAYOUT_TABLE, payout.payout, event);
  if (!next.ok) return next;
  if (event === 'send' && payout.block !== null) return err(BLOCKED[payout.block]);
  if (event === 'send' && !hasRef) return err('PAYOUT_REF_REQUIRED');
  if (event === 'proposeReturn' && !hasReason) return err('REASON_REQUIRED');
  if (event === 'keep' && operatorId !== payout.returnBy && !hasReason) return err('REASON_REQUIRED');
  if (event === 'return') {
    if (operatorId === payout.returnBy) return err('SECOND_OPERATOR_NEEDED');
    const senders = payout.sentBy === null ? payout.handledBy : [payout.sentBy];
    if (senders.includes(operatorId)) return err('RETURN_BY_ANOTHER');
  }
  return ok({ to: next.value });
}
