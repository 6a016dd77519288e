/* Announcements as several screens show them: what is unread, the newest lines, and windows of maintenance. */

import {
  listBanners,
  markNoticeRead,
  readAllNotices,
  readMaintenance,
  readNotice,
  readNoticesNow,
} from '@candor/contract/calls/notices';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Language } from '@candor/contract/languages';
import { useLanguage } from '../../lib/language.ts';
import { paths } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';
import { call } from '../api/request.ts';
import { queryKeys } from '../queries/query-keys.ts';

/** News say when it changes, so it is not read again for each screen. */
const KEPT_MS = 5 * 60_000;

export function noticesNowRead(language: Language) {
  return queryOptions({
    queryKey: queryKeys.noticesNow(language),
    queryFn: ({ signal }) => call(readNoticesNow, { signal }),
    staleTime: KEPT_MS,
  });
}

export function useNoticesNow() {
  return useQuery(noticesNowRead(useLanguage()));
}

/** How many announcements the member has not read; 0 until that is known. */
export function useUnreadNotices(): number {
  return useNoticesNow().data?.unread ?? 0;
}

/** What the bell counts: announcements, and messages to this member, that they have not read. */
export function useUnreadNews(): number {
  const { data } = useNoticesNow();
  return data === undefined ? 0 : data.unread + data.messages;
}

/** Where the bell leads: to what is new. */
export function useNewsPath(): AppPath {
  const { data } = useNoticesNow();
  return data !== undefined && data.unread === 0 && data.messages > 0 ? paths.messages() : paths.notices();
}

export function useNotice(id: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: queryKeys.notice(id, language),
    queryFn: ({ signal }) => call(readNotice, { params: { id }, signal }),
  });
}

export function maintenanceRead(language: Language) {
  return queryOptions({
    queryKey: queryKeys.maintenance(language),
    queryFn: ({ signal }) => call(readMaintenance, { isToken: false, signal }),
    staleTime: KEPT_MS,
  });
}

/** Windows of maintenance that run or begin within a day. Every hour, because none of them may send news. */
export function useMaintenance() {
  return useQuery({ ...maintenanceRead(useLanguage()), refetchInterval: 60 * 60_000 });
}

export function bannersRead(language: Language) {
  return queryOptions({
    queryKey: queryKeys.banners(language),
    queryFn: ({ signal }) => call(listBanners, { isToken: false, signal }),
    staleTime: KEPT_MS,
  });
}

export function useBanners() {
  return useQuery(bannersRead(useLanguage()));
}

/** In place of an id: all announcements. */
export const ALL = 'all';

/** Marks one announcement as read, or all of them. What is shown is read again at once. */
export function useReadNotices() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) =>
      await (id === ALL ? call(readAllNotices) : call(markNoticeRead, { params: { id } })),
    onSuccess: async () => await cache.invalidateQueries({ queryKey: ['notice'] }),
  });
}
