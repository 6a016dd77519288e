import * as z from 'zod/mini';
import {
  WALLETS,
  countSchema,
  idSchema,
  isoSchema,
  moneySchema,
  pageOf,
  rateSchema,
  walletSchema,
} from './envelope.ts';
import {
  amountText,
  idField,
  imageField,
  oneOf,
  optionalText,
  pageFields,
  rangeFields,
  requiredText,
  someOf,
} from './fields.ts';
import { REASONS } from './reasons.ts';
import { withdrawPasswordField } from './registration.ts';

/*
 * Deposits and withdrawals as the member sees them.
 */

export const DEPOSIT_KINDS = ['practice', 'bank', 'usdt', 'online'] as const;
export type DepositKind = (typeof DEPOSIT_KINDS)[number];
export const NETWORKS = ['trc20', 'erc20'] as const;
export type Network = (typeof NETWORKS)[number];

/** What a member sees: a second opinion in the console is still a review. */
export const DEPOSIT_STATUSES = ['recharging', 'pending', 'reviewing', 'approved', 'rejected', 'cancelled'] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];
export const WITHDRAWAL_STATUSES = ['pending', 'reviewing', 'approved', 'rejected', 'cancelled'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];
/** The payment to the bank, after the approval. */
export const PAYOUTS = ['none', 'sent', 'arrived', 'returned'] as const;
export type Payout = (typeof PAYOUTS)[number];

/** Why a deposit or a withdrawal ended as it did: a reason of operators, the member took it back, or nobody paid in time. */
export const END_REASONS = [
  ...new Set([
    ...REASONS.depositRejected,
    ...REASONS.depositDiffers,
    ...REASONS.withdrawalRejected,
    ...REASONS.withdrawalReturned,
    'BY_MEMBER' as const,
    'EXPIRED' as const,
  ]),
];
export type EndReason = (typeof END_REASONS)[number];

const names = z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() });

/** A way of paying in. Amounts are in the account currency. */
export const depositChannel = z.object({
  code: z.string(),
  kind: z.enum(DEPOSIT_KINDS),
  network: z.nullable(z.enum(NETWORKS)),
  names,
  /** What the member sends: the account currency, or USDT. */
  asset: z.string(),
  assetDecimals: countSchema,
  /** Price of one asset in the account currency. */
  rate: rateSchema,
  min: moneySchema,
  max: moneySchema,
  presets: z.array(moneySchema),
  arrivalMinutes: countSchema,
  proofRequired: z.boolean(),
});
export type DepositChannel = z.infer<typeof depositChannel>;

/** Data of GET /api/wallet/deposit-channels. `practice`: the money is not real, and nothing must be paid. */
export const depositChannelsView = z.object({ practice: z.boolean(), items: z.array(depositChannel) });
export type DepositChannelsView = z.infer<typeof depositChannelsView>;

const channelField = requiredText({ max: 32, pattern: /^[a-z0-9-]+$/, invalid: 'DEPOSIT_CHANNEL_UNAVAILABLE' });
const assetField = requiredText({ max: 5, pattern: /^[A-Z]{3,5}$/ });

/** An amount of an asset: up to 8 decimals, never zero. */
const assetAmountField = requiredText({
  max: 24,
  pattern: /^(?!0+(\.0+)?$)(0|[1-9]\d{0,12})(\.\d{1,8})?$/,
  trim: false,
  required: 'AMOUNT_REQUIRED',
  invalid: 'AMOUNT_INVALID',
});

/** POST /api/wallet/deposits. `amount` is in `currency`, which is the channel's asset. */
export const depositBody = z.strictObject({
  channel: channelField,
  amount: assetAmountField,
  currency: assetField,
  network: z.optional(oneOf(NETWORKS)),
});
export type DepositBody = z.infer<typeof depositBody>;

export const TXID = {
  trc20: /^[0-9a-fA-F]{64}$/,
  erc20: /^0x[0-9a-fA-F]{64}$/,
} as const satisfies Record<Network, RegExp>;

/** POST /api/wallet/deposits/{id}/paid: a multipart form, or JSON when there is no proof. */
export const depositPaidBody = z.strictObject({
  txid: optionalText({ max: 80, kind: 'number', pattern: /^(0x)?[0-9a-fA-F]{64}$/, invalid: 'DEPOSIT_TXID_INVALID' }),
  payer: optionalText({ max: 64, kind: 'name' }),
  /** A picture of the payment. */
  proof: z.optional(imageField),
});
export type DepositPaidBody = z.infer<typeof depositPaidBody>;

/** A state that was reached, when, and why. */
const step = z.object({ state: z.string(), at: isoSchema, reason: z.nullable(z.string()) });

/** Where to pay. Which fields there are depends on the channel. */
const instructions = z.object({
  bank: z.optional(z.string()),
  holder: z.optional(z.string()),
  number: z.optional(z.string()),
  branch: z.optional(z.string()),
  address: z.optional(z.string()),
  url: z.optional(z.string()),
});
export type DepositInstructions = z.infer<typeof instructions>;

export const depositView = z.object({
  id: idSchema,
  /** What the member quotes when they pay. */
  reference: z.string(),
  channel: z.string(),
  kind: z.enum(DEPOSIT_KINDS),
  network: z.nullable(z.enum(NETWORKS)),
  names,
  wallet: walletSchema,
  status: z.enum(DEPOSIT_STATUSES),
  amount: moneySchema,
  asset: z.string(),
  assetAmount: z.string(),
  rate: rateSchema,
  rateUntil: isoSchema,
  expiresAt: isoSchema,
  /** What arrived; null until it is approved. */
  credited: z.nullable(moneySchema),
  instructions,
  txid: z.nullable(z.string()),
  payer: z.nullable(z.string()),
  hasProof: z.boolean(),
  reason: z.nullable(z.enum(END_REASONS)),
  createdAt: isoSchema,
  paidAt: z.nullable(isoSchema),
  decidedAt: z.nullable(isoSchema),
  arrivalMinutes: countSchema,
  steps: z.array(step),
});
export type DepositView = z.infer<typeof depositView>;

const recordFields = { wallet: z.optional(oneOf(WALLETS)), ...rangeFields, ...pageFields };

/** Query of GET /api/wallet/deposits, newest first. `status` and `kind` take several, separated by commas. */
export const depositsQuery = z.strictObject({
  status: z.optional(someOf(DEPOSIT_STATUSES)),
  kind: z.optional(someOf(DEPOSIT_KINDS)),
  ...recordFields,
});
export type DepositsQuery = z.infer<typeof depositsQuery>;

/** How many records of a filter are counted and summed at most. */
export const SUMMED_MAX = 1_000;

/** Over the newest records of the filter. `more`: there are older ones that are not in count and sum. */
const sums = { credited: moneySchema, count: countSchema, more: z.boolean() };

/** A page with the sum of what arrived. */
export const depositsView = z.extend(pageOf(depositView), sums);
export type DepositsView = z.infer<typeof depositsView>;

/** Path of the calls on one deposit or withdrawal. */
export const cashierParams = z.strictObject({ id: idField });

/** What a member needs to know before they ask for a withdrawal. */
export const withdrawalTermsView = z.object({
  wallet: walletSchema,
  available: moneySchema,
  min: moneySchema,
  max: moneySchema,
  remainingToday: moneySchema,
  feeRate: rateSchema,
  feeMin: moneySchema,
  feeMax: moneySchema,
  arrivalHours: countSchema,
  card: z.nullable(z.object({ bank: z.string(), holder: z.string(), number: z.string() })),
  /** What stands in the way, in the order in which to mend it. */
  blockers: z.array(
    z.enum([
      'WITHDRAWAL_FORBIDDEN',
      'ACCOUNT_FROZEN',
      'IDENTITY_NOT_VERIFIED',
      'BANK_CARD_REQUIRED',
      'WITHDRAWAL_PAUSED',
    ]),
  ),
  /** Why an operator forbade withdrawals, as a code; null otherwise. */
  forbiddenReason: z.nullable(z.enum(REASONS.withdrawal)),
  pausedUntil: z.nullable(isoSchema),
  /** Tries of the withdraw password that are left. */
  triesLeft: countSchema,
});
export type WithdrawalTermsView = z.infer<typeof withdrawalTermsView>;

/** POST /api/wallet/withdrawals. */
export const withdrawalBody = z.strictObject({
  amount: amountText('AMOUNT_REQUIRED', 'AMOUNT_INVALID'),
  withdrawPwd: withdrawPasswordField,
});
export type WithdrawalBody = z.infer<typeof withdrawalBody>;

export const withdrawalView = z.object({
  id: idSchema,
  reference: z.string(),
  wallet: walletSchema,
  status: z.enum(WITHDRAWAL_STATUSES),
  payout: z.enum(PAYOUTS),
  amount: moneySchema,
  fee: moneySchema,
  /** What arrives: amount − fee. */
  credited: moneySchema,
  card: z.object({ bank: z.string(), holder: z.string(), number: z.string() }),
  reason: z.nullable(z.enum(END_REASONS)),
  createdAt: isoSchema,
  decidedAt: z.nullable(isoSchema),
  /** When it should have arrived, at the latest. */
  expectedAt: isoSchema,
  canCancel: z.boolean(),
  /** When the member locked it: from then on it cannot be cancelled. */
  lockedAt: z._default(z.nullable(isoSchema), null),
  steps: z.array(step),
});
export type WithdrawalView = z.infer<typeof withdrawalView>;

/**
 * Query of GET /api/wallet/withdrawals, newest first. `key` is the Idempotency-Key that a withdrawal was asked for with.
 * It returns that withdrawal alone, or none, whatever else the query says.
 */
export const withdrawalsQuery = z.strictObject({
  status: z.optional(someOf(WITHDRAWAL_STATUSES)),
  key: z.optional(idField),
  ...recordFields,
});
export type WithdrawalsQuery = z.infer<typeof withdrawalsQuery>;

/** A page with the sum of what has left. */
export const withdrawalsView = z.extend(pageOf(withdrawalView), sums);
export type WithdrawalsView = z.infer<typeof withdrawalsView>;

/** Data of GET /api/wallet/withdrawal-waits, for everyone: how long withdrawals of the last 30 days waited. */
export const withdrawalWaitsView = z.object({
  decided: countSchema,
  medianMinutes: z.nullable(countSchema),
  longestMinutes: z.nullable(countSchema),
  waiting: countSchema,
  longestWaitingMinutes: z.nullable(countSchema),
  updatedAt: isoSchema,
});
export type WithdrawalWaitsView = z.infer<typeof withdrawalWaitsView>;

/** Data of GET /api/account/invite. */
export const inviteView = z.object({
  code: z.string(),
  /** The address that opens the registration with the code; the client adds its own host. */
  path: z.string(),
  reward: moneySchema,
  invited: countSchema,
  rewarded: countSchema,
  earned: moneySchema,
  /** How often the first deposit, or the reward where that is more, has to be turned over before the reward comes. */
  turnoverRate: rateSchema,
  /** Rewards of one inviter in a day. */
  dayMax: countSchema,
  /** The newest ones. `none`: there is no reward for this invitation. */
  invitations: z.array(
    z.object({
      /** The first character only. */
      name: z.string(),
      step: z.enum(['deposit', 'turnover', 'earned', 'paid', 'none']),
      reward: moneySchema,
      turnoverRate: rateSchema,
      at: isoSchema,
    }),
  ),
});
export type InviteView = z.infer<typeof inviteView>;

/** The body of a payment service's webhook. `amount` is in the channel's asset. */
export const paymentNoticeBody = z.strictObject({
  event: requiredText({ max: 80 }),
  reference: requiredText({ max: 8, pattern: /^[A-Z0-9]{8}$/ }),
  status: oneOf(['paid', 'failed']),
  amount: assetAmountField,
  currency: assetField,
});
export type PaymentNoticeBody = z.infer<typeof paymentNoticeBody>;
