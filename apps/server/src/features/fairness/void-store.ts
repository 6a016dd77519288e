// SQL of the void rates. It only reads.

import * as z from 'zod/mini';
import { int8, moment } from '../../platform/db/rows.ts';
import { manyRows } from '../../platform/db/statement.ts';
import { SETTLED } from './fairness-store.ts';

const voidRow = z.object({
  product: z.string(),
  hour: moment,
  orders: int8,
  voided: int8,
  known: int8,
  wouldHaveWon: int8,
});
export type VoidRow = z.infer<typeof voidRow>;

/**
 * Settled orders that closed from a moment on, by product and hour of UTC. A tick that is not valid repeats the last valid price, so an
 * order that is void for it has an outcome that it would have had; so has one that its log did not have, and one without any tick at its
 * close, by the last price before it. As in the figures, lessons on replayed prices never count.
 */
export const selectVoids = manyRows(
  voidRow,
  `select product, hour, count(*) as orders, count(*) filter (where outcome = 'voided') as voided,
     count(*) filter (where is_known) as known, count(*) filter (where is_known and is_right) as would_have_won
   from (
     select o.product, date_bin('1 hour', o.closes_at, timestamptz 'epoch') as hour, s.outcome,
       s.outcome = 'voided' and s.reason in ('EXIT_NOT_OK', 'NOT_LOGGED', 'NO_EXIT_TICK') and num_nulls(s.entry_price, x.price) = 0 as is_known,
       case o.direction when 'up' then x.price > s.entry_price else x.price < s.entry_price end as is_right
     from trade_order o ${SETTLED}
     left join lateral (select t.price from tick t where t.product = o.product and t.at >= s.entry_at and t.at <= o.closes_at
       order by t.at desc limit 1) p on s.reason = 'NO_EXIT_TICK'
     cross join lateral (select coalesce(s.exit_price, p.price) as price) x
     where o.wallet = $1 and o.closes_at >= to_timestamp($2::float8 / 1000) and e.feed is distinct from 'replay'
   ) closed group by 1, 2 order by hour desc, product`,
  ({ wallet, fromMs }: { wallet: string; fromMs: number }) => [wallet, fromMs],
);
