/* How far a newcomer came with the guide. The account keeps it, so that another device goes on and does not ask again. */

import { keepFirstRun, readFirstRun } from '@candor/contract/calls/first-run';
import type { FirstRunBody } from '@candor/contract/first-run';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
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

/** A step that could not be kept is no reason to stop: the guide goes on. */
export function useKeepFirstRun() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: FirstRunBody) => call(keepFirstRun, { body }),
    onSuccess: (view) => cache.setQueryData(queryKeys.firstRun, view),
  });
}
