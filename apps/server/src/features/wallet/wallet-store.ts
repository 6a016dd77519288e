import type { Wallet } from '@candor/domain/ledger/account';
import { TRANSFER_TYPES, transferView } from '@candor/contract/wallet';
import type { StatementAccount, TransferType } from '@candor/contract/wallet';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { date, int8, moment } from '../../platform/db/rows.ts';
import { readBeside } from '../../services/order-archive/archived-files.ts';
import type { ListArchivedFiles } from '../../services/order-archive/archived-files.ts';
import { archivedRows } from '../../services/order-archive/order-parts-store.ts';
import { asGiven, firstRow, firstValue, manyRows, onlyRow } from '../../platform/db/statement.ts';

/** Reads accounts, statements and results. Only the ledger writes them. */

const balanceRow = z.object({ kind: z.enum(['funds', 'savings', 'invested']), posted: int8, held: int8 });
export type BalanceRow = z.infer<typeof balanceRow>;

export const selectBalances = manyRows(
  balanceRow,
  'select kind, posted, held from account where member_id = $1 and wallet = $2 and currency = $3',
  (memberId: bigint, wallet: Wallet, currency: string) => [memberId, wallet, currency],
  { name: 'select-balances' },
);

/** Sum of the stakes of orders not yet settled. */
export const selectOpenStake = firstValue(
  int8,
  `select coalesce(sum(o.stake), 0)::bigint as stake from position p join trade_order o on o.id = p.order_id
   where p.member_id = $1 and p.wallet = $2`,
  (memberId: bigint, wallet: Wallet) => [memberId, wallet],
  { name: 'select-open-stake', or: 0n },
);

const resetsRow = z.object({ now: moment, resets: z.array(z.number()) });

/**
 * The times of the last resets of a member's practice money, and the database's time. Resets are lines of the ledger:
 * while the member is locked, none can be added.
 */
export const selectPracticeResets = onlyRow(
  resetsRow,
  `select clock_timestamp() as now, array(
   select (extract(epoch from at) * 1000)::float8 from transfer
   where ref_id = $1 and ref_type = 'member' and type = 'practiceReset' order by at desc limit $2) as resets`,
  (memberId: bigint, most: number) => [memberId, most],
  { missing: 'a select without a from clause returned no row' },
);

const resultsRow = z.object({ yesterday: int8, today: int8 });
export type ResultsRow = z.infer<typeof resultsRow>;

const SELECT_RESULTS = `select coalesce(sum(s.profit) filter (where s.settled_at < $4), 0)::bigint as yesterday,
     coalesce(sum(s.profit) filter (where s.settled_at >= $4), 0)::bigint as today
   from settlement s join trade_order o on o.id = s.order_id
   where s.member_id = $1 and o.wallet = $2 and s.settled_at >= $3 and s.settled_at < $5`;

interface ResultsFilter {
  readonly memberId: bigint;
  readonly wallet: Wallet;
  readonly fromMs: number;
  readonly splitMs: number;
  readonly toMs: number;
}

function resultsFilterOf({ memberId, wallet, fromMs, splitMs, toMs }: ResultsFilter) {
  return [memberId, wallet, isoOf(fromMs), isoOf(splitMs), isoOf(toMs)];
}

const NONE = { yesterday: 0n, today: 0n };

const selectStoredResults = firstRow(resultsRow, SELECT_RESULTS, resultsFilterOf, { name: 'select-results', or: NONE });

const selectResultsOfLines = firstRow(
  resultsRow,
  `${archivedRows('$6')} ${SELECT_RESULTS}`,
  (filter: ResultsFilter, lines: readonly string[]) => [...resultsFilterOf(filter), lines],
  { or: NONE },
);

/**
 * Net results of the orders settled in [fromMs, splitMs) and in [splitMs, toMs), from the database and the archive.
 * @throws Refused ORDERS_UNAVAILABLE when a file cannot be read now
 */
export async function selectResults(db: Db, listFiles: ListArchivedFiles, filter: ResultsFilter): Promise<ResultsRow> {
  const { stored, files } = await readBeside(
    async () => await listFiles(db, filter.memberId, { ...filter, of: 'settlement' }),
    async () => await selectStoredResults(db, filter),
  );
  let { yesterday, today } = stored;
  for (const file of files) {
    const left = await selectResultsOfLines(db, filter, await file.lines());
    yesterday += left.yesterday;
    today += left.today;
  }
  return { yesterday, today };
}

const selectInterestRow = firstRow(
  resultsRow,
  `select coalesce(sum(e.amount) filter (where e.day = $3::date), 0)::bigint as yesterday,
     coalesce(sum(e.amount) filter (where e.day = $4::date), 0)::bigint as today
   from (
     select a.business_date as day, a.amount from (values ($3::date), ($4::date)) d (day)
     join holding h on h.member_id = $1 and h.wallet = $2 and h.starts_on <= d.day and (h.ended_on is null or h.ended_on >= d.day)
     join holding_accrual a on a.business_date = d.day and a.holding_id = h.id
     union all
     select s.business_date, s.amount from savings_accrual s
     where s.member_id = $1 and s.wallet = $2 and s.business_date in ($3::date, $4::date)
   ) e`,
  asGiven,
  { name: 'select-interest' },
);

/** Interest of projects and savings that accrued for two business dates. */
export async function selectInterest(
  db: Db,
  filter: { memberId: bigint; wallet: Wallet; yesterday: string; today: string },
): Promise<ResultsRow> {
  return (
    (await selectInterestRow(db, filter.memberId, filter.wallet, filter.yesterday, filter.today)) ?? {
      yesterday: 0n,
      today: 0n,
    }
  );
}

const lineRow = z.object({ date, total: int8 });
export type LineRow = z.infer<typeof lineRow>;

/**
 * The total of a wallet when each of the last business dates ended, oldest first; today's is the total now. No date
 * is before the member's registration. An account's
 * lines are numbered in the order of time, so that each figure costs a search by halves, however long the statement is.
 */
export const selectBalanceLine = manyRows(
  lineRow,
  `select d::date as date, coalesce(sum(case when d::date >= $5::date then a.posted
       else balance_at(a.id, (d::date + 1)::timestamp at time zone $4) end), 0)::bigint as total
   from generate_series($5::date - ($6::int - 1), $5::date, interval '1 day') d
   left join account a on a.member_id = $1 and a.wallet = $2 and a.currency = $3
   where d::date >= (select (m.created_at at time zone $4)::date from member m where m.id = $1) or d::date = $5::date
   group by 1 order by 1`,
  (place: { memberId: bigint; wallet: Wallet; currency: string; timeZone: string; today: string; days: number }) => [
    place.memberId,
    place.wallet,
    place.currency,
    place.timeZone,
    place.today,
    place.days,
  ],
);

const statementRow = z.object({
  id: z.string(),
  seq: int8,
  type: z.enum(TRANSFER_TYPES),
  /** Signed: money that left is below zero. */
  amount: int8,
  balanceAfter: int8,
  at: moment,
  refType: z.string(),
  refId: z.string(),
  /** The code of a change by hand. */
  reason: transferView.shape.reason,
});
export type StatementRow = z.infer<typeof statementRow>;

export interface StatementFilter {
  memberId: bigint;
  wallet: Wallet;
  currency: string;
  /** funds where it is left out. */
  account?: StatementAccount | undefined;
  types?: readonly TransferType[] | undefined;
  refId?: string | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
  beforeSeq?: bigint | undefined;
  limit: number;
}

/** The lines of one side of an account. */
function sideSql(account: 'debit' | 'credit', sign: '-' | ''): string {
  return `(select t.id, t.${account}_seq as seq, t.type, ${sign}t.amount as amount, t.${account}_balance_after as balance_after,
     t.at, t.ref_type, t.ref_id,
     case when t.ref_type = 'adjustment' then (select j.code from adjustment j where j.id = t.ref_id::uuid) end as reason
   from transfer t
   where t.${account}_account = (select a.id from account a
       where a.member_id = $1 and a.wallet = $2 and a.currency = $3 and a.kind = $10)
     and t.${account}_seq is not null and t.phase in ('single', 'post')
     and ($4::text[] is null or t.type = any($4))
     and ($5::timestamptz is null or t.at >= $5) and ($6::timestamptz is null or t.at < $6)
     and ($7::bigint is null or t.${account}_seq < $7) and ($9::text is null or t.ref_id = $9)
   order by t.${account}_seq desc limit $8)`;
}

/**
 * What moved one of a member's accounts, newest first. Holds and their release move nothing, so they are not lines. Each side is
 * read along its own index from its end, so that every page costs the same, however long the statement is. A join with
 * the account would be planned as a sort of all its lines.
 */
export const selectStatement = manyRows(
  statementRow,
  `${sideSql('debit', '-')} union all ${sideSql('credit', '')} order by seq desc limit $8`,
  (filter: StatementFilter) => [
    filter.memberId,
    filter.wallet,
    filter.currency,
    filter.types ?? null,
    isoOf(filter.fromMs),
    isoOf(filter.toMs),
    filter.beforeSeq ?? null,
    filter.limit,
    filter.refId ?? null,
    filter.account ?? 'funds',
  ],
);

function isoOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
