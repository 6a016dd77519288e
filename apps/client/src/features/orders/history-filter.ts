/*
 * The filter of the order history, as it is in the address. The server filters; the list and the sums send the same
 * filter.
 */

import type { listOrders } from '@candor/contract/calls/trading';
import type { QueryOf } from '@candor/contract/operation';
import { rangeQuery, readRange } from '../../lib/dates.ts';
import type { DateRange } from '../../lib/dates.ts';

export const RESULTS = ['all', 'won', 'lost'] as const;
export type ResultFilter = (typeof RESULTS)[number];

export type HistoryFilter = DateRange & { result: ResultFilter; product: string | null };

export function readHistoryFilter(params: URLSearchParams, today: string): HistoryFilter {
  return {
    result: RESULTS.find((result) => result === params.get('result')) ?? 'all',
    product: params.get('product') || null,
    ...readRange(params, today),
  };
}

/** What to change in the address; null removes a part. */
export function historyAddress({ result, product, from, to }: HistoryFilter): Record<string, string | null> {
  return { result: result === 'all' ? null : result, product, from, to };
}

export type HistoryQuery = Pick<QueryOf<typeof listOrders>, 'status' | 'result' | 'product' | 'from' | 'to'>;

export function historyQuery(filter: HistoryFilter): HistoryQuery {
  return {
    status: 'settled',
    result: filter.result === 'all' ? undefined : filter.result,
    product: filter.product ?? undefined,
    ...rangeQuery(filter),
  };
}

export const NO_FILTER: HistoryFilter = { result: 'all', product: null, from: null, to: null };

/** Won orders as a share of the decided ones, as a decimal fraction; null while none is decided. */
export function winShare({ won, lost }: { won: number; lost: number }): string | null {
  return won + lost === 0 ? null : (won / (won + lost)).toFixed(4);
}
