import * as z from 'zod/mini';
import { countSchema, isoSchema, moneySchema } from './envelope.ts';
import { lossLimitsView } from './market.ts';

/* What the house can lose by what runs, and what it kept today beside what the payout rates predict. */

/** What it kept of orders that were won or lost; predicted with two standard deviations. */
const luck = { orders: countSchema, kept: moneySchema, predicted: moneySchema, band: moneySchema };

const exposureProduct = z.object({
  code: z.string(),
  names: z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() }),
  /** Null: no limit. */
  limits: z.nullable(lossLimitsView),
  upStake: moneySchema,
  downStake: moneySchema,
  /** The most that members can win together, after their stakes. */
  worst: moneySchema,
  /** Of every order that closes today, fees included. */
  keptToday: moneySchema,
  /** Those seconds that close first. */
  seconds: z.array(z.object({ closesAt: isoSchema, upStake: moneySchema, downStake: moneySchema, worst: moneySchema })),
  ...luck,
  /** Durations of which chance does not explain the result. */
  improbable: z.array(countSchema),
  durations: z.array(z.object({ seconds: countSchema, ...luck })),
  /** By the hour of the close, in the business zone. */
  hours: z.array(z.object({ from: isoSchema, ...luck })),
});
export type ExposureProduct = z.infer<typeof exposureProduct>;

/**
 * GET /api/console/exposure. `since`: where the results begin; the start of the business day, or later on a day with more orders than are
 * counted. `site`: the sums of all products; the sum of their limits
 * is null while a product has none. `cap`, `dayCap`: what two operators set for the whole site; null: nothing.
 */
export const exposureView = z.object({
  items: z.array(exposureProduct),
  site: z.object({
    worst: moneySchema,
    limit: z.nullable(moneySchema),
    keptToday: moneySchema,
    dayLimit: z.nullable(moneySchema),
    cap: z.nullable(moneySchema),
    dayCap: z.nullable(moneySchema),
  }),
  at: isoSchema,
  since: isoSchema,
});
export type ExposureView = z.infer<typeof exposureView>;
