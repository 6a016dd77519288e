/* Where published prices came from: the reports of the sources, and the seeds of simulated prices. */

import * as z from 'zod/mini';
import { countSchema, hashSchema, isoSchema, priceSchema } from './envelope.ts';
import { dateField } from './fields.ts';

/**
 * What the sources said of a tick, in the order of their names. `tradeId` and `tradedAt` are the exchange's number and time of the
 * trade: the last one at or before the tick's second. Both are null if the price is no trade, and left out in reports
 * with four lines a source. The digest is the SHA-256 of a text of these fields (docs/proof-format.md, "Sources"). A simulated
 * tick may name the commitment to its seed: `simulator:<hash>:<deviation>`.
 */
export const tickSourcesView = z.object({
  seq: countSchema,
  sourcesDigest: hashSchema,
  sources: z.array(
    z.object({
      source: z.string(),
      price: priceSchema,
      tradeId: z.optional(z.nullable(z.string())),
      tradedAt: z.optional(z.nullable(isoSchema)),
      receivedAt: isoSchema,
      verdict: z.enum(['used', 'stale', 'outlier', 'unused']),
    }),
  ),
});
export type TickSourcesView = z.infer<typeof tickSourcesView>;

export const ticksSourcesView = z.array(tickSourcesView);

/** Query of GET /api/market/simulator-seeds: a UTC day, YYYY-MM-DD. */
export const simulatorSeedsQuery = z.strictObject({ day: dateField });

/** The seeds of simulated prices of a day that are published: when it is over, or when the simulator stopped. */
export const simulatorSeedsView = z.array(z.object({ day: z.string(), seed: hashSchema, commitment: hashSchema }));
