import { CLOSE_STEPS } from '@candor/contract/console-invest';
import type { HoldingState } from '@candor/domain/invest/holding';
import type { Wallet } from '@candor/domain/ledger/account';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { int4, int8, moment, rowOf, rowsOf } from '../../../platform/db/rows.ts';
import { amount, day } from '../columns.ts';
import { HOLDING, HOLDING_FROM, holdingRow } from '../holding-store.ts';

/** SQL of what operators read: holdings of all members, what the close did, and the money that maturities need. */

const deskHoldingRow = z.extend(holdingRow, { username: z.string() });
export type DeskHoldingRow = z.infer<typeof deskHoldingRow>;

/** Newest first, those before `beforeId`. */
export async function selectDeskHoldings(
  db: Db,
  filter: {
    statuses: readonly HoldingState[] | undefined;
    projectId: string | undefined;
    username: string | undefined;
    beforeId: string | undefined;
    limit: number;
  },
): Promise<DeskHoldingRow[]> {
  const result = await db.query(
    `select ${HOLDING}, (select m.username from member m where m.id = h.member_id) as username ${HOLDING_FROM}
     where ($1::text[] is null or h.status = any ($1)) and ($2::uuid is null or h.project_id = $2)
       and ($3::text is null or h.member_id = (select id from member where lower(username collate "C") = lower($3 collate "C")))
       and ($4::uuid is null or h.id < $4)
     order by h.id desc limit $5`,
    [filter.statuses ?? null, filter.projectId ?? null, filter.username ?? null, filter.beforeId ?? null, filter.limit],
  );
  return rowsOf(deskHoldingRow, result);
}

const dayRow = z.object({
  date: day,
  step: z.enum(CLOSE_STEPS),
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
export async function selectDays(
  db: Db,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<DayRow[]> {
  const result = await db.query(
    `select business_date as date, step, started_at as "startedAt", closed_at as "closedAt", batches, busy_ms as "busyMs",
       holdings_accrued as "holdingsAccrued", holdings_interest as "holdingsInterest", savings_accrued as "savingsAccrued",
       savings_interest as "savingsInterest", paid, paid_interest as "paidInterest", posted, posted_interest as "postedInterest",
       matured, matured_principal as "maturedPrincipal", matured_interest as "maturedInterest", rolled,
       rolled_principal as "rolledPrincipal", saved, saved_amount as "savedAmount"
     from business_day where ($1::date is null or business_date < $1) order by business_date desc limit $2`,
    [before ?? null, limit],
  );
  return rowsOf(dayRow, result);
}

const lateRow = z.object({ late: z.nullable(day) });

/** The first business date that could be closed and is not; null when none is late. */
export async function selectLateSince(db: Db) {
  const result = await db.query(
    `select case when d.next < business_date_at(clock_timestamp() - interval '1 minute') then d.next end as late
     from (select coalesce((select min(business_date) from business_day where closed_at is null),
       (select max(business_date) + 1 from business_day), (select min(starts_on) from holding)) as next) d`,
  );
  return rowOf(lateRow, result)?.late ?? null;
}

const dueRow = z.object({ date: day, holdings: int8, principal: amount, interest: amount });
export type DueRow = z.infer<typeof dueRow>;

/** What running holdings need at their maturity, by date. */
export async function selectLiabilities(db: Db, wallet: Wallet, limit: number): Promise<DueRow[]> {
  const result = await db.query(
    `select matures_on as date, count(*) as holdings, sum(principal)::bigint as principal,
       sum(round_interest(principal * annual_rate * (matures_on - starts_on)) - paid)::bigint as interest
     from holding where status = 'running' and wallet = $1 group by 1 order by 1 limit $2`,
    [wallet, limit],
  );
  return rowsOf(dueRow, result);
}

const savingsRow = z.object({ balance: amount, members: int8 });

/** All that is in the savings, and of how many members. */
export async function selectSavingsTotal(
  db: Db,
  wallet: Wallet,
  currency: string,
): Promise<z.infer<typeof savingsRow>> {
  const result = await db.query(
    `select coalesce(sum(posted), 0)::bigint as balance, count(*) as members from account
     where kind = 'savings' and wallet = $1 and currency = $2 and posted > 0`,
    [wallet, currency],
  );
  const row = rowOf(savingsRow, result);
  if (row === undefined) throw new Error('the savings were not summed');
  return row;
}
