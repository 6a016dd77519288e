/* What the screens of "Invest and save" read. News of the member read these entries again. */

import {
  listHoldings,
  listProjects,
  listSavingsTransfers,
  readAgreement,
  readHolding,
  readInvestSummary,
  readQuote,
  readRedemption,
  readSavings,
} from '@candor/contract/calls/invest';
import { pagesOf } from '../../services/api/pages-of.ts';
import { useEffect, useState } from 'react';
import type { AgreementCode, HoldingView, SavingsView } from '@candor/contract/invest';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../services/api/request.ts';
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
    queryFn: ({ signal }) => call(listProjects, { signal }),
    refetchInterval: PROJECTS_MS,
  });
}

export function useInvestSummary() {
  return useQuery({
    queryKey: queryKeys.investSummary,
    queryFn: ({ signal }) => call(readInvestSummary, { signal }),
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
    queryFn: ({ signal }) => call(readQuote, { params: { id: projectId }, query: { amount: settled ?? '' }, signal }),
    enabled: isCurrent,
    gcTime: 60_000,
  });
  return isCurrent ? query.data : undefined;
}

export function useHoldings(filter: HoldingFilter) {
  const query = holdingQuery(filter);
  return useInfiniteQuery({
    queryKey: queryKeys.holdingList(query),
    ...pagesOf(listHoldings, { query: { ...query, limit: PAGE } }),
  });
}

export function useHolding(id: string) {
  return useQuery({
    queryKey: queryKeys.holding(id),
    queryFn: ({ signal }) => call(readHolding, { params: { id }, signal }),
  });
}

/** What an early redemption would do now; read anew each time it is asked for. */
export function useRedemption(id: string, isAsked: boolean) {
  return useQuery({
    queryKey: queryKeys.redemption(id),
    queryFn: ({ signal }) => call(readRedemption, { params: { id }, signal }),
    enabled: isAsked,
    staleTime: 0,
  });
}

export function useSavings() {
  return useQuery({
    queryKey: queryKeys.savings,
    queryFn: ({ signal }) => call(readSavings, { signal }),
  });
}

export function useSavingsTransfers() {
  return useInfiniteQuery({
    queryKey: queryKeys.savingsTransfers,
    ...pagesOf(listSavingsTransfers, { query: { limit: PAGE } }),
  });
}

/** A version of an agreement never changes. */
export function useAgreement(code: AgreementCode, version: number, isAsked: boolean) {
  return useQuery({
    queryKey: queryKeys.agreement(code, version),
    queryFn: ({ signal }) => call(readAgreement, { params: { code, version: version.toString() }, signal }),
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
