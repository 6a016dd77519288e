import * as z from 'zod/mini';
import {
  WALLETS,
  countSchema,
  dateSchema,
  hashSchema,
  idSchema,
  isoSchema,
  moneySchema,
  pageOf,
  priceSchema,
  rateSchema,
  walletSchema,
} from './envelope.ts';
import { amountText, idField, missingOr, oneOf, pageFields, productCodeField, rangeFields } from './fields.ts';

/*
 * Timed orders: placing, reading, summing up.
 */

export const DIRECTIONS = ['up', 'down'] as const;
export const ORDER_STATUSES = ['open', 'won', 'lost', 'tied', 'voided'] as const;
/** What a settled order came to. */
export const ORDER_RESULTS = ['won', 'lost', 'tied', 'voided'] as const;
export const VOID_REASONS = ['NO_ENTRY_TICK', 'NO_EXIT_TICK', 'EXIT_NOT_OK', 'EXIT_BEFORE_ENTRY'] as const;

export type Direction = (typeof DIRECTIONS)[number];
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export type OrderResult = (typeof ORDER_RESULTS)[number];
export type VoidReason = (typeof VOID_REASONS)[number];

/** No duration is above one hour. */
const DURATION_SEC_MAX = 3_600;

/** POST /api/trade/orders. `termsVersion` is the one the member saw; worse terms since are answered TERMS_CHANGED. */
export const orderBody = z.strictObject({
  product: productCodeField,
  direction: oneOf(DIRECTIONS, 'DIRECTION_INVALID'),
  durationSec: z
    .int({ error: missingOr('DURATION_INVALID', 'DURATION_INVALID') })
    .check(z.minimum(1, { error: 'DURATION_INVALID' }), z.maximum(DURATION_SEC_MAX, { error: 'DURATION_INVALID' })),
  stake: amountText('STAKE_REQUIRED', 'STAKE_INVALID'),
  wallet: z.optional(oneOf(WALLETS)),
  termsVersion: z.optional(
    z
      .int({ error: 'FIELD_INVALID' })
      .check(z.minimum(1, { error: 'FIELD_INVALID' }), z.maximum(2_147_483_647, { error: 'FIELD_INVALID' })),
  ),
});
export type OrderBody = z.infer<typeof orderBody>;

/** Path of the calls on one order. */
export const orderParams = z.strictObject({ id: idField });

/**
 * Query of GET /api/trade/orders; without a status both open and settled ones, newest accepted first; a result names
 * settled ones alone. `key` is the Idempotency-Key an order was sent with: it answers with that order or with none, and
 * stands alone. It places nothing, so a lost order can be looked up however old it is.
 */
export const ordersQuery = z
  .strictObject({
    key: z.optional(idField),
    status: z.optional(oneOf(['open', 'settled'])),
    wallet: z.optional(oneOf(WALLETS)),
    result: z.optional(oneOf(ORDER_RESULTS)),
    product: z.optional(productCodeField),
    ...rangeFields,
    ...pageFields,
  })
  .check(
    z.refine(
      (query) => query.key === undefined || Object.values(query).filter((each) => each !== undefined).length === 1,
      {
        error: 'FIELD_INVALID',
        path: ['key'],
      },
    ),
  );
export type OrdersQuery = z.infer<typeof ordersQuery>;

/** The server's signed word that it took the order, under which terms (packages/proof/src/acceptance.ts). */
export const acceptanceView = z.object({
  /** Of the order's document. */
  orderHash: hashSchema,
  termsHash: hashSchema,
  /** A signed note. */
  note: z.string(),
});

/** An order as every call tells it. */
export const orderView = z.object({
  id: idSchema,
  /** The number shown to people. */
  no: z.string(),
  product: z.string(),
  direction: z.enum(DIRECTIONS),
  wallet: walletSchema,
  /** Code of the currency of all its amounts. */
  currency: z.string(),
  stake: moneySchema,
  fee: moneySchema,
  payoutRate: rateSchema,
  /** Stake and profit, as credited when won. */
  payout: moneySchema,
  durationSec: countSchema,
  submittedAt: isoSchema,
  acceptedAt: isoSchema,
  entryAt: isoSchema,
  /** Null until its tick. */
  entryPrice: z.nullable(priceSchema),
  closesAt: isoSchema,
  exitPrice: z.nullable(priceSchema),
  exitAt: z.nullable(isoSchema),
  settledAt: z.nullable(isoSchema),
  status: z.enum(ORDER_STATUSES),
  /** Why it was voided; else null. */
  reason: z.nullable(z.enum(VOID_REASONS)),
  /** Net result, signed; null while open. */
  profit: z.nullable(moneySchema),
  termsVersion: countSchema,
  /** Of the document of those terms, as GET /api/market/products/{code}/terms serves it. */
  termsHash: hashSchema,
  /** Whole seconds until closesAt by the server's clock, 0 once past. */
  secondsLeft: countSchema,
  /** In the answer to placing an order, and where one order is read by itself. */
  acceptance: z.optional(acceptanceView),
});
export type OrderView = z.infer<typeof orderView>;

/** data of GET /api/trade/orders/{id}/receipt: the text of the file (packages/proof/src/receipt.ts), to the byte. */
export const receiptView = z.object({ receipt: z.string() });

export const ordersView = pageOf(orderView);
export type OrdersView = z.infer<typeof ordersView>;

/** Query of GET /api/trade/summary: settled orders of the range, of one product and with one result where named. */
export const summaryQuery = z.strictObject({
  wallet: z.optional(oneOf(WALLETS)),
  result: z.optional(oneOf(ORDER_RESULTS)),
  product: z.optional(productCodeField),
  ...rangeFields,
});

/** data of GET /api/trade/summary. */
export const summaryView = z.object({
  wallet: walletSchema,
  count: countSchema,
  won: countSchema,
  lost: countSchema,
  tied: countSchema,
  voided: countSchema,
  staked: moneySchema,
  profit: moneySchema,
  /** The newest business dates on which such orders were accepted, newest first: a year of them at most. */
  days: z.array(z.object({ date: dateSchema, count: countSchema, profit: moneySchema })),
});
export type SummaryView = z.infer<typeof summaryView>;
