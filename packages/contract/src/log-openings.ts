/* What everyone is told of the entries of the order log. */

import * as z from 'zod/mini';
import { countSchema, hashSchema, isoSchema, priceSchema, walletSchema } from './envelope.ts';
import { pageLimit, queryInteger } from './fields.ts';
import { DIRECTIONS, ORDER_RESULTS, VOID_REASONS } from './trading.ts';

export const LOG_OPENINGS_MAX = 256;

/** Query of GET /api/log/openings: the entries from this index on. */
export const logOpeningsQuery = z.strictObject({
  from: queryInteger(0, Number.MAX_SAFE_INTEGER),
  limit: pageLimit(LOG_OPENINGS_MAX, LOG_OPENINGS_MAX),
});

const priceMoment = z.nullable(z.object({ at: isoSchema, price: priceSchema, seq: countSchema }));

/** The public half of the entry of an order: not who, and not for how much. */
export const publicOrder = z.object({
  acceptedAt: isoSchema,
  closesAt: isoSchema,
  direction: z.enum(DIRECTIONS),
  durationSec: countSchema,
  entryAt: isoSchema,
  format: z.literal('candor-public-order-v1'),
  product: z.string(),
  /** SHA-256 of the order's id, as in the public list. */
  ref: hashSchema,
  termsHash: hashSchema,
  termsVersion: countSchema,
  wallet: walletSchema,
});

/** The public half of the entry of a settlement. */
export const publicSettlement = z.object({
  entry: priceMoment,
  exit: priceMoment,
  format: z.literal('candor-public-settlement-v1'),
  reason: z.nullable(z.enum(VOID_REASONS)),
  ref: hashSchema,
  settledAt: isoSchema,
  status: z.enum(ORDER_RESULTS),
});

/**
 * What an entry is. It must hash to the entry that the tiles have (docs/proof-format.md). sealed: not opened yet. older: of the form
 * that is never opened.
 */
const logOpening = z.discriminatedUnion('kind', [
  z.object({ index: countSchema, kind: z.literal('order'), public: publicOrder, seal: hashSchema }),
  z.object({ index: countSchema, kind: z.literal('settlement'), public: publicSettlement, seal: hashSchema }),
  z.object({
    index: countSchema,
    kind: z.literal('terms'),
    product: z.string(),
    version: countSchema,
    hash: hashSchema,
  }),
  z.object({ index: countSchema, kind: z.literal('sealed') }),
  z.object({ index: countSchema, kind: z.literal('older') }),
]);
export type LogOpening = z.infer<typeof logOpening>;

/** data of GET /api/log/openings: entries by index, up to the newest head. `size`: how many entries that head has. */
export const logOpeningsView = z.object({ size: countSchema, items: z.array(logOpening) });
export type LogOpeningsView = z.infer<typeof logOpeningsView>;
