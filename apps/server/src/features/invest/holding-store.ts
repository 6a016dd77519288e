import { HOLDING_STATES } from '@candor/domain/invest/holding';
import type { Holding, HoldingState } from '@candor/domain/invest/holding';
import type { Wallet } from '@candor/domain/ledger/account';
import type { Money } from '@candor/domain/money';
import * as z from 'zod/mini';
import { int4, int8, moment } from '../../platform/db/rows.ts';
import { wallet } from '../../services/columns/columns.ts';
import { amount, day } from './columns.ts';
import { TERMS, termsColumns, termsOf } from './project-store.ts';
import { firstRow, manyRows, onlyRow, write } from '../../platform/db/statement.ts';

/** SQL of holdings as their members see them. The database computes every amount of a change by itself. */

export const holdingRow = z.object({
  id: z.string(),
  reference: z.string(),
  memberId: int8,
  projectId: z.string(),
  wallet,
  version: int4,
  agreement: int4,
  principal: amount,
  startsOn: day,
  maturesOn: day,
  status: z.enum(HOLDING_STATES),
  paid: amount,
  earned: z.nullable(amount),
  accrued: amount,
  endedOn: z.nullable(day),
  endedAt: z.nullable(moment),
  rollOver: z.boolean(),
  rolledFrom: z.nullable(z.string()),
  rolledTo: z.nullable(z.string()),
  createdAt: moment,
  ...termsColumns,
});
export type HoldingRow = z.infer<typeof holdingRow>;

/** What a holding earned on a date `d`, by the key of both: read over all dates instead, it would take longer with each date of the site. */
export const EARNED = `cross join lateral (select x.business_date, x.amount from holding_accrual x
  where x.business_date = d::date and x.holding_id = h.id offset 0) a`;

/** The closed dates of a holding are those before the first date that is not closed. */
export const HOLDING = `h.id, h.reference, h.member_id, h.project_id, h.wallet, h.version, h.agreement, h.principal,
  h.starts_on, h.matures_on, h.status, h.paid, h.earned, h.ended_on, h.ended_at,
  h.roll_over, h.rolled_from, (select x.id from holding x where x.rolled_from = h.id) as rolled_to,
  h.created_at, ${TERMS},
  coalesce(h.earned, (select sum(a.amount) from generate_series(h.starts_on, h.matures_on - 1, interval '1 day') d
    ${EARNED}), 0)::bigint as accrued`;
export const HOLDING_FROM =
  'from holding h join project_terms t on t.project_id = h.project_id and t.version = h.version';

export interface HoldingFilter {
  memberId: bigint;
  wallet: Wallet;
  statuses: readonly HoldingState[] | undefined;
  projectId: string | undefined;
  fromMs?: number;
  toMs?: number;
}

const FILTER = `h.member_id = $1 and h.wallet = $2 and ($3::text[] is null or h.status = any ($3)) and ($4::uuid is null or h.project_id = $4)
  and ($5::timestamptz is null or h.created_at >= $5) and ($6::timestamptz is null or h.created_at < $6)`;

function filterValues({ memberId, wallet: own, statuses, projectId, fromMs, toMs }: HoldingFilter): unknown[] {
  return [memberId.toString(), own, statuses ?? null, projectId ?? null, isoOf(fromMs), isoOf(toMs)];
}

/** Newest first, those before `beforeId`. */
export const selectHoldings = manyRows(
  holdingRow,
  `select ${HOLDING} ${HOLDING_FROM} where ${FILTER} and ($7::uuid is null or h.id < $7) order by h.id desc limit $8`,
  (filter: HoldingFilter, { beforeId, limit }: { beforeId: string | undefined; limit: number }) => [
    ...filterValues(filter),
    beforeId ?? null,
    limit,
  ],
);

const sums = z.object({ count: int8, principal: amount, interest: amount });
export type HoldingSums = z.infer<typeof sums>;

/** Sums of the newest `most` holdings of a filter; `count` is at most one more. Interest is what was paid so far. */
export const sumHoldings = onlyRow(
  sums,
  `select count(*) as count, coalesce(sum(principal) filter (where place <= $7), 0)::bigint as principal,
     coalesce(sum(paid) filter (where place <= $7), 0)::bigint as interest
   from (select h.principal, h.paid, row_number() over (order by h.id desc) as place from holding h
     where ${FILTER} order by h.id desc limit $7 + 1) newest`,
  (filter: HoldingFilter, most: number) => [...filterValues(filter), most],
  { missing: 'the holdings were not summed' },
);

/** One holding of a member; undefined when it is another's. */
export const selectHolding = firstRow(
  holdingRow,
  `select ${HOLDING} ${HOLDING_FROM} where h.id = $1 and h.member_id = $2`,
  (memberId: bigint, id: string) => [id, memberId],
);

const accrualRow = z.object({ date: day, amount });
export type AccrualRow = z.infer<typeof accrualRow>;

/** What a holding earned on each closed date, oldest first. */
export const selectAccruals = manyRows(
  accrualRow,
  `select a.business_date as date, a.amount
   from holding h cross join generate_series(h.starts_on, h.matures_on, interval '1 day') d
   ${EARNED}
   where h.id = $1 order by 1`,
  (id: string) => [id],
);

/** A holding as the domain's rules read it. */
export function holdingOf(row: HoldingRow): Holding & { readonly state: HoldingState; readonly paid: Money } {
  const { annualRate, termDays, interest, early } = termsOf(row);
  const { principal, startsOn, status, paid } = row;
  return { principal, annualRate, termDays, interest, early, startsOn, state: status, paid };
}

export interface NewHolding {
  id: string;
  reference: string;
  memberId: bigint;
  wallet: Wallet;
  currency: string;
  projectId: string;
  version: number;
  agreement: number;
  principal: Money;
  rollOver: boolean;
}

/** The database takes rate and dates from the terms, and refuses more than is left. */
export const insertHolding = write(
  `insert into holding (id, reference, member_id, wallet, currency, project_id, version, agreement, principal, roll_over)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
  (holding: NewHolding) => [
    holding.id,
    holding.reference,
    holding.memberId,
    holding.wallet,
    holding.currency,
    holding.projectId,
    holding.version,
    holding.agreement,
    holding.principal,
    holding.rollOver,
  ],
);

/** The database calculates what is paid, from the terms. */
export const updateRedeemed = write(`update holding set status = 'redeemed' where id = $1`, (id: string) => [id]);

export const updateRollOver = write('update holding set roll_over = $2 where id = $1', (id: string, on: boolean) => [
  id,
  on,
]);

function isoOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
