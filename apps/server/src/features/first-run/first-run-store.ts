import * as z from 'zod/mini';
import { int4 } from '../../platform/db/rows.ts';
import { onlyRow, write } from '../../platform/db/statement.ts';

/** SQL of the guide to the first order. */

const stateRow = z.object({
  step: z.nullable(int4),
  product: z.nullable(z.string()),
  left: z.boolean(),
  order: z.nullable(z.string()),
});
export type FirstRunRow = z.infer<typeof stateRow>;

/** How far a member came. One look into the index of the member's orders says whether there is an order. */
export const selectFirstRun = onlyRow(
  stateRow,
  `select f.step, f.product, f.left_at is not null as left,
     coalesce((select w.first_id from order_archive_member w join order_archive_left l on l.month = w.month
       where w.member_id = m.id order by w.month limit 1),
       (select o.id from trade_order o where o.member_id = m.id order by o.no limit 1)) as "order"
   from member m left join first_run f on f.member_id = m.id where m.id = $1`,
  (memberId: bigint) => [memberId],
  { missing: 'the member has no row' },
);

export interface FirstRunChange {
  readonly step: number | undefined;
  /** A code that no active product has changes nothing. */
  readonly product: string | undefined;
  readonly left: boolean | undefined;
}

export const upsertFirstRun = write(
  `insert into first_run as f (member_id, step, product, left_at)
   values ($1, coalesce($2, 1), (select code from product where code = $3 and active), case when $4 then clock_timestamp() end)
   on conflict (member_id) do update set step = coalesce($2, f.step), product = coalesce(excluded.product, f.product),
     left_at = case when $4 is null then f.left_at when $4 then coalesce(f.left_at, clock_timestamp()) end,
     changed_at = clock_timestamp()`,
  (memberId: bigint, { step, product, left }: FirstRunChange) => [
    memberId,
    step ?? null,
    product ?? null,
    left ?? null,
  ],
);
