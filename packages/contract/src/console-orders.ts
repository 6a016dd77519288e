import * as z from 'zod/mini';
import {
  idSchema,
  isoSchema,
  moneySchema,
  pageOf,
  priceSchema,
  rateSchema,
  WALLETS,
  walletSchema,
} from './envelope.ts';
import { amountText, oneOf, optionalText, pageFields, rangeFields, someOf } from './fields.ts';
import { TICK_STATUSES } from './market.ts';
import { person } from './proposals.ts';
import { supportFinding } from './support.ts';
import { DIRECTIONS, ORDER_STATUSES, VOID_REASONS } from './trading.ts';
import { TRANSFER_TYPES } from './wallet.ts';

/*
 * Orders as operators see them: every one, and what its result follows from. It is read, and nothing else: no call of the console
 * writes an order, a price or a settlement.
 */

const ORDER_SORTS = ['acceptedAt', '-acceptedAt'] as const;

/** Accounts of the ledger, of members and of the house. */
const ACCOUNT_KINDS = ['funds', 'savings', 'invested', 'escrow', 'house', 'fees', 'grants', 'clearing'] as const;

const stakeBound = z.optional(amountText('FIELD_INVALID', 'FIELD_INVALID'));

/** GET /api/console/orders, newest first. `q` is the number or the id of an order, or the start of a member's name. */
export const operatorOrdersQuery = z.strictObject({
  q: optionalText({ max: 64, kind: 'search' }),
  status: z.optional(someOf(ORDER_STATUSES)),
  reason: z.optional(someOf(VOID_REASONS)),
  product: optionalText({ max: 32, kind: 'code' }),
  direction: z.optional(oneOf(DIRECTIONS)),
  wallet: z.optional(oneOf(WALLETS)),
  /** The smallest and the largest stake, both included. */
  stakeFrom: stakeBound,
  stakeTo: stakeBound,
  /** Of the acceptance. */
  ...rangeFields,
  sort: z.optional(oneOf(ORDER_SORTS)),
  ...pageFields,
});

export const operatorOrderLine = z.object({
  id: idSchema,
  no: z.string(),
  member: person,
  product: z.string(),
  direction: z.enum(DIRECTIONS),
  wallet: walletSchema,
  stake: moneySchema,
  fee: moneySchema,
  payoutRate: rateSchema,
  /** What it brings beside the stake if it wins. */
  payout: moneySchema,
  durationSec: z.number(),
  acceptedAt: isoSchema,
  entryAt: isoSchema,
  closesAt: isoSchema,
  entryPrice: z.nullable(priceSchema),
  exitPrice: z.nullable(priceSchema),
  status: z.enum(ORDER_STATUSES),
  /** Why it was voided; else null. */
  reason: z.nullable(z.enum(VOID_REASONS)),
  /** Net result of the member, signed; null while open. */
  profit: z.nullable(moneySchema),
  settledAt: z.nullable(isoSchema),
});
export type OperatorOrderLine = z.infer<typeof operatorOrderLine>;
export const operatorOrdersView = pageOf(operatorOrderLine);

/** A price that decided: the number of its tick in the product's chain. */
const decidingTick = z.object({ seq: z.string(), at: isoSchema, price: priceSchema });

/** GET /api/console/orders/{id}. */
export const operatorOrder = z.extend(operatorOrderLine, {
  /** When the device signed it, when it came, and the deadline that was signed. */
  signedAt: z.nullable(isoSchema),
  submittedAt: isoSchema,
  acceptBy: z.nullable(isoSchema),
  termsVersion: z.number(),
  entry: z.nullable(decidingTick),
  exit: z.nullable(decidingTick),
  /** What was paid back to the member; null while open. */
  credited: z.nullable(moneySchema),
  /**
   * The published ticks from some seconds before the entry to some after the end, one a second. Null while they cannot be read, such as
   * those of a day whose archive is missing.
   */
  prices: z.nullable(z.array(z.object({ at: isoSchema, price: priceSchema, status: z.enum(TICK_STATUSES) }))),
  /** Everything that it moved, oldest first. */
  transfers: z.array(
    z.object({
      id: z.string(),
      // The last one moves the stake of a lost order from account to account of the house.
      type: z.enum([...TRANSFER_TYPES, 'orderClose']),
      debit: z.enum(ACCOUNT_KINDS),
      credit: z.enum(ACCOUNT_KINDS),
      amount: moneySchema,
      at: isoSchema,
    }),
  ),
});
export type OperatorOrder = z.infer<typeof operatorOrder>;

/** GET /api/console/orders/{id}/receipt: the receipt that its member gets, checked as anybody could. */
export const operatorReceipt = z.object({
  finding: supportFinding,
  /** The exact text of the file; null where none can be made. */
  receipt: z.nullable(z.string()),
});
export type OperatorReceipt = z.infer<typeof operatorReceipt>;
