import * as z from 'zod/mini';
import { DEPOSIT_KINDS, depositView, withdrawalView } from './cashier.ts';
import { countSchema, idSchema, isoSchema, moneySchema, rateSchema } from './envelope.ts';
import { amountText, oneOf, optionalText, pageFields, rangeFields, someOf } from './fields.ts';
import { memberLanguage, noteField as note, noteWithOther, REASONS } from './reasons.ts';

/*
 * What operators see of deposits and withdrawals.
 */

export const OPERATOR_DEPOSIT_STATES = [
  'recharging',
  'pending',
  'reviewing',
  'seconding',
  'approved',
  'rejected',
  'cancelled',
] as const;
export const OPERATOR_WITHDRAWAL_STATES = [
  'pending',
  'reviewing',
  'seconding',
  'approved',
  'rejected',
  'cancelled',
] as const;
/** The payment to the bank. returning: one operator proposed to credit it again, and a second has to agree. */
export const OPERATOR_PAYOUTS = ['none', 'sent', 'arrived', 'returning', 'returned'] as const;
/** kept: the return that was proposed is not credited, and the payment stays sent. */
const PAYOUT_STEPS = ['sent', 'arrived', 'returning', 'returned', 'kept'] as const;
/** Why a proposed return is not credited. The member is told nothing of it. */
export const KEPT_REASONS = ['PAYMENT_NOT_FOUND', 'AMOUNT_DIFFERS', 'OTHER'] as const;
/** Why no money may leave to a member now. */
export const PAYOUT_BLOCKS = ['frozen', 'forbidden', 'paused', 'shared'] as const;

/**
 * A reference of the bank, after wide letters became narrow: it has a letter or a digit, and no character that cannot be seen or
 * looks like another. `keep_payout_hands` of the database keeps the same rule.
 */
export const PAYOUT_REF = /^(?=.*[A-Za-z0-9])[A-Za-z0-9 ./_:#-]+$/;

const version = z.int({ error: 'FIELD_INVALID' }).check(z.minimum(1, { error: 'FIELD_INVALID' }));

/** Take and release. `version` is the one the operator saw. */
export const operatorBody = z.strictObject({ version });
export const operatorApproveDepositBody = z
  .strictObject({
    version,
    /** What arrived, in the account currency. */
    credited: amountText('AMOUNT_REQUIRED', 'AMOUNT_INVALID'),
    /** The same amount once more, where it is far from the submitted one. */
    creditedAgain: z.optional(amountText('AMOUNT_REQUIRED', 'AMOUNT_INVALID')),
    reason: z.optional(oneOf(REASONS.depositDiffers, 'REASON_REQUIRED')),
    note,
  })
  .check(noteWithOther);
export const operatorRejectDepositBody = z
  .strictObject({ version, reason: oneOf(REASONS.depositRejected, 'REASON_REQUIRED'), note })
  .check(noteWithOther);
export const operatorRejectWithdrawalBody = z
  .strictObject({ version, reason: oneOf(REASONS.withdrawalRejected, 'REASON_REQUIRED'), note })
  .check(noteWithOther);
export const operatorPayoutBody = z
  .strictObject({
    version,
    step: oneOf(PAYOUT_STEPS),
    payoutRef: optionalText({ max: 80, kind: 'code', pattern: PAYOUT_REF, invalid: 'PAYOUT_REF_INVALID' }),
    reason: z.optional(oneOf([...REASONS.withdrawalReturned, ...KEPT_REASONS], 'REASON_REQUIRED')),
    note,
  })
  .check(
    noteWithOther,
    z.refine<{ step: string; reason?: string | undefined }>(
      ({ step, reason }) =>
        step !== 'returning' || reason === undefined || REASONS.withdrawalReturned.some((code) => code === reason),
      { path: ['reason'], error: 'REASON_REQUIRED' },
    ),
  );

/** How the queues of money are sorted; a minus begins with the newest or the largest. */
export const MONEY_ORDERS = ['createdAt', '-createdAt', 'amount', '-amount'] as const;
export type MoneyOrder = (typeof MONEY_ORDERS)[number];

const filter = {
  q: optionalText({ max: 64, kind: 'search' }),
  sort: z.optional(oneOf(MONEY_ORDERS)),
  ...rangeFields,
  ...pageFields,
};
/** Oldest first: who waits longest comes first. Without a status: all that still waits. */
export const operatorDepositsQuery = z.strictObject({
  status: z.optional(someOf(OPERATOR_DEPOSIT_STATES)),
  kind: z.optional(someOf(DEPOSIT_KINDS)),
  mine: z.optional(oneOf(['1'])),
  ...filter,
});
export const operatorWithdrawalsQuery = z.strictObject({
  status: z.optional(someOf(OPERATOR_WITHDRAWAL_STATES)),
  payout: z.optional(someOf(OPERATOR_PAYOUTS)),
  mine: z.optional(oneOf(['1'])),
  ...filter,
});

/** An operator, or a member, by name. */
const person = z.object({ id: z.string(), username: z.string() });

const operatorFields = {
  version: countSchema,
  member: z.extend(person, { language: memberLanguage }),
  /** What the operator wrote last. It stays inside. */
  note: z.nullable(z.string()),
  /** Why no money may leave to the member now; null when it may. */
  block: z.nullable(z.object({ why: z.enum(PAYOUT_BLOCKS), until: z.nullable(isoSchema) })),
  takenBy: z.nullable(person),
  firstBy: z.nullable(person),
  secondBy: z.nullable(person),
  steps: z.array(
    z.object({
      state: z.string(),
      at: isoSchema,
      reason: z.nullable(z.string()),
      note: z.nullable(z.string()),
      /** The operator who made the step; null for the member, and for what a channel proved by itself. */
      by: z.nullable(person),
    }),
  ),
};

/** What the chain says of a claimed payment. */
const chainFinding = z.object({
  found: z.boolean(),
  recipient: z.nullable(z.string()),
  recipientFits: z.boolean(),
  amount: z.nullable(z.string()),
  amountFits: z.boolean(),
  confirmations: z.nullable(countSchema),
  /** Confirmations after which the channel takes a payment as final. */
  needed: countSchema,
  checkedAt: isoSchema,
});

export const operatorDeposit = z.extend(z.omit(depositView, { status: true }), {
  ...operatorFields,
  status: z.enum(OPERATOR_DEPOSIT_STATES),
  chain: z.nullable(chainFinding),
  proof: z.nullable(idSchema),
  /** What the channel's terms let an operator credit. */
  creditTerms: z.object({
    least: moneySchema,
    most: moneySchema,
    farRate: rateSchema,
    secondFrom: moneySchema,
    /** The channel asks for a proof, and there is none. */
    lacksProof: z.boolean(),
  }),
});
export type OperatorDeposit = z.infer<typeof operatorDeposit>;
export const operatorDepositsView = z.object({ items: z.array(operatorDeposit), nextCursor: z.nullable(z.string()) });

export const operatorWithdrawal = z.extend(z.omit(withdrawalView, { status: true, payout: true, canCancel: true }), {
  ...operatorFields,
  status: z.enum(OPERATOR_WITHDRAWAL_STATES),
  payout: z.enum(OPERATOR_PAYOUTS),
  /** Who recorded the payment as sent, and who proposed to credit it again. */
  sentBy: z.nullable(person),
  returnBy: z.nullable(person),
  payoutRef: z.nullable(z.string()),
  /** The member's money: before the withdrawal is posted or released, and after. */
  balance: z.nullable(z.object({ available: moneySchema, held: moneySchema, total: moneySchema, after: moneySchema })),
  /** The card in full; only in the answer for one withdrawal, and its reading is in the audit. */
  payee: z.nullable(z.object({ holder: z.string(), number: z.string() })),
  /** Why `payee` is left out of the answer for one: it is approved and not paid yet, and money out is halted. */
  payeeWithheld: z.nullable(z.literal('halted')),
});
export type OperatorWithdrawal = z.infer<typeof operatorWithdrawal>;
export const operatorWithdrawalsView = z.object({
  items: z.array(operatorWithdrawal),
  nextCursor: z.nullable(z.string()),
});
