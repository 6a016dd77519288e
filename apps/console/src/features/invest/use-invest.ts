import { useQuery } from '@tanstack/react-query';
import { operatorInvestView, investChangesView } from '@candor/contract/console-invest';
import type { InvestChangeView } from '@candor/contract/console-invest';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { localDay } from '@candor/domain/market/local-time';
import type { DayNumber } from '@candor/domain/market/local-time';
import { api } from '../../services/api/request.ts';
import { useMay, useOperator } from '../../services/operator/operator.tsx';

const INVEST_KEY = ['invest'] as const;

const OPEN_MAX = 100;

/** Projects with all versions, and the savings. */
export function useInvest() {
  const may = useMay();
  return useQuery({
    queryKey: INVEST_KEY,
    queryFn: async ({ signal }) => await api.get(CONSOLE_PATHS.investProjects, operatorInvestView, { signal }),
    enabled: may('invest:project:read'),
  });
}

/** Proposals that wait for a second operator. */
export function useOpenChanges(): readonly InvestChangeView[] {
  const open = useQuery({
    queryKey: ['queue', CONSOLE_PATHS.investChanges, 'open'],
    queryFn: async ({ signal }) =>
      await api.get(CONSOLE_PATHS.investChanges, investChangesView, {
        query: { status: 'proposed', limit: OPEN_MAX },
        signal,
      }),
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
