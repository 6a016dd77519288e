/* Where published prices came from: the reports of the sources, and the seeds of simulated prices. */

import * as z from 'zod/mini';
import { countSchema, hashSchema, isoSchema, priceSchema } from './envelope.ts';
import { dateField } from './fields.ts';
import { FEEDS } from './market.ts';

/**
 * What the sources said of a tick, in the order of their names. `tradeId` and `tradedAt` are the exchange's number and time of the
 * trade: the last one at or before the tick's second. Both are null if the price is no trade, and left out in reports
 * with four lines a source. The digest is the SHA-256 of a text of these fields (docs/proof-format.md, "Sources"). A simulated
 * tick may name the commitment to its seed: `simulator2:<hash>:<deviation>`.
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

/**
 * How a source does. up: its last price is new enough to make a price (5 s for crypto, 60 s for others). silent: it is not, whether or
 * not the source is connected. missing: it gave none that the newest tick knows of. closed: the product does not trade now.
 */
export const SOURCE_STATES = ['up', 'silent', 'missing', 'closed'] as const;

/** data of GET /api/market/sources: the sources of each product as its newest tick knows them. */
export const priceSourcesView = z.array(
  z.object({
    product: z.string(),
    feed: z.enum(FEEDS),
    /** The round of public randomness that the newest tick names. Null if it names none: the operator could know its price. */
    round: z.nullable(countSchema),
    sources: z.array(
      z.object({
        source: z.string(),
        state: z.enum(SOURCE_STATES),
        /** When it last told a price, by the site's clock; null if it told none. */
        pricedAt: z.nullable(isoSchema),
      }),
    ),
  }),
);
export type PriceSourcesView = z.infer<typeof priceSourcesView>;

/** Query of GET /api/market/simulator-seeds: a UTC day, YYYY-MM-DD. */
export const simulatorSeedsQuery = z.strictObject({ day: dateField });

/** The seed of simulated prices of a day, published when it is over; of days before version 2 of the format all that were drawn. */
export const simulatorSeedsView = z.array(z.object({ day: z.string(), seed: hashSchema, commitment: hashSchema }));
