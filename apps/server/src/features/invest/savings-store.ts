import { SAVINGS_DIRECTIONS, SAVINGS_ORIGINS } from '@candor/contract/invest';
import type { SavingsDirection, SavingsOrigin } from '@candor/contract/invest';
import type { Wallet } from '@candor/domain/ledger/account';
import type { DayNumber } from '@candor/domain/market/local-time';
import { dateText } from '@candor/domain/market/local-time';
import type { Money } from '@candor/domain/money';
import * as z from 'zod/mini';
import { int8, moment } from '../../platform/db/rows.ts';
import { amount, day, rateOf } from './columns.ts';
import { firstRow, firstValue, manyRows, write } from '../../platform/db/statement.ts';
import { EARNED } from './holding-store.ts';

/** SQL of the savings of members, and of what projects and savings have earned. */

const choiceRow = z.object({ auto: z.boolean(), keep: amount });

export const selectChoice = firstRow(
  choiceRow,
  'select auto, keep from savings where member_id = $1 and wallet = $2',
  (memberId: bigint, wallet: Wallet) => [memberId, wallet],
);

export const upsertChoice = write(
  `insert into savings (member_id, wallet, auto, keep) values ($1, $2, $3, $4)
   on conflict (member_id, wallet) do update set auto = excluded.auto, keep = excluded.keep`,
  (choice: { memberId: bigint; wallet: Wallet; auto: boolean; keep: Money }) => [
    choice.memberId,
    choice.wallet,
    choice.auto,
    choice.keep,
  ],
);

const rateRow = z.object({ from: day, annualRate: rateOf });
export type RateRow = z.infer<typeof rateRow>;

/** Newest first. */
export const selectRates = manyRows(
  rateRow,
  'select from_date as "from", annual_rate from savings_rate order by from_date desc limit $1',
  (limit: number) => [limit],
);

const savingsDayRow = z.object({ date: day, balance: amount, annualRate: rateOf, interest: amount });
export type SavingsDayRow = z.infer<typeof savingsDayRow>;

/** The closed dates from `from` on, oldest first. */
export const selectSavingsDays = manyRows(
  savingsDayRow,
  `select business_date as date, balance, annual_rate, amount as interest from savings_accrual
   where member_id = $1 and wallet = $2 and business_date >= $3 order by 1`,
  ({ memberId, wallet, from }: { memberId: bigint; wallet: Wallet; from: DayNumber }) => [
    memberId,
    wallet,
    dateText(from),
  ],
);

/** All interest of a member's savings. */
export const selectSavingsInterest = firstValue(
  int8,
  'select coalesce(sum(amount), 0)::bigint as total from savings_accrual where member_id = $1 and wallet = $2',
  (memberId: bigint, wallet: Wallet) => [memberId, wallet],
  { or: 0n },
);

/** All interest that a member's holdings have accrued. */
export const selectAccumulated = firstValue(
  int8,
  `select coalesce(sum(coalesce(h.earned, (select sum(a.amount)
       from generate_series(h.starts_on, h.matures_on - 1, interval '1 day') d
       ${EARNED}))), 0)::bigint as total
   from holding h where h.member_id = $1 and h.wallet = $2`,
  (memberId: bigint, wallet: Wallet) => [memberId, wallet],
  { or: 0n },
);

export interface NewSavingsTransfer {
  id: string;
  memberId: bigint;
  wallet: Wallet;
  currency: string;
  direction: SavingsDirection;
  amount: Money;
  agreement: number;
}

export const insertSavingsTransfer = write(
  `insert into savings_transfer (id, member_id, wallet, currency, direction, amount, agreement)
   values ($1, $2, $3, $4, $5, $6, $7)`,
  (transfer: NewSavingsTransfer) => [
    transfer.id,
    transfer.memberId,
    transfer.wallet,
    transfer.currency,
    transfer.direction,
    transfer.amount,
    transfer.agreement,
  ],
);

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
export const selectSavingsTransfers = manyRows(
  transferRow,
  `select id, n, direction, origin, amount, at from savings_transfer
   where member_id = $1 and wallet = $2 and ($3::text is null or direction = $3) and ($4::text[] is null or origin = any ($4))
     and ($5::timestamptz is null or at >= $5) and ($6::timestamptz is null or at < $6) and ($7::bigint is null or n < $7)
   order by n desc limit $8`,
  (filter: {
    memberId: bigint;
    wallet: Wallet;
    direction: SavingsDirection | undefined;
    origins: readonly SavingsOrigin[] | undefined;
    fromMs?: number;
    toMs?: number;
    beforeN: bigint | undefined;
    limit: number;
  }) => [
    filter.memberId,
    filter.wallet,
    filter.direction ?? null,
    filter.origins ?? null,
    isoOf(filter.fromMs),
    isoOf(filter.toMs),
    filter.beforeN ?? null,
    filter.limit,
  ],
);

const earningsRow = z.object({ date: day, projects: amount, savings: amount });
export type EarningsRow = z.infer<typeof earningsRow>;

/** What projects and savings earned on each date of a range, oldest first; dates without interest too. */
export const selectEarnings = manyRows(
  earningsRow,
  `select d::date as date,
     coalesce((select sum(a.amount) from holding h join holding_accrual a on a.business_date = d::date and a.holding_id = h.id
       where h.member_id = $1 and h.wallet = $2 and h.starts_on <= d::date
         and (h.ended_on is null or h.ended_on >= d::date)), 0)::bigint as projects,
     coalesce((select s.amount from savings_accrual s
       where s.member_id = $1 and s.wallet = $2 and s.business_date = d::date), 0)::bigint as savings
   from generate_series($3::date, $4::date, interval '1 day') d order by 1`,
  (range: { memberId: bigint; wallet: Wallet; from: DayNumber; to: DayNumber }) => [
    range.memberId,
    range.wallet,
    dateText(range.from),
    dateText(range.to),
  ],
);

function isoOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
