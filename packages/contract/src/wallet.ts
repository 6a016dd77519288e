import * as z from 'zod/mini';
import { WALLETS, isoSchema, moneySchema, pageOf, walletSchema } from './envelope.ts';
import { idField, oneOf, pageFields, rangeFields, someOf } from './fields.ts';

/*
 * The member's statement, and practice money.
 */

/** What a movement was for. `orderClose` moves between house accounts and never stands in a member's statement. */
export const TRANSFER_TYPES = [
  'practiceGrant',
  'practiceReset',
  'orderStake',
  'orderPayout',
  'orderRefund',
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
] as const;
export type TransferType = (typeof TRANSFER_TYPES)[number];

/**
 * Query of GET /api/wallet/transfers; `type` names one type or several, parted by commas, and `refId` asks for the lines of
 * one order, deposit or the like.
 */
export const transfersQuery = z.strictObject({
  wallet: z.optional(oneOf(WALLETS)),
  type: z.optional(someOf(TRANSFER_TYPES)),
  refId: z.optional(idField),
  format: z.optional(oneOf(['json', 'csv'])),
  ...rangeFields,
  ...pageFields,
});
export type TransfersQuery = z.infer<typeof transfersQuery>;

/** One line of the statement, from the member's view. */
export const transferView = z.object({
  id: z.string(),
  type: z.enum(TRANSFER_TYPES),
  /** Signed: money that left is negative. */
  amount: moneySchema,
  balanceAfter: moneySchema,
  wallet: walletSchema,
  at: isoSchema,
  /** What it belongs to: "order" and its id, for one. */
  refType: z.string(),
  refId: z.string(),
});
export type TransferView = z.infer<typeof transferView>;

export const transfersView = pageOf(transferView);
export type TransfersView = z.infer<typeof transfersView>;

/** POST /api/wallet/practice/reset takes nothing; its data is the wallet's money afterwards (`moneyView`). */
export const practiceResetBody = z.optional(z.strictObject({}));
