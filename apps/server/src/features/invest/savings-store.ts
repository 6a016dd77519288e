import { SAVINGS_DIRECTIONS, SAVINGS_ORIGINS } from '@candor/contract/invest';
import type { SavingsDirection, SavingsOrigin } from '@candor/contract/invest';
import type { Wallet } from '@candor/domain/ledger/account';
import type { DayNumber } from '@candor/domain/market/local-time';
import { dateText } from '@candor/domain/market/local-time';
import type { Money } from '@candor/domain/money';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int8, moment, rowOf, rowsOf } from '../../platform/db/rows.ts';
import { amount, day, rateOf } from './columns.ts';

/** SQL of the savings of members, and of what projects and savings have earned. */

const choiceRow = z.object({ auto: z.boolean(), keep: amount });

export async function selectChoice(
  db: Db,
  memberId: bigint,
  wallet: Wallet,
): Promise<z.infer<typeof choiceRow> | undefined> {
  const result = await db.query('select auto, keep from savings where member_id = $1 and wallet = $2', [
    memberId.toString(),
    wallet,
  ]);
  return rowOf(choiceRow, result);
}

export async function upsertChoice(
  db: Db,
  choice: { memberId: bigint; wallet: Wallet; auto: boolean; keep: Money },
): Promise<void> {
  await db.query(
    `insert into savings (member_id, wallet, auto, keep) values ($1, $2, $3, $4)
     on conflict (member_id, wallet) do update set auto = excluded.auto, keep = excluded.keep`,
    [choice.memberId.toString(), choice.wallet, choice.auto, choice.keep.toString()],
  );
}

const rateRow = z.object({ from: day, annualRate: rateOf });
export type RateRow = z.infer<typeof rateRow>;

/** Newest first. */
export async function selectRates(db: Db, limit: number): Promise<RateRow[]> {
  const result = await db.query(
    'select from_date as "from", annual_rate as "annualRate" from savings_rate order by from_date desc limit $1',
    [limit],
  );
  return rowsOf(rateRow, result);
}

const savingsDayRow = z.object({ date: day, balance: amount, annualRate: rateOf, interest: amount });
export type SavingsDayRow = z.infer<typeof savingsDayRow>;

/** The closed dates from `from` on, oldest first. */
export async function selectSavingsDays(
  db: Db,
  { memberId, wallet, from }: { memberId: bigint; wallet: Wallet; from: DayNumber },
): Promise<SavingsDayRow[]> {
  const result = await db.query(
    `select business_date as date, balance, annual_rate as "annualRate", amount as interest from savings_accrual
     where member_id = $1 and wallet = $2 and business_date >= $3 order by 1`,
    [memberId.toString(), wallet, dateText(from)],
  );
  return rowsOf(savingsDayRow, result);
}

const totalRow = z.object({ total: int8 });

/** All interest of a member's savings. */
export async function selectSavingsInterest(db: Db, memberId: bigint, wallet: Wallet): Promise<bigint> {
  const result = await db.query(
    'select coalesce(sum(amount), 0)::bigint as total from savings_accrual where member_id = $1 and wallet = $2',
    [memberId.toString(), wallet],
  );
  return rowOf(totalRow, result)?.total ?? 0n;
}

/** All interest that a member's holdings have accrued. */
export async function selectAccumulated(db: Db, memberId: bigint, wallet: Wallet): Promise<bigint> {
  const result = await db.query(
    `select coalesce(sum(coalesce(h.earned, (select sum(a.amount)
         from generate_series(h.starts_on, h.matures_on - 1, interval '1 day') d
         join holding_accrual a on a.business_date = d::date and a.holding_id = h.id))), 0)::bigint as total
     from holding h where h.member_id = $1 and h.wallet = $2`,
    [memberId.toString(), wallet],
  );
  return rowOf(totalRow, result)?.total ?? 0n;
}

export interface NewSavingsTransfer {
  id: string;
  memberId: bigint;
  wallet: Wallet;
  currency: string;
  direction: SavingsDirection;
  amount: Money;
  agreement: number;
}

export async function insertSavingsTransfer(db: Db, transfer: NewSavingsTransfer): Promise<void> {
  await db.query(
    `insert into savings_transfer (id, member_id, wallet, currency, direction, amount, agreement)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      transfer.id,
      transfer.memberId.toString(),
      transfer.wallet,
      transfer.currency,
      transfer.direction,
      transfer.amount.toString(),
      transfer.agreement,
    ],
  );
}

const transferRow = z.object({
  id: z.string(),
  n: int8,
  direction: z.enum(SAVINGS_DIRECTIONS),
  origin: z.enum(SAVINGS_ORIGINS),
  amount,
  at: moment,
});
export type SavingsTransferRow = z.infer<typeof transferRow>;

/** Newest first. */
export async function selectSavingsTransfers(
  db: Db,
  filter: {
    memberId: bigint;
    wallet: Wallet;
    direction: SavingsDirection | undefined;
    origins: readonly SavingsOrigin[] | undefined;
    fromMs?: number;
    toMs?: number;
    beforeN: bigint | undefined;
    limit: number;
  },
): Promise<SavingsTransferRow[]> {
  const result = await db.query(
    `select id, n, direction, origin, amount, at from savings_transfer
     where member_id = $1 and wallet = $2 and ($3::text is null or direction = $3) and ($4::text[] is null or origin = any ($4))
       and ($5::timestamptz is null or at >= $5) and ($6::timestamptz is null or at < $6) and ($7::bigint is null or n < $7)
     order by n desc limit $8`,
    [
      filter.memberId.toString(),
      filter.wallet,
      filter.direction ?? null,
      filter.origins ?? null,
      isoOf(filter.fromMs),
      isoOf(filter.toMs),
      filter.beforeN?.toString() ?? null,
      filter.limit,
    ],
  );
  return rowsOf(transferRow, result);
}

const earningsRow = z.object({ date: day, projects: amount, savings: amount });
export type EarningsRow = z.infer<typeof earningsRow>;

/** What projects and savings earned on each date of a range, oldest first; dates without interest too. */
export async function selectEarnings(
  db: Db,
  range: { memberId: bigint; wallet: Wallet; from: DayNumber; to: DayNumber },
): Promise<EarningsRow[]> {
  const result = await db.query(
    `select d::date as date,
       coalesce((select sum(a.amount) from holding h join holding_accrual a on a.business_date = d::date and a.holding_id = h.id
         where h.member_id = $1 and h.wallet = $2 and h.starts_on <= d::date
           and (h.ended_on is null or h.ended_on >= d::date)), 0)::bigint as projects,
       coalesce((select s.amount from savings_accrual s
         where s.member_id = $1 and s.wallet = $2 and s.business_date = d::date), 0)::bigint as savings
     from generate_series($3::date, $4::date, interval '1 day') d order by 1`,
    [range.memberId.toString(), range.wallet, dateText(range.from), dateText(range.to)],
  );
  return rowsOf(earningsRow, result);
}

function isoOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
