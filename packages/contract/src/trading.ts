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
import {
  amountText,
  idField,
  missingOr,
  oneOf,
  PAGE_LIMIT_DEFAULT,
  PAGE_LIMIT_MAX,
  pageFields,
  productCodeField,
  queryInteger,
  rangeFields,
} from './fields.ts';

/*
 * Timed orders: placing, reading, summary.
 */

export const DIRECTIONS = ['up', 'down'] as const;
export const ORDER_STATUSES = ['open', 'won', 'lost', 'tied', 'voided'] as const;
/** The result of a settled order. */
export const ORDER_RESULTS = ['won', 'lost', 'tied', 'voided'] as const;
export const VOID_REASONS = [
  'NO_ENTRY_TICK',
  'NOT_LOGGED',
  'NO_EXIT_TICK',
  'EXIT_NOT_OK',
  'EXIT_BEFORE_ENTRY',
  'FEED_CHANGED',
] as const;

export type Direction = (typeof DIRECTIONS)[number];
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export type OrderResult = (typeof ORDER_RESULTS)[number];
export type VoidReason = (typeof VOID_REASONS)[number];

/** No duration is above one hour. */
const DURATION_SEC_MAX = 3_600;

const signedMoment = z
  .string({ error: 'FIELD_INVALID' })
  .check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, { error: 'FIELD_INVALID' }));

/**
 * What the device that opened the session signed: the order as packages/proof/src/order-request.ts writes it. The key, the
 * stake with all decimals of the currency, and the wallet are those of the call.
 */
export const orderRequest = z.strictObject({
  /** When the member decided. */
  signedAt: signedMoment,
  /** The deadline: after it the site must not accept the order. No later than the terms allow. */
  acceptBy: signedMoment,
  /** 64 bytes, hex. */
  signature: z.string({ error: 'FIELD_INVALID' }).check(z.regex(/^[0-9a-f]{128}$/, { error: 'FIELD_INVALID' })),
});

/**
 * POST /api/trade/orders. `termsVersion` and `termsHash` are those of the terms that the member saw; one of them says which. If
 * the terms are worse now, or were never published with this hash: TERMS_CHANGED. An order that no device signed is refused: a
 * `request` needs one of both, and is over the hash in any case.
 */
export const orderBody = z
  .strictObject({
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
    termsHash: z.optional(
      z.string({ error: 'FIELD_INVALID' }).check(z.regex(/^[0-9a-f]{64}$/, { error: 'FIELD_INVALID' })),
    ),
    request: z.optional(orderRequest),
  })
  .check(
    z.refine(
      ({ request, termsVersion, termsHash }) =>
        request === undefined || termsVersion !== undefined || termsHash !== undefined,
      { error: 'FIELD_INVALID', path: ['termsHash'] },
    ),
  );
export type OrderBody = z.infer<typeof orderBody>;

/** Path of the calls on one order. */
export const orderParams = z.strictObject({ id: idField });

/**
 * Query of GET /api/trade/orders, newest accepted first. Without a status: open and settled orders; with a result: only
 * settled ones. `key` is the Idempotency-Key that an order was sent with. It must be the only parameter, and it returns
 * that order or none. It places no order, so a lost order can be looked up at any age.
 */
const sentOrdersQuery = z
  .strictObject({
    key: z.optional(idField),
    status: z.optional(oneOf(['open', 'settled'])),
    wallet: z.optional(oneOf(WALLETS)),
    result: z.optional(oneOf(ORDER_RESULTS)),
    product: z.optional(productCodeField),
    ...rangeFields,
    cursor: pageFields.cursor,
    limit: z.optional(queryInteger(1, PAGE_LIMIT_MAX)),
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
/** The size of the page is filled in after the check, which counts what the caller sent. */
export const ordersQuery = z.pipe(
  sentOrdersQuery,
  z.transform(({ limit = PAGE_LIMIT_DEFAULT, ...query }) => ({ ...query, limit })),
);
export type OrdersQuery = z.infer<typeof ordersQuery>;

/**
 * The value of `Prefer` (RFC 7240) by which a client that places an order says that it reads shared acceptances: the site then
 * signs those of many orders at once.
 */
export const PREFERS_SHARED_ACCEPTANCE = 'acceptance=shared';

/** The server's signed statement that it took the order, and on which terms (packages/proof/src/acceptance.ts). */
export const acceptanceView = z.object({
  /** The hash of the order's document. */
  orderHash: hashSchema,
  termsHash: hashSchema,
  /** A signed note; for a client that asked for it, a shared acceptance (packages/proof/src/shared-acceptance.ts). */
  note: z.string(),
});

/** An order as every call returns it. */
export const orderView = z.object({
  id: idSchema,
  /** The number that people see. */
  no: z.string(),
  product: z.string(),
  direction: z.enum(DIRECTIONS),
  wallet: walletSchema,
  /** Code of the currency of all its amounts. */
  currency: z.string(),
  stake: moneySchema,
  fee: moneySchema,
  payoutRate: rateSchema,
  /** Stake and profit: credited if the order wins. */
  payout: moneySchema,
  durationSec: countSchema,
  submittedAt: isoSchema,
  acceptedAt: isoSchema,
  entryAt: isoSchema,
  /** Null until the entry tick. */
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
  /** The hash of those terms' document, which GET /api/market/products/{code}/terms returns. */
  termsHash: hashSchema,
  /**
   * The hash of what the member's device signed (packages/proof/src/order-request.ts); null if no device did. Left out for an
   * order of document version 1.
   */
  requestHash: z.optional(z.nullable(hashSchema)),
  /** When the device signed it, and the deadline that it signed. Null in an order from before devices did. */
  signedAt: z.nullable(isoSchema),
  acceptBy: z.nullable(isoSchema),
  /** The member's part of the commitment in the order log (packages/proof/src/order-log); null for an order that is not in it. */
  logNonce: z.nullable(z.string()),
  /** Whole seconds until closesAt by the server's clock; 0 after that. */
  secondsLeft: countSchema,
  /** Only in the answer to placing an order and to reading a single order. */
  acceptance: z.optional(acceptanceView),
});
export type OrderView = z.infer<typeof orderView>;

/** data of GET /api/trade/orders/{id}/receipt: the exact text of the file (packages/proof/src/receipt.ts). */
export const receiptView = z.object({ receipt: z.string() });

/**
 * data of GET /api/trade/orders/{id}/log-proof: that the order log has the order, under the head of the order's entry tick, or
 * under the newest head while there is none. The entry is the hash of order and nonce (packages/proof/src/order-log).
 */
export const logProofView = z.object({
  nonce: z.nullable(z.string()),
  size: countSchema,
  root: hashSchema,
  /** Null if the order is not under this head. */
  index: z.nullable(countSchema),
  /** From the leaf to the root. */
  proof: z.array(hashSchema),
});
export type LogProofView = z.infer<typeof logProofView>;

/**
 * data of GET /api/log/witnesses: who is asked to cosign the heads of the order log, and the newest head that each did.
 * Nothing of it needs to be believed: a program that knows the witness's key checks the line itself.
 */
export const logWitnessesView = z.object({
  items: z.array(
    z.object({
      name: z.string(),
      /** The witness's key as one line (C2SP signed-note, for cosignatures). */
      key: z.string(),
      /** A whole signed note: the head, the site's line and this witness's line. Null before the first. */
      checkpoint: z.nullable(z.string()),
      size: z.nullable(countSchema),
      /** The time that the witness signed. */
      cosignedAt: z.nullable(isoSchema),
    }),
  ),
});
export type LogWitnessesView = z.infer<typeof logWitnessesView>;

/** Query of GET /api/log/time-stamps: those of hours before this one. */
export const logTimeStampsQuery = z.strictObject({ before: z.optional(isoSchema) });

/** data of GET /api/log/time-stamps: heads of the log that an authority time-stamped (RFC 3161), newest first, a page of 24. */
export const logTimeStampsView = z.object({
  items: z.array(
    z.object({
      /** When the hour began; `before` of the next page. */
      hour: isoSchema,
      size: countSchema,
      /** The signed note of the head. The token is over these bytes, in UTF-8. */
      checkpoint: z.string(),
      /** Who says so in the certificate. */
      authority: z.string(),
      /** The authority's time. */
      stampedAt: isoSchema,
      /** DER of the token, base64. */
      token: z.string(),
    }),
  ),
});
export type LogTimeStampsView = z.infer<typeof logTimeStampsView>;

export const ordersView = pageOf(orderView);
export type OrdersView = z.infer<typeof ordersView>;

/** Query of GET /api/trade/summary: settled orders of the range; of one product or one result, if given. */
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
  /** The newest business dates on which such orders were accepted, newest first, for at most a year. */
  days: z.array(z.object({ date: dateSchema, count: countSchema, profit: moneySchema })),
});
export type SummaryView = z.infer<typeof summaryView>;

/** GET /api/market/products/{code}/room. */
export const roomQuery = z.strictObject({ wallet: z.optional(oneOf(WALLETS)) });

/**
 * The largest stake that the limits of a product leave at this moment to an order that comes now, by duration and direction: the same
 * for everybody, and zero where there is none. Empty for a product without limits.
 */
export const roomView = z.object({
  items: z.array(z.object({ seconds: countSchema, up: moneySchema, down: moneySchema })),
});
export type RoomView = z.infer<typeof roomView>;
