/* The statement's filter, as it is in the address of the account screen. */

import { STATEMENT_ACCOUNTS, TRANSFER_TYPES } from '@candor/contract/wallet';
import type { TransferType } from '@candor/contract/wallet';
import type { listTransfers } from '@candor/contract/calls/wallet';
import type { QueryOf } from '@candor/contract/operation';
import { rangeQuery, readRange } from '../../lib/dates.ts';
import type { DateRange } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';

/** The screens within the account screen; null is the account itself. */
export const VIEWS = ['statement', 'earnings', 'display', 'devices'] as const;
export type AccountViewName = (typeof VIEWS)[number];

export function readView(params: URLSearchParams): AccountViewName | null {
  return VIEWS.find((view) => view === params.get('view')) ?? null;
}

export type StatementAccount = (typeof STATEMENT_ACCOUNTS)[number];

/** An empty list means all types. */
export type StatementFilter = DateRange & {
  account: StatementAccount;
  types: readonly TransferType[];
  /** Only the transfers of one order, investment or similar. */
  ref: string | null;
};

export const NO_FILTER: StatementFilter = { account: 'funds', types: [], ref: null, from: null, to: null };

const ID = /^[0-9a-f-]{36}$/i;

export function readStatementFilter(params: URLSearchParams, today: string): StatementFilter {
  const named = (params.get('type') ?? '').split(',');
  return {
    account: STATEMENT_ACCOUNTS.find((account) => account === params.get('account')) ?? 'funds',
    types: TRANSFER_TYPES.filter((type) => named.includes(type)),
    ref: ID.exec(params.get('ref') ?? '')?.[0] ?? null,
    ...readRange(params, today),
  };
}

/** What to change in the address; null removes a part. */
export function statementAddress({ account, types, ref, from, to }: StatementFilter): Record<string, string | null> {
  const type = types.length === 0 ? null : types.join(',');
  return { account: account === 'funds' ? null : account, type, ref, from, to };
}

export type StatementQuery = Pick<QueryOf<typeof listTransfers>, 'account' | 'type' | 'refId' | 'from' | 'to'>;

export function statementQuery(filter: StatementFilter): StatementQuery {
  const { type } = statementAddress(filter);
  return {
    account: filter.account === 'funds' ? undefined : filter.account,
    type: type ?? undefined,
    refId: filter.ref ?? undefined,
    ...rangeQuery(filter),
  };
}

export function viewPath(view: AccountViewName): AppPath {
  return `${paths.account()}?view=${view}`;
}

/** Adds a type, or removes it if it was in the list. */
export function withType(types: readonly TransferType[], type: TransferType): TransferType[] {
  return types.includes(type) ? types.filter((other) => other !== type) : [...types, type];
}

/** Every type a site may write, in the order of the sheet: trading first, then the cashier and investing. */
export const TYPE_CHOICES: readonly TransferType[] = [
  'orderStake',
  'orderPayout',
  'orderRefund',
  'fee',
  'practiceGrant',
  'practiceReset',
  'recharge',
  'withdraw',
  'withdrawalReturned',
  'manualAdd',
  'manualDeduct',
  'invitationReward',
  'investment',
  'redemption',
  'interest',
  'savingsIn',
  'savingsOut',
  'givenUp',
];
