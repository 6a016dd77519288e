import * as z from 'zod/mini';
import { listingField, listingView } from './console-product-changes.ts';
import { countSchema, idSchema, isoSchema } from './envelope.ts';
import { oneOf } from './fields.ts';
import { CATEGORIES, EXCHANGES } from './market.ts';

/*
 * Exchanges that are asked for a price before they are proposed as the sources of a product. The process that has the way to them
 * answers within some seconds; until then `answers` is null.
 */

/** POST /api/console/source-trials. The category says whether a trade or the middle of bid and ask is the price. */
export const sourceTrialBody = z.strictObject({ category: oneOf(CATEGORIES), sources: listingField });
export type SourceTrialBody = z.infer<typeof sourceTrialBody>;

/**
 * PRICED: it told a price. QUIET: it knows the symbol, and nothing was traded while it was listened to. UNKNOWN: it does not know the symbol.
 * UNREACHABLE: no connection. NOT_HERE: the prices of this site are a recording or simulated, and no exchange is asked.
 */
export const TRIAL_OUTCOMES = ['PRICED', 'QUIET', 'UNKNOWN', 'UNREACHABLE', 'NOT_HERE'] as const;
export type TrialOutcome = (typeof TRIAL_OUTCOMES)[number];

/** Only `PRICED` has a price, how old it was at the end, and how many decimals were seen. */
export const sourceTrialResult = z.object({
  outcome: z.enum(TRIAL_OUTCOMES),
  price: z.nullable(z.string()),
  ageMs: z.nullable(countSchema),
  decimals: z.nullable(countSchema),
  /** Trades that were told within `seconds`. */
  trades: countSchema,
  seconds: countSchema,
});
export type SourceTrialResult = z.infer<typeof sourceTrialResult>;

export const sourceTrialParams = z.object({ id: idSchema });
export const sourceTrialView = z.object({
  id: idSchema,
  category: z.enum(CATEGORIES),
  sources: listingView,
  createdAt: isoSchema,
  answers: z.nullable(z.partialRecord(z.enum(EXCHANGES), sourceTrialResult)),
});
export type SourceTrialView = z.infer<typeof sourceTrialView>;
