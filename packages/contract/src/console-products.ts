import * as z from 'zod/mini';
import { calendarView, listingView } from './console-product-changes.ts';
import { countSchema, idSchema, isoSchema, moneySchema, pageOf, rateSchema } from './envelope.ts';
import { idField, oneOf, pageFields, productCodeField, requiredText } from './fields.ts';
import { CATEGORIES, durationView, FEEDS, lossLimitsView, PRODUCT_STATUSES, TICK_STATUSES } from './market.ts';
import { person, proposalFields, proposalsQuery, reasonField } from './proposals.ts';
import { noteField, noteWithOther } from './reasons.ts';
import { STOP_REASONS } from './stop-reasons.ts';

/*
 * The products as operators see them, and their stops. One operator stops new orders; two let them begin again.
 */

/** `all`, `category/crypto`, `product/BTCUSDT`. */
const scopeField = requiredText({
  max: 24,
  pattern: /^(all|category\/(crypto|forex|metal|index|stock)|product\/[A-Z0-9]{3,16})$/,
  trim: false,
});

/** POST /api/console/stops. */
export const stopBody = z
  .strictObject({ scope: scopeField, reason: oneOf(STOP_REASONS), note: noteField })
  .check(noteWithOther);
export type StopBody = z.infer<typeof stopBody>;

/** A stop. `open`: the proposal to resume that waits. `ended` is null while it holds. */
export const stopView = z.object({
  id: idSchema,
  scope: z.string(),
  reason: z.enum(STOP_REASONS),
  note: z.nullable(z.string()),
  by: person,
  stoppedAt: isoSchema,
  open: z.nullable(idSchema),
  ended: z.nullable(z.object({ at: isoSchema, maker: person, checker: person })),
});
export type StopView = z.infer<typeof stopView>;

/** GET /api/console/stops, newest first. With a product: those that cover it. */
export const stopsQuery = z.strictObject({ ...pageFields, product: z.optional(productCodeField) });
export const stopsView = pageOf(stopView);

const side = z.object({ orders: countSchema, stake: moneySchema, payout: moneySchema });

/** A product with what an operator judges it by. Amounts are those of the wallet that the site runs on. */
export const operatorProduct = z.object({
  code: z.string(),
  names: z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() }),
  category: z.enum(CATEGORIES),
  active: z.boolean(),
  decimals: countSchema,
  /** What a change begins with: its version, where prices come from, and when it trades. */
  version: countSchema,
  sources: listingView,
  calendar: calendarView,
  /** From when sources and calendar hold, if that is still to come. */
  holdsFrom: z.nullable(isoSchema),
  /** The proposal of another version that waits. */
  change: z.nullable(idSchema),
  status: z.enum(PRODUCT_STATUSES),
  /** When a closed market opens. */
  opensAt: z.nullable(isoSchema),
  /** The newest tick, and what its sources said. */
  tick: z.nullable(
    z.object({
      at: isoSchema,
      status: z.enum(TICK_STATUSES),
      feed: z.enum(FEEDS),
      sources: z.array(z.object({ source: z.string(), verdict: z.string() })),
    }),
  ),
  /** What holds now; null for a product without terms. */
  terms: z.nullable(
    z.object({
      version: countSchema,
      publishedAt: isoSchema,
      /** The proposal of other terms that waits. */
      open: z.nullable(idSchema),
      durations: z.array(durationView),
      presets: z.array(moneySchema),
      feeRate: rateSchema,
      entryDelaySec: countSchema,
      lossLimits: z.nullable(lossLimitsView),
    }),
  ),
  /** Orders that run, by their direction. */
  running: z.object({ up: side, down: side }),
  /** The most that they can cost the site: worst cases by entry and close, as the limits count them. */
  exposure: moneySchema,
  /** Orders that closed since `since`: how many were void, what was staked, and what the site kept of it. */
  today: z.object({ settled: countSchema, void: countSchema, stake: moneySchema, result: moneySchema }),
});
export type OperatorProduct = z.infer<typeof operatorProduct>;

/**
 * GET /api/console/products. `since`: where the figures of today begin; the start of the business day, or later on a day with
 * more orders than are counted. `isWhole`: every running order is counted.
 */
export const operatorProductsView = z.object({
  items: z.array(operatorProduct),
  stops: z.array(stopView),
  /** The moment of the answer: the age of a tick is counted from it. */
  at: isoSchema,
  since: isoSchema,
  isWhole: z.boolean(),
  /** Where the site gets its prices: with `auto` and `live` from exchanges, and there sources are tried before they are proposed. */
  feed: z.enum(['auto', 'live', 'replay', 'simulated']),
});
export type OperatorProductsView = z.infer<typeof operatorProductsView>;

/** POST /api/console/resumptions. */
export const resumptionBody = z.strictObject({ stopId: idField, reason: reasonField });
export const resumptionParams = z.object({ id: idSchema });
export const resumptionsQuery = z.strictObject(proposalsQuery);
export const resumptionView = z.object({ id: idSchema, stop: stopView, ...proposalFields });
export type ResumptionView = z.infer<typeof resumptionView>;
export const resumptionsView = pageOf(resumptionView);
