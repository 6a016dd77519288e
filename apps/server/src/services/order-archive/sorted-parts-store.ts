// SQL that finds files of months that have left the database by what is in them: a moment, an index of the order log, a close, a number.

import * as z from 'zod/mini';
import { date, int4, int8 } from '../../platform/db/rows.ts';
import { byVariant, manyRows } from '../../platform/db/statement.ts';
import { SORTS } from './order-files.ts';

const sortedPart = z.object({ sort: z.enum(SORTS), month: date, part: int4, sha256: z.string(), low: int8 });
export type SortedPart = z.infer<typeof sortedPart>;

const PART = `select p.sort, p.month, p.part, encode(p.sha256, 'hex') as sha256, p.low
   from order_archive_sorted p join order_archive_left l on l.month = p.month`;

/** Both included: milliseconds of a close, or indexes. */
export interface PlaceSpan {
  readonly low: bigint;
  readonly high: bigint;
}

/** Those with lines of a span, from the one that begins first. */
export const selectPartsOfSpan = manyRows(
  sortedPart,
  `${PART} where p.sort = $1 and int8range(p.low, p.high, '[]') && int8range($2, $3, '[]')
   order by p.low, p.month, p.part limit $4 offset $5`,
  (sort: 'opening' | 'closing', { low, high }: PlaceSpan, limit: number, offset: number) => [
    sort,
    low.toString(),
    high.toString(),
    limit,
    offset,
  ],
);

/** Those by moment that can have an order with this number. */
export const selectPartsOfNumber = manyRows(
  sortedPart,
  `${PART} where p.sort = 'moment' and int8range(p.first_no, p.last_no, '[]') @> $1::bigint order by p.month, p.part`,
  (no: bigint) => [no.toString()],
);

/** Those by moment that have an order with this id, if there is one. */
export const selectPartsOfId = manyRows(
  sortedPart,
  `${PART} cross join lateral (select coalesce(floor(extract(epoch from uuid_extract_timestamp($1::uuid)) * 1000)::bigint, 0) as ms) i
   where p.sort = 'moment' and int8range(p.low, p.high, '[]') @> i.ms`,
  (id: string) => [id],
);

/** A part by moment, from which the next is looked for. */
export interface PartPlace {
  readonly month: string;
  readonly part: number;
}

const DIRECTIONS = ['up', 'down'] as const;

/**
 * Those by moment with orders of a span of time (milliseconds), one after the other. A month is in the oldest table with all before it, so the
 * last one that is looked into may be later than the span.
 */
export const selectPartsByMoment = byVariant(DIRECTIONS, (direction) => {
  const [way, beyond] = direction === 'down' ? ['desc', '<'] : ['', '>'];
  return manyRows(
    sortedPart,
    `${PART} where p.sort = 'moment' and p.high >= $1 and p.low <= $2
       and p.month >= date_trunc('month', to_timestamp($1 / 1000.0) at time zone 'UTC')::date
       and p.month <= coalesce((select min(x.month) from order_archive_left x
         where x.month >= date_trunc('month', to_timestamp($2 / 1000.0) at time zone 'UTC')::date), 'infinity')
       and ($3::date is null or (p.month, p.part) ${beyond} ($3, $4::integer))
     order by p.month ${way}, p.part ${way} limit $5`,
    ({ low, high }: PlaceSpan, after: PartPlace | undefined, limit: number) => [
      low.toString(),
      high.toString(),
      after?.month ?? null,
      after?.part ?? null,
      limit,
    ],
  );
});
