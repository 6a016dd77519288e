import type { Money } from '../money.ts';
import type { AccountRef } from './account.ts';

/** Why money moved, as a statement shows it. `orderClose` moves a stake from escrow to the house. */
export const TRANSFER_TYPES = [
  'practiceGrant',
  'practiceReset',
  'orderStake',
  'orderPayout',
  'orderRefund',
  'orderClose',
  'fee',
  'recharge',
  'manualAdd',
  'withdraw',
  'withdrawalReturned',
  'manualDeduct',
  'invitationReward',
  'investment',
  'redemption',
  'interest',
  'savingsIn',
  'savingsOut',
  'givenUp',
] as const;

export type TransferType = (typeof TRANSFER_TYPES)[number];

/** single moves money at once; pending only holds it; post moves what was held; void releases it. */
export const TRANSFER_PHASES = ['single', 'pending', 'post', 'void'] as const;

export type TransferPhase = (typeof TRANSFER_PHASES)[number];

/**
 * One double-entry movement to be recorded: money leaves `debit` and arrives at `credit`. `amount` is above zero in
 * every phase; post and void repeat the accounts and the amount of the hold that `pendingId` names.
 */
export type TransferDraft = {
  /** The transfer's id, if the caller chooses it. A pending transfer needs one: its post or void names it. */
  readonly id?: string;
  readonly debit: AccountRef;
  readonly credit: AccountRef;
  readonly amount: Money;
  readonly type: TransferType;
  readonly phase: TransferPhase;
  /** Set exactly for post and void: the id of the pending transfer. */
  readonly pendingId?: string;
  readonly refType: string;
  readonly refId: string;
};
