/* The filter of the investment records, as it is in the address. The server filters; list and totals send the same. */

import { HOLDING_FILTERS } from '@candor/contract/invest';
import type { listHoldings } from '@candor/contract/calls/invest';
import type { QueryOf } from '@candor/contract/operation';
import { rangeQuery, readRange } from '../../lib/dates.ts';
import type { DateRange } from '../../lib/dates.ts';

export const RECORD_TABS = [...HOLDING_FILTERS, 'all'] as const;
export type RecordTab = (typeof RECORD_TABS)[number];
export type HoldingFilter = DateRange & { tab: RecordTab };

/** Without a choice the page shows what is still to come back. */
export function readHoldingFilter(params: URLSearchParams, today: string): HoldingFilter {
  return { tab: RECORD_TABS.find((tab) => tab === params.get('status')) ?? 'awaiting', ...readRange(params, today) };
}

export function holdingAddress({ tab, from, to }: HoldingFilter): Record<string, string | null> {
  return { status: tab === 'awaiting' ? null : tab, from, to };
}

export type HoldingQuery = Pick<QueryOf<typeof listHoldings>, 'status' | 'from' | 'to'>;

export function holdingQuery({ tab, ...range }: HoldingFilter): HoldingQuery {
  return { status: tab === 'all' ? undefined : tab, ...rangeQuery(range) };
}
