import * as z from 'zod/mini';
import {
  WALLETS,
  countSchema,
  dateSchema,
  isoSchema,
  moneySchema,
  pageOf,
  priceSchema,
  rateSchema,
  walletSchema,
} from './envelope.ts';
import { dateField, missingOr, oneOf, pageFields, pageLimit, productCodeField } from './fields.ts';
import { FEEDS } from './market.ts';
import { DIRECTIONS, ORDER_RESULTS, VOID_REASONS } from './trading.ts';

/*
 * The results of all orders of the site, and the orders behind these figures. Public, without any member's name or
 * stake.
 */

/** The spans of the figures, in business days up to and including today. */
const SPANS = { '1': 1, '7': 7, '30': 30, '90': 90, '365': 365 } as const;
export type FairnessDays = (typeof SPANS)[keyof typeof SPANS];
export const FAIRNESS_DAYS_DEFAULT = 30;

export const FAIRNESS_LIMIT_DEFAULT = 100;
export const FAIRNESS_LIMIT_MAX = 1_000;

/** Query of GET /api/market/fairness. Without a wallet, the site's own one is used. */
export const fairnessQuery = z.strictObject({
  wallet: z.optional(oneOf(WALLETS)),
  product: z.optional(productCodeField),
  days: z.optional(
    z.pipe(
      oneOf(['1', '7', '30', '90', '365']),
      z.transform((text): FairnessDays => SPANS[text]),
    ),
  ),
});

const counts = {
  /** Settled orders: won + lost + tied + voided. */
  orders: countSchema,
  won: countSchema,
  lost: countSchema,
  tied: countSchema,
  voided: countSchema,
  /** How many orders were voided for each reason; reasons that did not occur are left out. */
  voidReasons: z.partialRecord(z.enum(VOID_REASONS), countSchema),
  /** won / (won + lost), HALF_EVEN; null before the first decided order. */
  winRate: z.nullable(rateSchema),
};

export const fairnessFigure = z.object({
  product: z.string(),
  durationSec: countSchema,
  ...counts,
  /** The win rate at which a member loses nothing on the current terms; null if this duration is no longer offered. */
  breakEvenRate: z.nullable(rateSchema),
});
export type FairnessFigure = z.infer<typeof fairnessFigure>;

/** data of GET /api/market/fairness. */
export const fairnessView = z.object({
  wallet: walletSchema,
  /** Business dates of the site: orders that closed from `from` to `to`, both included. */
  from: dateSchema,
  to: dateSchema,
  /** When this was counted. The figures are at most one minute old. */
  countedAt: isoSchema,
  totals: z.object(counts),
  /** By product, then by duration. A duration without orders has no item. */
  items: z.array(fairnessFigure),
});
export type FairnessView = z.infer<typeof fairnessView>;

/** The spans of void rates, in times of 24 hours up to now. */
const VOID_SPANS = { '1': 1, '7': 7 } as const;
export type VoidDays = (typeof VOID_SPANS)[keyof typeof VOID_SPANS];
export const VOID_DAYS_DEFAULT = 7;

/** Query of GET /api/market/fairness/voids. */
export const fairnessVoidsQuery = z.strictObject({
  wallet: z.optional(oneOf(WALLETS)),
  product: z.optional(productCodeField),
  days: z.optional(
    z.pipe(
      oneOf(['1', '7']),
      z.transform((text): VoidDays => VOID_SPANS[text]),
    ),
  ),
});

const voidCounts = {
  product: z.string(),
  /** Settled orders, as in the figures. */
  orders: countSchema,
  voided: countSchema,
  /**
   * Void orders whose outcome would be known: void because the close was not valid, which repeats the last valid price; because there
   * was no tick at the close, by the last one before it; or because the log of the entry did not have them.
   */
  known: countSchema,
  /** How many of `known` were right by these prices. */
  wouldHaveWon: countSchema,
};
export const fairnessVoidFigure = z.object(voidCounts);
export type FairnessVoidFigure = z.infer<typeof fairnessVoidFigure>;

/** An hour of UTC with void orders: those that closed from its beginning until the next. */
export const fairnessVoidHour = z.object({ hour: isoSchema, ...voidCounts });
export type FairnessVoidHour = z.infer<typeof fairnessVoidHour>;

/** data of GET /api/market/fairness/voids. */
export const fairnessVoidsView = z.object({
  wallet: walletSchema,
  /** The beginning of the first hour that is counted. */
  from: isoSchema,
  /** When this was counted. The figures are at most one minute old. */
  countedAt: isoSchema,
  /** Every product with orders, by its code. */
  products: z.array(fairnessVoidFigure),
  /** The newest first, then by product. An hour without void orders has no item. */
  hours: z.array(fairnessVoidHour),
});
export type FairnessVoidsView = z.infer<typeof fairnessVoidsView>;

/** Query of GET /api/market/fairness/months. */
export const fairnessMonthsQuery = z.strictObject({ wallet: z.optional(oneOf(WALLETS)) });

/**
 * A whole month of business dates. Void orders gave the stake back, and are in no number. Of fewer than ten accounts it has no sums: they
 * would tell of persons.
 */
export const fairnessMonth = z.object({
  month: z.string().check(z.regex(/^\d{4}-\d{2}$/)),
  won: countSchema,
  lost: countSchema,
  tied: countSchema,
  /** Those with an order that was not void. */
  accounts: countSchema,
  /** Accounts that were paid less than they staked; null, as all below, for fewer than ten accounts. */
  losing: z.nullable(countSchema),
  /** losing / accounts, HALF_EVEN. */
  losingRate: z.nullable(rateSchema),
  /** Stakes with their fees, and what was credited for these orders. */
  staked: z.nullable(moneySchema),
  paid: z.nullable(moneySchema),
  /** paid / staked, HALF_EVEN. */
  returnRate: z.nullable(rateSchema),
  countedAt: isoSchema,
});
export type FairnessMonth = z.infer<typeof fairnessMonth>;

/** data of GET /api/market/fairness/months: newest first. A month is counted when all its orders are settled, and never again. */
export const fairnessMonthsView = z.object({ wallet: walletSchema, items: z.array(fairnessMonth) });
export type FairnessMonthsView = z.infer<typeof fairnessMonthsView>;

/** Query of GET /api/market/fairness/accounts: the accounts of a month, by reference. */
export const fairnessAccountsQuery = z.strictObject({
  wallet: z.optional(oneOf(WALLETS)),
  month: z
    .string({ error: missingOr('FIELD_REQUIRED', 'FIELD_INVALID') })
    .check(z.regex(/^(19[7-9]|[2-9]\d\d)\d-(0[1-9]|1[0-2])$/, { error: 'FIELD_INVALID' })),
  cursor: pageFields.cursor,
  limit: pageLimit(FAIRNESS_LIMIT_MAX, FAIRNESS_LIMIT_DEFAULT),
});

/** The share of one account in a month. */
export const fairnessAccount = z.object({
  /**
   * SHA-256, in hex, of the id of its first order that closed in the month, a slash, and the month: a member finds their own line, and
   * nobody else can tell whose it is.
   */
  ref: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  won: countSchema,
  lost: countSchema,
  tied: countSchema,
  staked: moneySchema,
  paid: moneySchema,
});
export type FairnessAccount = z.infer<typeof fairnessAccount>;

/** data of GET /api/market/fairness/accounts. */
export const fairnessAccountsView = z.object({ items: z.array(fairnessAccount), nextCursor: z.nullable(z.string()) });

/** Query of GET /api/market/fairness/orders: the orders that closed on a business date, oldest close first. */
export const fairnessOrdersQuery = z.strictObject({
  wallet: z.optional(oneOf(WALLETS)),
  date: dateField,
  cursor: pageFields.cursor,
  limit: pageLimit(FAIRNESS_LIMIT_MAX, FAIRNESS_LIMIT_DEFAULT),
  /** Returns a file with the rest of the day, starting at the cursor. */
  format: z.optional(oneOf(['csv'])),
});

const seqSchema = z.nullable(countSchema);

/** A settled order without the member and the stake. */
export const fairnessOrder = z.object({
  /** SHA-256 of the order's id (36 characters, lower case), in hex: a person who knows the id can find the order. */
  ref: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  product: z.string(),
  durationSec: countSchema,
  direction: z.enum(DIRECTIONS),
  entrySeq: seqSchema,
  exitSeq: seqSchema,
  entryPrice: z.nullable(priceSchema),
  exitPrice: z.nullable(priceSchema),
  outcome: z.enum(ORDER_RESULTS),
  reason: z.nullable(z.enum(VOID_REASONS)),
  closesAt: isoSchema,
  /** The kind of the entry price; null without one, and for ticks that are archived. `replay` does not count. */
  feed: z.nullable(z.enum(FEEDS)),
  /**
   * Where the order log has the order and its settlement: /api/log/openings tells the same of them. An order is in this list once
   * they are opened. Null for an order from before entries were opened.
   */
  index: z.nullable(countSchema),
  settledIndex: z.nullable(countSchema),
});
export type FairnessOrder = z.infer<typeof fairnessOrder>;

/** data of GET /api/market/fairness/orders. `final` is true when the day is over and all its orders are settled and in the list. */
export const fairnessOrdersView = z.extend(pageOf(fairnessOrder), { final: z.boolean() });
