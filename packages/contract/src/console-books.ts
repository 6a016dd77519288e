import * as z from 'zod/mini';
import { countSchema, idSchema, isoSchema, moneySchema, pageOf, walletSchema } from './envelope.ts';
import { oneOf, optionalText, pageFields, rangeFields } from './fields.ts';
import { person } from './proposals.ts';
import { TRANSFER_TYPES } from './wallet.ts';

/* The books of the house: the chart of accounts with its balances, every transfer, and what checks of them find. */

/**
 * The chart of accounts. What the house earned and paid stands in its parts: `house` is what orders brought, beside interest, rewards of
 * invitations, what operators added or deducted by hand, and what members gave up when they closed their account.
 */
export const BOOK_LINES = [
  'funds',
  'savings',
  'invested',
  'escrow',
  'clearing',
  'grants',
  'fees',
  'house',
  'interest',
  'rewards',
  'manual',
  'givenUp',
] as const;

/** What moves money: what a member's statement shows, and the close of a stake, which concerns the house alone. */
export const BOOK_TRANSFER_TYPES = [...TRANSFER_TYPES, 'orderClose'] as const;

/** GET /api/console/books. What moved before `to`; without it until now. A business date means its first moment. */
export const trialBalanceQuery = z.strictObject({ to: rangeFields.to });

const sums = { debit: moneySchema, credit: moneySchema };

export const trialBalanceView = z.object({
  at: isoSchema,
  wallets: z.array(
    z.object({
      wallet: walletSchema,
      /** Those that something moved on. `balance` is credit less debit: what is owed to members is above zero. */
      lines: z.array(z.object({ line: z.enum(BOOK_LINES), ...sums, balance: moneySchema, entries: countSchema })),
      /** Equal in every moment. */
      ...sums,
    }),
  ),
});
export type TrialBalanceView = z.infer<typeof trialBalanceView>;

/** GET /api/console/books/transfers. `number`: of an order, a deposit, a withdrawal, a holding, a bank, a chain, or an id. */
export const bookTransfersQuery = z.strictObject({
  ...pageFields,
  ...rangeFields,
  number: optionalText({ max: 100 }),
  line: z.optional(oneOf(BOOK_LINES)),
});

export const bookTransfer = z.object({
  id: idSchema,
  at: isoSchema,
  type: z.enum(BOOK_TRANSFER_TYPES),
  /** pending only holds, post moves what was held, void frees it. */
  phase: z.enum(['single', 'pending', 'post', 'void']),
  wallet: walletSchema,
  amount: moneySchema,
  debit: z.enum(BOOK_LINES),
  credit: z.enum(BOOK_LINES),
  member: z.nullable(person),
  /** What it was for, and the number that people know it by. */
  refType: z.string(),
  refId: z.string(),
  reference: z.nullable(z.string()),
});
export type BookTransfer = z.infer<typeof bookTransfer>;

export const bookTransfersView = pageOf(bookTransfer);

/** GET /api/console/books/checks: what each last said. The runbook has a line for each. */
export const bookChecksView = z.object({
  /** No money leaves while it is true. */
  halted: z.boolean(),
  items: z.array(
    z.object({
      name: z.string(),
      halts: z.boolean(),
      askedAt: isoSchema,
      /** Null while it finds nothing. */
      failingSince: z.nullable(isoSchema),
      found: countSchema,
      /** The first rows, as text. */
      sample: z.array(z.string()),
      /** Why it got no answer. */
      error: z.nullable(z.string()),
    }),
  ),
});
export type BookChecksView = z.infer<typeof bookChecksView>;
