import { readCounters } from '@candor/contract/calls/console/console';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@candor/api-client/api-error';
import type { CountersView } from '@candor/contract/console';
import { call } from '../api/request.ts';

const EVERY_MS = 5_000;

function useCountersQuery() {
  return useQuery({
    queryKey: ['counters'],
    queryFn: async () => await call(readCounters),
    refetchInterval: EVERY_MS,
    // The next reading is the next try.
    retry: false,
  });
}

/** How much waits in each queue. Read every five seconds while the page is visible. */
export function useCounters(): CountersView {
  return useCountersQuery().data ?? {};
}

/** Whether the last reading found nobody: no network, or a console that is being started again. */
export function useIsAway(): boolean {
  const { error } = useCountersQuery();
  return error instanceof ApiError && (error.code === 0 || error.key === 'CONSOLE_AWAY');
}
