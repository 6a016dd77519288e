/* What the screens of "Invest and save" read. News of the member read these entries again. */

import { useEffect, useState } from 'react';
import {
  agreementView,
  holdingDetail,
  holdingsView,
  investSummaryView,
  projectsView,
  quoteView,
  redemptionView,
  savingsTransfersView,
  savingsView,
} from '@candor/contract/invest';
import type { AgreementCode, HoldingView, SavingsView } from '@candor/contract/invest';
import { PATHS } from '@candor/contract/routes';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { get } from '../../services/api/request.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { readAgain } from '../../services/queries/read-again.ts';
import { holdingQuery } from './invest-filter.ts';
import type { HoldingFilter } from './invest-filter.ts';

const PAGE = 20;
/** Other members buy too: what is left changes without news for this one. */
const PROJECTS_MS = 30_000;
const TYPING_MS = 400;

export function useProjects() {
  return useQuery({
    queryKey: queryKeys.projects,
    queryFn: ({ signal }) => get(PATHS.projects, projectsView, { signal }),
    refetchInterval: PROJECTS_MS,
  });
}

export function useInvestSummary() {
  return useQuery({
    queryKey: queryKeys.investSummary,
    queryFn: ({ signal }) => get(PATHS.investSummary, investSummaryView, { signal }),
  });
}

/** What the server says of an amount, once it is no longer being typed. Null: there is no amount. */
export function useQuote(projectId: string, amount: string | null) {
  const [settled, setSettled] = useState(amount);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(amount), TYPING_MS);
    return () => clearTimeout(timer);
  }, [amount]);
  const isCurrent = settled === amount && amount !== null;
  const query = useQuery({
    queryKey: queryKeys.quote(projectId, settled ?? ''),
    queryFn: ({ signal }) => get(PATHS.quote(projectId), quoteView, { query: { amount: settled ?? '' }, signal }),
    enabled: isCurrent,
    gcTime: 60_000,
  });
  return isCurrent ? query.data : undefined;
}

export function useHoldings(filter: HoldingFilter) {
  const query = holdingQuery(filter);
  return useInfiniteQuery({
    queryKey: queryKeys.holdingList(query),
    queryFn: ({ pageParam, signal }) =>
      get(PATHS.holdings, holdingsView, { query: { ...query, limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

export function useHolding(id: string) {
  return useQuery({
    queryKey: queryKeys.holding(id),
    queryFn: ({ signal }) => get(PATHS.holding(id), holdingDetail, { signal }),
  });
}

/** What an early redemption would do now; read anew each time it is asked for. */
export function useRedemption(id: string, isAsked: boolean) {
  return useQuery({
    queryKey: queryKeys.redemption(id),
    queryFn: ({ signal }) => get(PATHS.redemption(id), redemptionView, { signal }),
    enabled: isAsked,
    staleTime: 0,
  });
}

export function useSavings() {
  return useQuery({
    queryKey: queryKeys.savings,
    queryFn: ({ signal }) => get(PATHS.savings, savingsView, { signal }),
  });
}

export function useSavingsTransfers() {
  return useInfiniteQuery({
    queryKey: queryKeys.savingsTransfers,
    queryFn: ({ pageParam, signal }) =>
      get(PATHS.savingsTransfers, savingsTransfersView, { query: { limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** A version of an agreement never changes. */
export function useAgreement(code: AgreementCode, version: number, isAsked: boolean) {
  return useQuery({
    queryKey: queryKeys.agreement(code, version),
    queryFn: ({ signal }) => get(PATHS.agreement(code, version), agreementView, { signal }),
    enabled: isAsked,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** After a call that moved money: what it answered, and what depends on it. */
export function useTakeAnswer() {
  const cache = useQueryClient();
  const moved = () => {
    readAgain(cache, { queryKey: queryKeys.investSummary });
    readAgain(cache, { queryKey: queryKeys.moneyAll });
    readAgain(cache, { queryKey: queryKeys.member });
    readAgain(cache, { queryKey: ['transfers'] });
  };
  return {
    holding: (holding: HoldingView) => {
      readAgain(cache, { queryKey: queryKeys.holding(holding.id) });
      readAgain(cache, { queryKey: queryKeys.holdingList({}).slice(0, 2) });
      readAgain(cache, { queryKey: queryKeys.projects });
      moved();
    },
    savings: (savings: SavingsView) => {
      cache.setQueryData(queryKeys.savings, savings);
      readAgain(cache, { queryKey: queryKeys.savingsTransfers });
      moved();
    },
  };
}
