import { useQuery } from '@tanstack/react-query';
import { investChanges, listProjects } from '@candor/contract/calls/console/invest';
import type { InvestChangeView } from '@candor/contract/console-invest';
import { localDay } from '@candor/domain/market/local-time';
import type { DayNumber } from '@candor/domain/market/local-time';
import { call } from '../../services/api/request.ts';
import { useMay, useOperator } from '../../services/operator/operator.tsx';
import { queueKey } from '../../services/queue/queue-of.ts';

const INVEST_KEY = ['invest'] as const;

const OPEN_MAX = 100;

/** Projects with all versions, and the savings. */
export function useInvest() {
  const may = useMay();
  return useQuery({
    queryKey: INVEST_KEY,
    queryFn: async ({ signal }) => await call(listProjects, { signal }),
    enabled: may('invest:project:read'),
  });
}

/** Proposals that wait for a second operator. */
export function useOpenChanges(): readonly InvestChangeView[] {
  const open = useQuery({
    queryKey: [...queueKey(investChanges.list), 'open'],
    queryFn: async ({ signal }) =>
      await call(investChanges.list, { query: { status: 'proposed', limit: OPEN_MAX }, signal }),
  });
  return open.data?.items ?? [];
}

/** The business date of now. */
export function useToday(): DayNumber {
  const { timeZone } = useOperator().site;
  return localDay(timeZone, nowMs());
}

export function nowMs(): number {
  return Date.now();
}
