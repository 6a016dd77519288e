import * as z from 'zod/mini';
import { int4, int8, moment } from '../../platform/db/rows.ts';
import { manyRows } from '../../platform/db/statement.ts';

/** SQL of whether the site is well, apart from its books. */

const waitingRow = z.object({
  queue: z.enum(['deposits', 'withdrawals', 'payouts']),
  count: int8,
  amount: int8,
  since: z.nullable(moment),
});
export type WaitingRow = z.infer<typeof waitingRow>;

/** What waits for an operator, by queue. */
export const selectWaiting = manyRows(
  waitingRow,
  `select q.queue, count(w.amount) as count, coalesce(sum(w.amount), 0)::bigint as amount, min(w.since) as since
   from (values ('deposits', 1), ('withdrawals', 2), ('payouts', 3)) as q (queue, place)
   left join (
     select 'deposits' as queue, amount, coalesce(paid_at, created_at) as since from deposit
       where status in ('pending', 'reviewing', 'seconding')
     union all
     select 'withdrawals', amount, created_at from withdrawal where status in ('pending', 'reviewing', 'seconding')
     union all
     select 'payouts', amount, coalesce(decided_at, created_at) from withdrawal where status = 'approved' and paid_out in ('none', 'sent', 'returning')
   ) w on w.queue = q.queue
   group by q.queue, q.place order by q.place`,
);

const sourceRow = z.object({ source: z.string(), receivedAt: z.string(), products: int4 });
export type SourceRow = z.infer<typeof sourceRow>;

/** Who gave prices to the newest ticks, and when last. */
export const selectSources = manyRows(
  sourceRow,
  `select r.report ->> 'source' as source, max(r.report ->> 'receivedAt') as received_at, count(*)::integer as products
   from tick_head h join tick k on k.product = h.product and k.seq = h.seq and k.at = h.at
   cross join lateral jsonb_array_elements(unpack_sources(k.sources, k.at)) as r (report)
   where r.report ->> 'receivedAt' is not null
   group by 1 order by 1`,
);

const witnessRow = z.object({
  key: z.string(),
  cosignedAt: z.nullable(moment),
  refusal: z.nullable(z.string()),
});
export type WitnessRow = z.infer<typeof witnessRow>;

export const selectWitnesses = manyRows(
  witnessRow,
  'select key, cosigned_at, refusal from log_witness order by key collate "C"',
);
