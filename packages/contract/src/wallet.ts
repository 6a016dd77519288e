import * as z from 'zod/mini';
import {
  WALLETS,
  countSchema,
  dateSchema,
  idSchema,
  isoSchema,
  moneySchema,
  pageOf,
  walletSchema,
} from './envelope.ts';
import { idField, oneOf, pageFields, rangeFields, requiredText, someOf } from './fields.ts';
import { REASONS } from './reasons.ts';

/*
 * The member's statement, and practice money.
 */

/** What a movement was for. `orderClose` moves money between house accounts and is never in a member's statement. */
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
  'givenUp',
] as const;
export type TransferType = (typeof TRANSFER_TYPES)[number];

/** funds: what is available and held. The statements of savings and of invested money are lists of their own. */
export const STATEMENT_ACCOUNTS = ['funds', 'savings', 'invested'] as const;
export type StatementAccount = (typeof STATEMENT_ACCOUNTS)[number];

/**
 * Query of GET /api/wallet/transfers. `type` is one type or several, separated by commas. `refId` selects the lines of
 * one order, deposit or similar. `account` is funds where it is left out.
 */
export const transfersQuery = z.strictObject({
  wallet: z.optional(oneOf(WALLETS)),
  account: z.optional(oneOf(STATEMENT_ACCOUNTS)),
  type: z.optional(someOf(TRANSFER_TYPES)),
  refId: z.optional(idField),
  format: z.optional(oneOf(['json', 'csv', 'pdf'])),
  ...rangeFields,
  ...pageFields,
});
export type TransfersQuery = z.infer<typeof transfersQuery>;

/** One line of the statement, from the member's point of view. */
export const transferView = z.object({
  id: z.string(),
  type: z.enum(TRANSFER_TYPES),
  /** Signed: money that left is negative. */
  amount: moneySchema,
  balanceAfter: moneySchema,
  wallet: walletSchema,
  at: isoSchema,
  /** What it belongs to, for example "order" and the order's id. */
  refType: z.string(),
  refId: z.string(),
  /** Why money was added or deducted by hand, as a code; null for all else. */
  reason: z.nullable(z.enum([...new Set([...REASONS.adjustmentAdd, ...REASONS.adjustmentDeduct])])),
});
export type TransferView = z.infer<typeof transferView>;

export const transfersView = pageOf(transferView);
export type TransfersView = z.infer<typeof transfersView>;

/** Query of GET /api/wallet/balance-line. */
export const balanceLineQuery = z.strictObject({
  wallet: z.optional(oneOf(WALLETS)),
  days: z.optional(oneOf(['7', '30'])),
});

/** The total at the end of each business date, oldest first; today's is the total now. 7 dates by default. */
export const balanceLineView = z.object({
  wallet: walletSchema,
  items: z.array(z.object({ date: dateSchema, total: moneySchema })),
});
export type BalanceLineView = z.infer<typeof balanceLineView>;

/** Query of GET /api/wallet/earnings. The cursor is about the orders. */
export const earningsQuery = z.strictObject({
  wallet: z.optional(oneOf(WALLETS)),
  date: requiredText({ max: 10, pattern: /^[1-9]\d{3}-\d{2}-\d{2}$/, trim: false }),
  ...pageFields,
});

/** booked: it is in the balance. accrued: earned, and booked later. expected: the date is not closed yet. */
export const EARNING_STATES = ['booked', 'accrued', 'expected'] as const;
export type EarningState = (typeof EARNING_STATES)[number];

/** What a member earned on one business date. The amounts of the entries that are not expected add up to `total`. */
export const earningsView = z.object({
  date: dateSchema,
  /** As in `yesterday_count` and `today_count`. */
  total: moneySchema,
  /** What interest the date is expected to add when it ends; zero once it has been added. */
  expected: moneySchema,
  /** Interest. Holdings beyond the newest 200 are one entry without an id for each state. */
  interest: z.array(
    z.object({
      kind: z.enum(['holding', 'savings']),
      id: z.nullable(idSchema),
      names: z.nullable(z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() })),
      count: countSchema,
      amount: moneySchema,
      state: z.enum(EARNING_STATES),
    }),
  ),
  /** Net results of the orders that were settled on the date, newest first. */
  orders: z.array(z.object({ id: idSchema, product: z.string(), amount: moneySchema, settledAt: isoSchema })),
  nextCursor: z.nullable(z.string()),
});
export type EarningsView = z.infer<typeof earningsView>;

/** POST /api/wallet/practice/reset takes no fields; its data is the wallet's money after the reset (`moneyView`). */
export const practiceResetBody = z.optional(z.strictObject({}));
