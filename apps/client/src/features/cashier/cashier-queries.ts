/* What the cashier's screens read. News of the member read these entries again; polling is for what comes from outside. */

import {
  listDepositChannels,
  listDeposits,
  listWithdrawals,
  readDeposit,
  readWithdrawal,
  readWithdrawalTerms,
  readWithdrawalWaits,
} from '@candor/contract/calls/cashier';
import { pagesOf } from '../../services/api/pages-of.ts';
import { useEffect } from 'react';
import type { DepositView, WithdrawalView } from '@candor/contract/cashier';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../services/api/request.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { readAgain } from '../../services/queries/read-again.ts';
import { useSession } from '../../services/session/session.ts';
import { filterQuery } from './records-filter.ts';
import type { DepositFilter, WithdrawalFilter } from './records-filter.ts';
import { resumeCalls } from './resume-calls.ts';

const PAGE = 20;
/** A payment service answers from outside: the page does not rely on news alone. */
const POLL_MS = 5_000;
const CHANNELS_MS = 30_000;

export function useChannels() {
  return useQuery({
    queryKey: queryKeys.depositChannels,
    queryFn: ({ signal }) => call(listDepositChannels, { signal }),
    refetchInterval: CHANNELS_MS,
  });
}

/** One deposit. While a service or the practice channel decides, it is read every 5 seconds. */
export function useDeposit(id: string) {
  return useQuery({
    queryKey: queryKeys.deposit(id),
    queryFn: ({ signal }) => call(readDeposit, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isDecidedElsewhere(data) ? POLL_MS : false),
  });
}

function isDecidedElsewhere({ kind, status }: DepositView): boolean {
  return (kind === 'online' || kind === 'practice') && (status === 'recharging' || status === 'pending');
}

export function useDeposits(filter: DepositFilter) {
  const query = filterQuery(filter);
  return useInfiniteQuery({
    queryKey: queryKeys.depositList(query),
    ...pagesOf(listDeposits, { query: { ...query, limit: PAGE } }),
  });
}

/** Deposits that wait for the member or for an operator, newest first. */
export function useOpenDeposits() {
  const query = { status: 'recharging,pending,reviewing', limit: '5' };
  return useQuery({
    queryKey: queryKeys.depositList({ list: 'open' }),
    queryFn: ({ signal }) => call(listDeposits, { query, signal }),
    select: (page) => page.items,
  });
}

export function useWithdrawalTerms() {
  return useQuery({
    queryKey: queryKeys.withdrawalTerms,
    queryFn: ({ signal }) => call(readWithdrawalTerms, { signal }),
  });
}

export function useWithdrawalWaits() {
  return useQuery({
    queryKey: queryKeys.withdrawalWaits,
    queryFn: ({ signal }) => call(readWithdrawalWaits, { signal }),
  });
}

export function useWithdrawal(id: string) {
  return useQuery({
    queryKey: queryKeys.withdrawal(id),
    queryFn: ({ signal }) => call(readWithdrawal, { params: { id }, signal }),
  });
}

export function useWithdrawals(filter: WithdrawalFilter) {
  const query = filterQuery(filter);
  return useInfiniteQuery({
    queryKey: queryKeys.withdrawalList(query),
    ...pagesOf(listWithdrawals, { query: { ...query, limit: PAGE } }),
  });
}

/** The newest withdrawals: what still waits, and the last one to repeat. */
export function useRecentWithdrawals() {
  return useQuery({
    queryKey: queryKeys.withdrawalList({ list: 'recent' }),
    queryFn: ({ signal }) => call(listWithdrawals, { query: { limit: 10 }, signal }),
    select: (page) => page.items,
  });
}

/** Writes what a call answered, and reads again what depends on it. */
export function useTakeAnswer() {
  const cache = useQueryClient();
  return {
    deposit: (deposit: DepositView) => {
      cache.setQueryData(queryKeys.deposit(deposit.id), deposit);
      readAgain(cache, { queryKey: queryKeys.depositList({}).slice(0, 2) });
    },
    withdrawal: (withdrawal: WithdrawalView) => {
      cache.setQueryData(queryKeys.withdrawal(withdrawal.id), withdrawal);
      readAgain(cache, { queryKey: queryKeys.withdrawalList({}).slice(0, 2) });
      readAgain(cache, { queryKey: queryKeys.moneyAll });
    },
  };
}

/** Goes on with calls that an earlier visit left undecided, once a visit of the screen. */
export function useResumedCalls(): void {
  const cache = useQueryClient();
  const account = useSession((session) => session.name);
  useEffect(() => {
    void resumeCalls(account).then((found) => {
      if (!found) return;
      readAgain(cache, { queryKey: ['deposit'] });
      readAgain(cache, { queryKey: ['withdrawal'] });
      readAgain(cache, { queryKey: queryKeys.moneyAll });
    });
  }, [account, cache]);
}
