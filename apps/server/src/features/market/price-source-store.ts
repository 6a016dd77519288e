// SQL of what the newest tick of each product says of its sources.

import { CATEGORIES } from '@candor/contract/market';
import * as z from 'zod/mini';
import { manyRows } from '../../platform/db/statement.ts';
import { feedKind, listing } from '../../services/columns/columns.ts';

const priceSourcesRow = z.object({
  product: z.string(),
  category: z.enum(CATEGORIES),
  calendar: z.unknown(),
  feed: feedKind,
  listing,
  sources: z.array(z.object({ source: z.string(), receivedAt: z.string(), verdict: z.string() })),
});
export type PriceSourcesRow = z.infer<typeof priceSourcesRow>;

export const selectPriceSources = manyRows(
  priceSourcesRow,
  `select p.code as product, p.category, p.calendar, t.feed, p.sources as listing, unpack_sources(t.sources, t.at) as sources
   from product p join tick_head h on h.product = p.code
   join tick t on t.product = h.product and t.seq = h.seq and t.at = h.at
   where p.active order by p.position, p.code`,
);
