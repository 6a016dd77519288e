/* How far a newcomer came with the guide. The account keeps it, so that another device goes on and does not ask again. */

import { keepFirstRun, readFirstRun } from '@candor/contract/calls/first-run';
import type { FirstRunBody } from '@candor/contract/first-run';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../api/request.ts';
import { queryKeys } from '../queries/query-keys.ts';

/** Whoever has an order stays no newcomer, so the answer is read once. */
const STALE_MS = 60_000;

export const firstRunRead = queryOptions({
  queryKey: queryKeys.firstRun,
  queryFn: ({ signal }) => call(readFirstRun, { signal }),
  staleTime: ({ state }) => (state.data !== undefined && state.data.order !== null ? Infinity : STALE_MS),
});

export function useFirstRun() {
  return useQuery(firstRunRead);
}

/**
 * Whether any answer in the cache shows an order of the member. Without a network the kept answer about the guide may be older
 * than the first order.
 */
export function knowsOrders(cache: QueryClient): boolean {
  return cache.getQueriesData({ queryKey: queryKeys.orders }).some(([[, kind], data]) => {
    switch (kind) {
      case 'one':
        return data !== undefined;
      case 'open':
        return hasItems(data);
      case 'list':
        return typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)
          ? data.pages.some(hasItems)
          : false;
      case 'summary':
        return typeof data === 'object' && data !== null && 'count' in data && data.count !== 0;
      default:
        return false;
    }
  });
}

function hasItems(page: unknown): boolean {
  return (
    typeof page === 'object' && page !== null && 'items' in page && Array.isArray(page.items) && page.items.length > 0
  );
}

/** A step that could not be kept is no reason to stop: the guide goes on. */
export function useKeepFirstRun() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: FirstRunBody) => call(keepFirstRun, { body }),
    onSuccess: (view) => cache.setQueryData(queryKeys.firstRun, view),
  });
}
