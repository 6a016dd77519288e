import * as z from 'zod/mini';
import { countSchema, hashSchema, isoSchema, moneySchema, pageOf, priceSchema, rateSchema } from './envelope.ts';
import { STOP_REASONS } from './stop-reasons.ts';
import { momentField, oneOf, pageFields, pageLimit, productCodeField, queryInteger } from './fields.ts';

/*
 * Products, prices, candles and the published tick chain.
 */

export const CATEGORIES = ['crypto', 'forex', 'metal', 'index', 'stock'] as const;
export const PRODUCT_STATUSES = ['trading', 'closed', 'forbidden'] as const;
export const FEEDS = ['live', 'replay', 'simulated'] as const;
export const TICK_STATUSES = ['OK', 'STALE', 'DISAGREE', 'DEAD', 'CLOSED'] as const;
/** The exchanges that prices can come from, in the order in which they are asked for history. */
export const EXCHANGES = ['binance', 'okx', 'coinbase', 'kraken'] as const;
/** Candle intervals, shortest first. */
export const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d'] as const;

export const CANDLES_LIMIT_DEFAULT = 300;
export const CANDLES_LIMIT_MAX = 1_000;
export const TICKS_MAX = 5_000;

export type Category = (typeof CATEGORIES)[number];
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];
export type Feed = (typeof FEEDS)[number];
export type TickStatus = (typeof TICK_STATUSES)[number];
export type Interval = (typeof INTERVALS)[number];
export type Exchange = (typeof EXCHANGES)[number];
/** The symbol that each exchange uses for a product. */
export type Listing = Readonly<Partial<Record<Exchange, string>>>;

export const durationView = z.object({
  seconds: countSchema,
  payoutRate: rateSchema,
  minStake: moneySchema,
  maxStake: moneySchema,
});
export type DurationView = z.infer<typeof durationView>;

export const lossLimitsView = z.object({ second: moneySchema, product: moneySchema, day: moneySchema });

/** One item of GET /api/market/products. */
export const productView = z.object({
  code: z.string(),
  names: z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() }),
  category: z.enum(CATEGORIES),
  /** Decimals of every price of this product. */
  decimals: countSchema,
  status: z.enum(PRODUCT_STATUSES),
  /** When a closed market opens; null while it is open, or if the time is unknown. */
  opensAt: z.nullable(isoSchema),
  /** Why operators stopped new orders, and since when; left out while they did not. */
  stop: z.optional(z.object({ reason: z.enum(STOP_REASONS), since: isoSchema })),
  feed: z.enum(FEEDS),
  /** The newest tick; null before the first. */
  last: z.nullable(
    z.object({
      seq: countSchema,
      at: isoSchema,
      price: priceSchema,
      status: z.optional(z.enum(TICK_STATUSES)),
    }),
  ),
  /** Change over 24 hours as a signed fraction ("-0.0123"); null if there is no price that old. */
  change24h: z.nullable(rateSchema),
  /** Ascending by seconds. */
  durations: z.array(durationView),
  /** Stakes offered as buttons. */
  presets: z.array(moneySchema),
  feeRate: rateSchema,
  termsVersion: countSchema,
  /** The hash of the document of those terms. */
  termsHash: hashSchema,
  /** How long after the device signed an order it may be accepted, in milliseconds. */
  acceptWithinMs: countSchema,
  /** How many seconds after the first whole one an order enters. */
  entryDelaySec: countSchema,
  /** What the house can lose at most: by orders that close in one second, by all that run, and on a business day. Left out: no limit. */
  lossLimits: z.optional(lossLimitsView),
  /** Key of the text that describes the trading sessions. */
  sessions: z.string(),
  /** Recent closes, oldest first, for the small chart of a list. */
  sparkline: z.optional(z.array(priceSchema)),
});
export type ProductView = z.infer<typeof productView>;

export const productsView = z.array(productView);

/** Path of the calls on one product. */
export const productParams = z.strictObject({ code: productCodeField });

/** Query of GET /api/market/products/{code}/candles: candles that opened before `before`. */
export const candlesQuery = z.strictObject({
  interval: oneOf(INTERVALS),
  before: momentField,
  limit: pageLimit(CANDLES_LIMIT_MAX, CANDLES_LIMIT_DEFAULT),
});
export type CandlesQuery = z.infer<typeof candlesQuery>;

/** A bar. `t` is its opening time; `v` is the traded quantity, or null if the sources do not report it. */
export const candleView = z.object({
  t: isoSchema,
  o: priceSchema,
  h: priceSchema,
  l: priceSchema,
  c: priceSchema,
  v: z.nullable(z.string()),
  /** Set if the bar was filled from a source's own history and not from published ticks. */
  src: z.optional(z.string()),
});
export type CandleView = z.infer<typeof candleView>;

export const candlesView = z.array(candleView);

/** Query of GET /api/market/products/{code}/ticks: both ends are included. */
export const ticksQuery = z
  .strictObject({
    fromSeq: queryInteger(0, Number.MAX_SAFE_INTEGER),
    toSeq: queryInteger(0, Number.MAX_SAFE_INTEGER),
  })
  .check(
    z.refine(({ fromSeq, toSeq }) => toSeq >= fromSeq && toSeq - fromSeq < TICKS_MAX, {
      path: ['toSeq'],
      error: 'TICKS_RANGE_INVALID',
    }),
  );

/** The head of the order log: how many entries it has, and the root of its tree. */
const logHeadSchema = z.object({ size: countSchema, root: hashSchema });

/** A published tick with everything that its hash covers. */
export const tickView = z.object({
  product: z.string(),
  seq: countSchema,
  at: isoSchema,
  price: priceSchema,
  status: z.enum(TICK_STATUSES),
  feed: z.enum(FEEDS),
  epoch: countSchema,
  sourcesDigest: hashSchema,
  prevHash: hashSchema,
  hash: hashSchema,
  /** Null for a tick that names no head. */
  log: z.nullable(logHeadSchema),
});
export type TickView = z.infer<typeof tickView>;

export const ticksView = z.array(tickView);

/** Query of GET /api/market/checkpoints. Without a product: the checkpoints of all products, newest first. */
export const checkpointsQuery = z.strictObject({
  product: z.optional(productCodeField),
  kind: z.optional(oneOf(['hour', 'minute'])),
  ...pageFields,
});

/** A signed head of a chain: the fields of the text in its note (packages/proof/src/checkpoint.ts). */
export const checkpointView = z.object({
  product: z.string(),
  kind: z.enum(['hour', 'minute']),
  slot: isoSchema,
  seq: countSchema,
  at: isoSchema,
  hash: hashSchema,
  previous: hashSchema,
  note: z.string(),
});
export type CheckpointView = z.infer<typeof checkpointView>;

/**
 * A key that signs or has signed in the past. `vkey` is the whole public half as text. `introduction` is the signed note
 * by which the key before it handed over (packages/proof/src/key-rotation.ts); null for the first key, and where the one
 * before was lost.
 */
export const proofKeyView = z.object({
  id: z.string(),
  name: z.string(),
  vkey: z.string(),
  createdAt: isoSchema,
  retiredAt: z.nullable(isoSchema),
  introduction: z.nullable(z.string()),
});
export type ProofKeyView = z.infer<typeof proofKeyView>;

export const checkpointsView = z.extend(pageOf(checkpointView), { keys: z.array(proofKeyView) });
export type CheckpointsView = z.infer<typeof checkpointsView>;

/**
 * data of GET /api/market/products/{code}/sessions: when the product trades, from eight days before today until eight days after it, in
 * UTC. A session begins with its first moment and ends before its last one.
 */
export const sessionsView = z.object({
  from: isoSchema,
  to: isoSchema,
  sessions: z.array(z.object({ startsAt: isoSchema, endsAt: isoSchema })),
});
export type SessionsView = z.infer<typeof sessionsView>;

/** How many stops of a product are told, newest first. */
export const STOPS_SHOWN = 100;

/**
 * data of GET /api/market/products/{code}/stops, newest first: when orders of the product were stopped, and why. `scope` says whether it was
 * the product alone, its category, or everything. `until` is null while it holds.
 */
export const stopsView = z.array(
  z.object({
    scope: z.enum(['product', 'category', 'all']),
    reason: z.enum(STOP_REASONS),
    from: isoSchema,
    until: z.nullable(isoSchema),
  }),
);
export type StopsView = z.infer<typeof stopsView>;

/** data of GET /api/market/products/{code}/terms, newest first. `document` is canonical JSON, `hash` its SHA-256. */
export const publishedTermsView = z.array(
  z.object({ version: countSchema, hash: hashSchema, publishedAt: isoSchema, document: z.string() }),
);
