// SQL of what everyone is told of the entries of the order log. Its owner's function decides what is opened.

import * as z from 'zod/mini';
import { bytes, int4, int8 } from '../../platform/db/rows.ts';
import { manyRows } from '../../platform/db/statement.ts';

const openingRow = z.object({
  size: int8,
  index: z.nullable(int8),
  kind: z.nullable(z.enum(['order', 'settlement', 'terms', 'sealed', 'older'])),
  half: z.nullable(z.string()),
  seal: z.nullable(bytes),
  product: z.nullable(z.string()),
  version: z.nullable(int4),
  hash: z.nullable(bytes),
});
export type OpeningRow = z.infer<typeof openingRow>;

/** The entries with index in [from, to), up to the newest head, and the size of that head. One row without an entry if there are none. */
export const selectOpenings = manyRows(
  openingRow,
  `select h.size, o.* from (select x.size from order_log_head x order by x.size desc limit 1) h
   left join log_openings($1, $2) o on o.index < h.size order by o.index`,
  (from: number, to: number) => [from, to],
  { name: 'select-log-openings' },
);
