import type { Wallet } from '@candor/contract/envelope';
import { fairnessView } from '@candor/contract/fairness';
import { PATHS } from '@candor/contract/routes';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { get } from '../../services/api/request.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';

export const DAYS = ['7', '30', '90'] as const;

export type FairnessFilter = { days: (typeof DAYS)[number]; wallet: Wallet };

/** A site in practice mode has no other wallet, even if the address names one. */
export function readFairnessFilter(params: URLSearchParams, mode: 'practice' | 'live'): FairnessFilter {
  const wallet = mode === 'practice' || params.get('wallet') === 'practice' ? 'practice' : 'cash';
  return { days: DAYS.find((days) => days === params.get('days')) ?? '30', wallet };
}

/** The filter as the query of a call. */
export function filterQuery({ days, wallet }: FairnessFilter): Record<string, string> {
  return { days, wallet };
}

export function useFairness(filter: FairnessFilter) {
  const query = filterQuery(filter);
  return useQuery({
    queryKey: queryKeys.fairness(query),
    queryFn: ({ signal }) => get(PATHS.fairness, fairnessView, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}
