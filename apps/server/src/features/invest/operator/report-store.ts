import { END_OF_DAY_STEPS } from '@candor/contract/console-invest';
import type { HoldingState } from '@candor/domain/invest/holding';
import type { Wallet } from '@candor/domain/ledger/account';
import * as z from 'zod/mini';
import { int4, int8, moment } from '../../../platform/db/rows.ts';
import { amount, day } from '../columns.ts';
import { HOLDING, HOLDING_FROM, holdingRow } from '../holding-store.ts';
import { firstValue, manyRows, onlyRow } from '../../../platform/db/statement.ts';

/** SQL of what operators read: holdings of all members, what the end of day did, and the money that maturities need. */

const operatorHoldingRow = z.extend(holdingRow, { username: z.string() });
export type OperatorHoldingRow = z.infer<typeof operatorHoldingRow>;

/** Newest first, those before `beforeId`. */
export const selectOperatorHoldings = manyRows(
  operatorHoldingRow,
  `select ${HOLDING}, (select m.username from member m where m.id = h.member_id) as username ${HOLDING_FROM}
   where ($1::text[] is null or h.status = any ($1)) and ($2::uuid is null or h.project_id = $2)
     and ($3::text is null or h.member_id = (select id from member where lower(username collate "C") = lower($3 collate "C")))
     and ($4::uuid is null or h.id < $4)
   order by h.id desc limit $5`,
  (filter: {
    statuses: readonly HoldingState[] | undefined;
    projectId: string | undefined;
    username: string | undefined;
    beforeId: string | undefined;
    limit: number;
  }) => [
    filter.statuses ?? null,
    filter.projectId ?? null,
    filter.username ?? null,
    filter.beforeId ?? null,
    filter.limit,
  ],
);

const dayRow = z.object({
  date: day,
  step: z.enum(END_OF_DAY_STEPS),
  startedAt: moment,
  closedAt: z.nullable(moment),
  batches: int4,
  busyMs: z.number(),
  holdingsAccrued: int8,
  holdingsInterest: amount,
  savingsAccrued: int8,
  savingsInterest: amount,
  paid: int8,
  paidInterest: amount,
  posted: int8,
  postedInterest: amount,
  matured: int8,
  maturedPrincipal: amount,
  maturedInterest: amount,
  rolled: int8,
  rolledPrincipal: amount,
  saved: int8,
  savedAmount: amount,
});
export type DayRow = z.infer<typeof dayRow>;

/** Newest first, those before `before`. */
export const selectDays = manyRows(
  dayRow,
  `select business_date as date, step, started_at, closed_at, batches, busy_ms,
     holdings_accrued, holdings_interest, savings_accrued,
     savings_interest, paid, paid_interest, posted, posted_interest,
     matured, matured_principal, matured_interest, rolled,
     rolled_principal, saved, saved_amount
   from business_day where ($1::date is null or business_date < $1) order by business_date desc limit $2`,
  ({ before, limit }: { before: string | undefined; limit: number }) => [before ?? null, limit],
);

const exceptionRow = z.object({
  id: int8,
  date: day,
  step: z.enum(END_OF_DAY_STEPS),
  memberId: int8,
  username: z.string(),
  holding: z.nullable(z.string()),
  reason: z.string(),
  tries: int4,
  firstAt: moment,
  nextAt: moment,
  endedAt: z.nullable(moment),
  through: z.nullable(day),
  accrued: amount,
  paid: amount,
  principal: amount,
});
export type ExceptionRow = z.infer<typeof exceptionRow>;

const EXCEPTION = `e.id, e.business_date as date, e.step, e.member_id,
  (select m.username from member m where m.id = e.member_id) as username,
  (select h.reference from holding h where h.id = e.holding_id) as holding, e.reason, e.tries, e.first_at,
  e.next_at, e.ended_at, e.through, e.accrued, e.paid, e.principal`;

/** What the end of day still has quarantined, the longest waiting first. */
export const selectQuarantined = manyRows(
  exceptionRow,
  `select ${EXCEPTION} from close_exception e where e.ended_at is null order by e.id limit $1`,
  (limit: number) => [limit],
);

/** What was quarantined on these dates, the oldest first, at most `limit` of each date. */
export const selectQuarantinedOn = manyRows(
  exceptionRow,
  `select e.* from unnest($1::date[]) as d (date)
   cross join lateral (select ${EXCEPTION} from close_exception e where e.business_date = d.date order by e.id limit $2) e`,
  (dates: readonly string[], limit: number) => [dates, limit],
);

/** The first business date that could be closed and is not; null when none is late. */
export const selectLateSince = firstValue(
  z.nullable(day),
  `select case when d.next < business_date_at(clock_timestamp() - interval '1 minute') then d.next end as late
   from (select coalesce((select min(business_date) from business_day where closed_at is null),
     (select max(business_date) + 1 from business_day), (select min(starts_on) from holding)) as next) d`,
  () => [],
  { or: null },
);

const dueRow = z.object({ date: day, holdings: int8, principal: amount, interest: amount });
export type DueRow = z.infer<typeof dueRow>;

/**
 * What running holdings need, by the date it is paid: interest of every day on the date after it where it is paid daily, all of it
 * and the principal at maturity. Holdings that earn the same on the same dates are calculated once.
 */
export const selectLiabilities = manyRows(
  dueRow,
  `with running as (select * from holding where status = 'running' and wallet = $1)
   select date, sum(holdings)::bigint as holdings, sum(principal)::bigint as principal, sum(interest)::bigint as interest
   from (
     select matures_on as date, count(*) as holdings, sum(principal) as principal,
       coalesce(sum(round_interest(principal * annual_rate * (matures_on - starts_on)) - paid)
         filter (where interest = 'maturity'), 0) as interest
     from running group by 1
     union all
     select d::date + 1, 0, 0,
       g.count * (round_interest(g.units * (d::date - g.starts_on + 1)) - round_interest(g.units * (d::date - g.starts_on)))
     from (select principal * annual_rate as units, starts_on, matures_on, coalesce(paid_through + 1, starts_on) as next, count(*)
       from running where interest = 'daily' group by 1, 2, 3, 4) g
     cross join generate_series(g.next, g.matures_on - 1, interval '1 day') d
   ) due group by 1 order by 1 limit $2`,
  (wallet: Wallet, limit: number) => [wallet, limit],
);

const savingsRow = z.object({ balance: amount, members: int8 });

/** All that is in the savings, and of how many members. */
export const selectSavingsTotal = onlyRow(
  savingsRow,
  `select coalesce(sum(posted), 0)::bigint as balance, count(*) as members from account
   where kind = 'savings' and wallet = $1 and currency = $2 and posted > 0`,
  (wallet: Wallet, currency: string) => [wallet, currency],
  { missing: 'the savings were not summed' },
);
