import { useQuery } from '@tanstack/react-query';
import { countersView } from '@candor/contract/console';
import type { CountersView } from '@candor/contract/console';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { api } from '../api/request.ts';

const EVERY_MS = 5_000;

/** How much waits in each queue. Read every five seconds while the page is visible. */
export function useCounters(): CountersView {
  const { data } = useQuery({
    queryKey: ['counters'],
    queryFn: async () => await api.get(CONSOLE_PATHS.counters, countersView),
    refetchInterval: EVERY_MS,
  });
  return data ?? {};
}
