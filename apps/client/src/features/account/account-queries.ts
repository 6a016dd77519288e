/* What the account screens read and write. */

import { listTransfers, readBalanceLine, readEarnings } from '@candor/contract/calls/wallet';
import { endOtherSessions, endSession, listSessions, saveProfile } from '@candor/contract/calls/account';
import type { ProfileBody } from '@candor/contract/identity';
import { changeAvatar } from '@candor/contract/calls/verification';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pagesOf } from '../../services/api/pages-of.ts';
import { call } from '../../services/api/request.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { loadProfile } from '../../services/session/load-profile.ts';
import { statementQuery } from './statement-filter.ts';
import type { StatementFilter } from './statement-filter.ts';

const SESSIONS_KEY = ['sessions'] as const;

export function useStatement(filter: StatementFilter) {
  const query = statementQuery(filter);
  return useInfiniteQuery({
    queryKey: queryKeys.transfers({ list: 'statement', ...query }),
    ...pagesOf(listTransfers, { query: { ...query, limit: 30 } }),
  });
}

/** What a business date earned, with its orders page by page. News of money reads it again. */
export function useEarnings(date: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.transfers({ list: 'earnings', date }),
    ...pagesOf(readEarnings, { query: { date, limit: 30 } }),
  });
}

/** Every movement of money changes today's point. */
export function useBalanceLine(days: '7' | '30') {
  return useQuery({
    queryKey: queryKeys.balanceLine(days),
    queryFn: ({ signal }) => call(readBalanceLine, { query: { days }, signal }),
  });
}

export function useDevices() {
  return useInfiniteQuery({
    queryKey: SESSIONS_KEY,
    ...pagesOf(listSessions),
  });
}

/** Signs another device out. */
export function useSignOutDevice() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(endSession, { params: { id } }),
    onSettled: () => cache.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}

/** Signs all other devices out, and returns how many. */
export function useSignOutOthers() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(endOtherSessions),
    onSettled: () => cache.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}

/** Writes the given fields; the rest of the profile stays. */
export function useSaveProfile() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (changes: ProfileBody) => call(saveProfile, { body: changes }),
    onSuccess: (profile) => cache.setQueryData(queryKeys.profile, profile),
  });
}

/** Sends the part of a picture that was chosen. The whole app shows the new one. */
export function useChangeAvatar() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (picture: Blob) => {
      const form = new FormData();
      form.set('avatar', picture, 'avatar.jpg');
      await call(changeAvatar, { body: form });
      await loadProfile();
    },
    onSuccess: () => void cache.invalidateQueries({ queryKey: queryKeys.profile }),
  });
}
