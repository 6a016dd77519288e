import * as z from 'zod/mini';
import { manyRows } from '../db/statement.ts';

/**
 * Token buckets of all nodes, in the table of counted limits: `expire` is when the bucket is full again. Adds what each key cost, in
 * milliseconds of its refill, and answers how long its bucket now needs. In the order of keys, so that two nodes never wait for each other.
 */
export const spendShared = manyRows(
  z.object({ key: z.string(), fullInMs: z.number() }),
  `with moment as (select (extract(epoch from now()) * 1000)::bigint as ms)
   insert into rate_limit as kept (key, points, expire)
   select key, 0, ms + ceil(cost)::bigint from unnest($1::text[], $2::float8[]) spent (key, cost), moment order by key
   on conflict (key) do update set expire = greatest(kept.expire, (extract(epoch from now()) * 1000)::bigint)
     + excluded.expire - (extract(epoch from now()) * 1000)::bigint
   returning key, (expire - (extract(epoch from now()) * 1000)::bigint)::float8 as full_in_ms`,
  (keys: readonly string[], costs: readonly number[]) => [keys, costs],
);
