/* The filter of both records, as it is in the address. The server filters; list and sum send the same filter. */

import { DEPOSIT_KINDS, DEPOSIT_STATUSES, WITHDRAWAL_STATUSES } from '@candor/contract/cashier';
import type { DepositKind, DepositStatus, WithdrawalStatus } from '@candor/contract/cashier';
import { rangeQuery, readRange } from '../../lib/dates.ts';
import type { DateRange } from '../../lib/dates.ts';

/** Null means all. */
export type RecordsFilter<Status extends string> = DateRange & { status: Status | null; kind: DepositKind | null };

export type DepositFilter = RecordsFilter<DepositStatus>;
export type WithdrawalFilter = RecordsFilter<WithdrawalStatus>;

export const NO_FILTER = { status: null, kind: null, from: null, to: null } as const;

export function readDepositFilter(params: URLSearchParams, today: string): DepositFilter {
  return {
    status: oneOf(DEPOSIT_STATUSES, params.get('status')),
    kind: oneOf(DEPOSIT_KINDS, params.get('kind')),
    ...readRange(params, today),
  };
}

export function readWithdrawalFilter(params: URLSearchParams, today: string): WithdrawalFilter {
  return { status: oneOf(WITHDRAWAL_STATUSES, params.get('status')), kind: null, ...readRange(params, today) };
}

/** What to change in the address; null removes a part. */
export function filterAddress({ status, kind, from, to }: RecordsFilter<string>): Record<string, string | null> {
  return { status, kind, from, to };
}

export function filterQuery({ status, kind, ...range }: RecordsFilter<string>): Record<string, string | undefined> {
  return { status: status ?? undefined, kind: kind ?? undefined, ...rangeQuery(range) };
}

function oneOf<const T extends readonly string[]>(words: T, text: string | null): T[number] | null {
  return words.find((word) => word === text) ?? null;
}
