// SQL of the figures of whole months. It reads orders and settlements, and writes only the counts of finished months.

import * as z from 'zod/mini';
import { date, int8, moment } from '../../platform/db/rows.ts';
import { anyRow, firstRow, manyRows } from '../../platform/db/statement.ts';

const monthRow = z.object({
  month: date,
  won: int8,
  lost: int8,
  tied: int8,
  accounts: int8,
  losing: z.nullable(int8),
  staked: z.nullable(int8),
  paid: z.nullable(int8),
  countedAt: moment,
});
export type MonthRow = z.infer<typeof monthRow>;

const MONTHS_SHOWN = 120;

/** Newest first; a month without accounts has no figures. */
export const selectMonths = manyRows(
  monthRow,
  `select month, won, lost, tied, accounts, losing, staked, paid, counted_at from fairness_month
   where wallet = $1 and accounts > 0 order by month desc limit $2`,
  (wallet: string) => [wallet, MONTHS_SHOWN],
);

const accountRow = z.object({ ref: z.string(), won: int8, lost: int8, tied: int8, staked: int8, paid: int8 });
export type AccountRow = z.infer<typeof accountRow>;

/** By reference, which says nothing. */
export const selectAccounts = manyRows(
  accountRow,
  `select ref, won, lost, tied, staked, paid from fairness_account
   where wallet = $1 and month = $2::date and ($3::text is null or ref > $3) order by ref limit $4`,
  ({ wallet, month, after, limit }: { wallet: string; month: string; after: string | undefined; limit: number }) => [
    wallet,
    month,
    after ?? null,
    limit,
  ],
);

const progressRow = z.object({ nextMonth: z.nullable(date), lastDay: z.nullable(date) });

/**
 * The month to count next, and the last day that is counted. Ticks leave the database after 90 days, and with them what says that a
 * price was replayed: months from before that are counted by nobody.
 */
export const selectMonthProgress = firstRow(
  progressRow,
  `select coalesce(
     (select (month + interval '1 month')::date from fairness_month order by month desc limit 1),
     (select date_trunc('month', day::timestamp)::date from fairness_day
      where date_trunc('month', day::timestamp) >= clock_timestamp() - interval '80 days' order by day limit 1)) as next_month,
   (select day from fairness_day order by day desc limit 1) as last_day`,
  () => [],
  { or: { nextMonth: null, lastDay: null } },
);

/**
 * Counts a month whose every day is counted, in one statement: everything or nothing, and only once. Void orders gave back what was
 * staked, so they are in no sum.
 */
export const insertMonth = anyRow(
  `with closed as materialized (
     select o.wallet, o.member_id, min(o.id::text) as first_id, count(*) filter (where s.outcome = 'won') as won,
       count(*) filter (where s.outcome = 'lost') as lost, count(*) filter (where s.outcome = 'tied') as tied,
       sum(o.stake + o.fee)::bigint as staked, sum(s.credited)::bigint as paid
     from trade_order o
     cross join lateral (select x.outcome, x.credited, x.entry_seq, x.entry_at from settlement x where x.order_id = o.id offset 0) s
     left join lateral (select t.feed from tick t where t.product = o.product and t.seq = s.entry_seq and t.at = s.entry_at offset 0) e on true
     where s.outcome <> 'voided' and e.feed is distinct from 'replay'
       and o.closes_at >= to_timestamp($2::float8 / 1000) and o.closes_at < to_timestamp($3::float8 / 1000)
     group by o.wallet, o.member_id
   ), counted as (
     insert into fairness_month (month, wallet, won, lost, tied, accounts, losing, staked, paid)
     select $1::date, w.wallet, coalesce(sum(c.won), 0)::bigint, coalesce(sum(c.lost), 0)::bigint, coalesce(sum(c.tied), 0)::bigint,
       count(c.member_id), case when count(c.member_id) >= 10 then count(*) filter (where c.paid < c.staked) end,
       case when count(c.member_id) >= 10 then sum(c.staked)::bigint end, case when count(c.member_id) >= 10 then sum(c.paid)::bigint end
     from unnest(array['practice', 'cash']) w (wallet) left join closed c on c.wallet = w.wallet
     group by w.wallet
     on conflict do nothing returning month, wallet, accounts
   ), listed as (
     insert into fairness_account (month, wallet, ref, won, lost, tied, staked, paid)
     select n.month, n.wallet, encode(sha256((c.first_id || '/' || to_char(n.month, 'YYYY-MM'))::bytea), 'hex'),
       c.won, c.lost, c.tied, c.staked, c.paid
     from counted n join closed c on c.wallet = n.wallet where n.accounts >= 10
   )
   select from counted`,
  (month: string, fromMs: number, toMs: number) => [month, fromMs, toMs],
);
