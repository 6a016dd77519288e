/* The statement's filter, as it stands in the address of the account screen. */

import { TRANSFER_TYPES } from '@candor/contract/wallet';
import type { TransferType } from '@candor/contract/wallet';
import { addDays, rangeQuery, readRange } from '../../lib/dates.ts';
import type { DateRange } from '../../lib/dates.ts';
import { paths } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';

/** The screens within the account screen; null is the account itself. */
export const VIEWS = ['statement', 'display', 'devices'] as const;
export type AccountViewName = (typeof VIEWS)[number];

export function readView(params: URLSearchParams): AccountViewName | null {
  return VIEWS.find((view) => view === params.get('view')) ?? null;
}

export type StatementFilter = DateRange & { type: TransferType | null };

export function readStatementFilter(params: URLSearchParams): StatementFilter {
  return { type: TRANSFER_TYPES.find((type) => type === params.get('type')) ?? null, ...readRange(params) };
}

/** What to change in the address; null takes a part out of it. */
export function statementAddress({ type, from, to }: StatementFilter): Record<string, string | null> {
  return { type, from, to };
}

export type StatementQuery = Record<'type' | 'from' | 'to', string | undefined>;

export function statementQuery(filter: StatementFilter): StatementQuery {
  return { type: filter.type ?? undefined, ...rangeQuery(filter) };
}

export function viewPath(view: AccountViewName, filter: Partial<StatementFilter> = {}): AppPath {
  const params = new URLSearchParams({ view });
  for (const [name, value] of Object.entries(filter)) if (value) params.set(name, value);
  return `${paths.account()}?${params.toString()}`;
}

/** The statement of one business date, counted back from today. */
export function statementOfDay(today: string, daysBack: number): AppPath {
  const date = addDays(today, -daysBack);
  return viewPath('statement', { from: date, to: date });
}

export function isFiltered({ type, from, to }: StatementFilter): boolean {
  return type !== null || from !== null || to !== null;
}

/** Every type a site may write, in the order of the sheet: what trading writes first, then the cashier and investing. */
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
];
