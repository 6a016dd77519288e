// SQL of the reports for a regulator. It only reads, counts and adds up, and names nobody.

import { COMPLAINT_DECISIONS, COMPLAINT_STATES, COMPLAINT_TOPICS } from '@candor/contract/complaints';
import * as z from 'zod/mini';
import { date, int4, int8, moment } from '../../platform/db/rows.ts';
import { firstValue, manyRows, onlyRow } from '../../platform/db/statement.ts';
import { voidReason } from '../../services/columns/columns.ts';

export interface ReportPeriod {
  /** Half-open. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly wallet: string;
  readonly timeZone: string;
}

/** An order's id is of the moment of its acceptance, and none runs for longer than an hour: only the months of the period are read. */
const CLOSED = `o.closes_at >= to_timestamp($1::float8 / 1000) and o.closes_at < to_timestamp($2::float8 / 1000)
     and o.id >= moment_id(to_timestamp(greatest($1::float8 / 1000 - 7200, 0))) and o.id < moment_id(to_timestamp($2::float8 / 1000))`;

const clientRow = z.object({
  country: z.string(),
  kind: z.enum(['verified', 'registered']),
  clients: int8,
  joined: int8,
  active: int8,
  frozen: int8,
  excluded: int8,
});

/** Members who had registered by the end of the period, by country and by whether their identity is verified. */
export const selectClients = manyRows(
  clientRow,
  `select coalesce(m.country, '') as country, case when v.is_verified then 'verified' else 'registered' end as kind, count(*) as clients,
     count(*) filter (where m.created_at >= to_timestamp($1::float8 / 1000)) as joined, count(a.member_id) as active,
     count(*) filter (where m.frozen) as frozen, count(*) filter (where m.excluded_until > to_timestamp($2::float8 / 1000)) as excluded
   from member m
   cross join lateral (select exists (select from verification x where x.member_id = m.id and x.status = 'verified') as is_verified) v
   left join (select distinct o.member_id from trade_order o
     where o.wallet = $3 and ${CLOSED}) a
     on a.member_id = m.id
   where m.created_at < to_timestamp($2::float8 / 1000)
   group by 1, 2 order by 1, 2`,
  ({ fromMs, toMs, wallet }: ReportPeriod) => [fromMs, toMs, wallet],
);

const productRow = z.object({
  product: z.string(),
  durationSec: int4,
  orders: int8,
  clients: int8,
  won: int8,
  lost: int8,
  tied: int8,
  voided: int8,
  staked: int8,
  fees: int8,
  paid: int8,
});

/** Settled orders that closed in the period, by product and duration. */
export const selectProducts = manyRows(
  productRow,
  `select o.product, o.duration_sec, count(*) as orders, count(distinct o.member_id) as clients,
     count(*) filter (where s.outcome = 'won') as won, count(*) filter (where s.outcome = 'lost') as lost,
     count(*) filter (where s.outcome = 'tied') as tied, count(*) filter (where s.outcome = 'voided') as voided,
     sum(o.stake)::bigint as staked, sum(o.fee)::bigint as fees, sum(s.credited)::bigint as paid
   from trade_order o
   cross join lateral (select x.outcome, x.credited from settlement x where x.order_id = o.id offset 0) s
   where o.wallet = $3 and ${CLOSED}
   group by 1, 2 order by 1, 2`,
  ({ fromMs, toMs, wallet }: ReportPeriod) => [fromMs, toMs, wallet],
);

const complaintRow = z.object({
  id: int8,
  topic: z.enum(COMPLAINT_TOPICS),
  product: z.nullable(z.string()),
  country: z.string(),
  state: z.enum(COMPLAINT_STATES),
  decision: z.nullable(z.enum(COMPLAINT_DECISIONS)),
  openedAt: moment,
  dueOn: date,
  endedAt: z.nullable(moment),
  isInTime: z.nullable(z.boolean()),
});

/** Complaints that came in the period, without what they say. */
export const selectComplaints = manyRows(
  complaintRow,
  `select c.id, c.topic, c.product, coalesce(m.country, '') as country, c.state, c.decision, c.opened_at, c.due_on, c.ended_at,
     case when c.state = 'answered' then (c.ended_at at time zone $3)::date <= c.due_on end as is_in_time
   from complaint c join member m on m.id = c.member_id
   where c.opened_at >= to_timestamp($1::float8 / 1000) and c.opened_at < to_timestamp($2::float8 / 1000)
     and ($4::bigint is null or c.id > $4) order by c.id limit $5`,
  ({ fromMs, toMs, timeZone }: ReportPeriod, after: string | undefined, limit: number) => [
    fromMs,
    toMs,
    timeZone,
    after ?? null,
    limit,
  ],
);

const voidRow = z.object({
  day: date,
  product: z.string(),
  reason: voidReason,
  orders: int8,
  clients: int8,
  returned: int8,
});

/** Void orders by business date, product and why, with what was given back. */
export const selectVoids = manyRows(
  voidRow,
  `select (o.closes_at at time zone $4)::date as day, o.product, s.reason, count(*) as orders, count(distinct o.member_id) as clients,
     sum(s.credited)::bigint as returned
   from trade_order o
   cross join lateral (select x.outcome, x.reason, x.credited from settlement x where x.order_id = o.id offset 0) s
   where s.outcome = 'voided' and o.wallet = $3 and ${CLOSED}
   group by 1, 2, 3 order by 1, 2, 3`,
  ({ fromMs, toMs, wallet, timeZone }: ReportPeriod) => [fromMs, toMs, wallet, timeZone],
);

/** Which closes are all in the database: an order of a month that left runs for an hour at most. Null where nothing has left. */
export const selectWholeFrom = firstValue(
  z.nullable(moment),
  `select (max(month) + interval '1 month') at time zone 'UTC' + interval '1 hour 1 minute' as whole_from from order_archive_left`,
  () => [],
  { or: null },
);

/** How much each report is about. */
export const selectReportFigures = onlyRow(
  z.object({ clients: int8, orders: int8, complaints: int8, voids: int8 }),
  `select (select count(*) from member where created_at < to_timestamp($2::float8 / 1000)) as clients, t.orders, t.voids,
     (select count(*) from complaint where opened_at >= to_timestamp($1::float8 / 1000) and opened_at < to_timestamp($2::float8 / 1000))
       as complaints
   from (select count(*) as orders, count(*) filter (where s.outcome = 'voided') as voids
     from trade_order o cross join lateral (select x.outcome from settlement x where x.order_id = o.id offset 0) s
     where o.wallet = $3 and ${CLOSED}) t`,
  ({ fromMs, toMs, wallet }: ReportPeriod) => [fromMs, toMs, wallet],
  { missing: 'figures have one row' },
);
