import { HOUSE_KINDS, MEMBER_KINDS } from '@candor/domain/ledger/account';
import type { Wallet } from '@candor/domain/ledger/account';
import { TRANSFER_TYPES } from '@candor/domain/ledger/transfer';
import * as z from 'zod/mini';
import { date, int8, moment } from '../../platform/db/rows.ts';
import { firstValue, manyRows } from '../../platform/db/statement.ts';

/** SQL of the ledger by hours, and of what is counted beside it for each business date. */

/** Books the next hour, if it is over and nothing can come to it. False if there is none. */
export const bookHour = firstValue(z.boolean(), 'select book_ledger_hour() as booked', () => [], { or: false });

/**
 * Takes back the booked hours from a date on; the worker books them anew. As the owner of the database.
 * @throws DatabaseError CD350 with the reason
 */
export const unbookHours = firstValue(
  int8,
  'select unbook_ledger_hours($1::date, $2) as hours',
  (date: string, username: string) => [date, username],
  { or: 0n },
);

/** The end of the last booked hour that is over at a moment, in ms; null before the first. */
export const selectBookedUntil = firstValue(
  z.nullable(moment),
  'select max(ends_at) as until from ledger_hour where ends_at <= $1',
  (atMs: number) => [new Date(atMs).toISOString()],
  { or: null },
);

/** SQL of the last date before a moment whose balances are kept. Hours after it, and transfers after those, are added to them. */
export function keptDate(before: string): string {
  return `select max(k.business_date) from ledger_balance k where k.business_date < business_date_at(${before})`;
}

/** Both sides of a transfer that moved money. */
export const MOVED_SIDES = `cross join lateral (values (t.debit_account, t.amount, 0::bigint), (t.credit_account, 0::bigint, t.amount))
  as s (account, debit, credit) join account a on a.id = s.account`;

/**
 * How far the moment of a transfer and that of its id, by which it is found, are apart at most: an order settles at the moment that its batch
 * began, and no transaction takes this long.
 */
export const APART = '10 minutes';

/** What has an index by its type: everything that is not about an order. */
export const BESIDE_ORDERS = `t.type not in ('orderStake', 'orderPayout', 'orderRefund', 'orderClose')`;

const dayLineRow = z.object({
  day: date,
  kind: z.enum([...MEMBER_KINDS, ...HOUSE_KINDS]),
  type: z.enum(TRANSFER_TYPES),
  debit: int8,
  credit: int8,
});
export type DayLineRow = z.infer<typeof dayLineRow>;

export interface DaysAsked {
  readonly wallet: Wallet;
  readonly currency: string;
  readonly timeZone: string;
  /** The first business date, and its first moment. */
  readonly from: string;
  readonly fromMs: number;
  /** What came later is read from the transfers themselves. */
  readonly bookedUntilMs: number | null;
}

/** What moved on each business date, by kind of account and type of transfer: of a date that is over, what its balances differ by. */
export const selectDayLines = manyRows(
  dayLineRow,
  `select day, kind, type, sum(debit)::bigint as debit, sum(credit)::bigint as credit from (
     select d.business_date as day, d.kind, d.type, d.debit, d.credit from (
       select b.business_date, b.kind, b.type, b.debit - coalesce(lag(b.debit) over own, 0) as debit,
         b.credit - coalesce(lag(b.credit) over own, 0) as credit
       from ledger_balance b
       where b.business_date >= coalesce((${keptDate('$6')} and k.business_date < $3::date), '-infinity')
         and b.business_date < business_date_at($6) and b.wallet = $1 and b.currency = $2
       window own as (partition by b.kind, b.type order by b.business_date)
     ) d where d.business_date >= $3::date and (d.debit > 0 or d.credit > 0)
     union all
     select h.business_date, l.kind, l.type, l.debit, l.credit
     from ledger_hour h join ledger_hour_line l on l.begins_at = h.begins_at
     where h.business_date >= $3::date and h.business_date > coalesce((${keptDate('$6')}), '-infinity') and h.ends_at <= $6
       and l.wallet = $1 and l.currency = $2
     union all
     select (t.at at time zone $5)::date, a.kind, t.type, s.debit, s.credit from transfer t ${MOVED_SIDES}
     where t.phase in ('single', 'post') and t.wallet = $1 and t.currency = $2 and t.at >= $4
   ) moved group by day, kind, type`,
  ({ wallet, currency, timeZone, from, fromMs, bookedUntilMs }: DaysAsked) => [
    wallet,
    currency,
    from,
    new Date(Math.max(fromMs, bookedUntilMs ?? fromMs)).toISOString(),
    timeZone,
    new Date(bookedUntilMs ?? 0).toISOString(),
  ],
);

const countRow = z.object({ day: date, count: int8 });
export type CountRow = z.infer<typeof countRow>;

/** Accounts that were opened, by date. */
export const selectNewMembers = manyRows(
  countRow,
  `select (created_at at time zone $2)::date as day, count(*) from member where created_at >= $1 group by 1`,
  ({ fromMs, timeZone }: DaysAsked) => [new Date(fromMs).toISOString(), timeZone],
);

/** Members who did something with their money, by date: counted dates from their table, the others from the transfers. */
export const selectActiveMembers = manyRows(
  countRow,
  `select d.business_date as day, d.active as count from ledger_day d where d.wallet = $1 and d.business_date >= $2::date
   union all
   select (t.at at time zone $4)::date, count(distinct t.member_id) from transfer t
   where t.wallet = $1 and t.at >= $3 and t.phase in ('single', 'pending') and t.type in ('orderStake', 'recharge', 'withdraw', 'investment')
     and not exists (select from ledger_day d where d.wallet = $1 and d.business_date = (t.at at time zone $4)::date)
   group by 1`,
  ({ wallet, from, timeZone }: DaysAsked, uncountedMs: number) => [
    wallet,
    from,
    new Date(uncountedMs).toISOString(),
    timeZone,
  ],
);

/** Dates whose members are counted, the newest one. */
export const selectLastCounted = firstValue(
  z.nullable(date),
  'select max(business_date) as day from ledger_day',
  () => [],
  { or: null },
);

const orderCountRow = z.object({ day: date, orders: int8, voids: int8 });
export type OrderCountRow = z.infer<typeof orderCountRow>;

/** Settled orders by the date of their close, without lessons: counted dates from their table, the others from the orders. */
export const selectOrderCounts = manyRows(
  orderCountRow,
  `select day, sum(orders)::bigint as orders, coalesce(sum(orders) filter (where outcome = 'voided'), 0)::bigint as voids from (
     select f.day, f.outcome, f.orders from fairness_figure f where f.wallet = $1 and f.day >= $2::date
     union all
     select (o.closes_at at time zone $4)::date, s.outcome, count(*) from trade_order o
     cross join lateral (select x.outcome, x.entry_seq, x.entry_at from settlement x where x.order_id = o.id offset 0) s
     left join lateral (select t.feed from tick t where t.product = o.product and t.seq = s.entry_seq and t.at = s.entry_at offset 0) e on true
     where e.feed is distinct from 'replay' and o.wallet = $1
       and o.closes_at >= greatest($3::timestamptz, (select ends_at from fairness_day order by day desc limit 1))
     group by 1, 2
   ) counted group by day`,
  ({ wallet, from, fromMs, timeZone }: DaysAsked) => [wallet, from, new Date(fromMs).toISOString(), timeZone],
);

const OVERDUE_SEC = 30;

/** Orders that are due and not settled. */
export const selectOverdue = firstValue(
  int8,
  `select count(*) as overdue from position where closes_at < clock_timestamp() - make_interval(secs => ${OVERDUE_SEC})`,
  () => [],
  { or: 0n },
);

/** The newest price of any product. */
export const selectNewestPrice = firstValue(z.nullable(moment), 'select max(at) as at from tick_head', () => [], {
  or: null,
});
