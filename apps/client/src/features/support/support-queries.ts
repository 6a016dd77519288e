import {
  listMessages,
  listVisitorMessages,
  markMessagesRead,
  markVisitorMessagesRead,
  readService,
} from '@candor/contract/calls/support';
import { useEffect } from 'react';
import { readOrder } from '@candor/contract/calls/trading';
import type { SupportMessage, SupportView } from '@candor/contract/support';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { call } from '../../services/api/request.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { useChannel, useVisitorSecret, visitorOptions } from './channel.ts';
import type { Channel } from './channel.ts';
import { pollPause } from './poll-pause.ts';

const PAGE = 30;
const SERVICE_REFRESH_MS = 60_000;

/** A page of messages; for a visitor also whether the server knows the conversation. */
type MessagePage = SupportView & { isKnown?: boolean };
type Pages = InfiniteData<MessagePage, string | undefined>;

const NOTHING: MessagePage = { items: [], nextCursor: null, unread: 0, deskRead: '0', isKnown: false };

/** All messages, newest page first. Members hear of news live; a visitor asks for them. */
export function useMessages() {
  const channel = useChannel();
  const secret = useVisitorSecret();
  return useInfiniteQuery({
    queryKey: channel === 'member' ? queryKeys.supportMessages : [...queryKeys.supportMessages, secret],
    queryFn: async ({ pageParam, signal }): Promise<MessagePage> => {
      const query = { limit: PAGE, cursor: pageParam };
      if (channel === 'member') return await call(listMessages, { query, signal });
      if (secret === null) return NOTHING;
      return await call(listVisitorMessages, { ...visitorOptions(), query, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: ({ state }) => {
      if (channel === 'member' || secret === null) return false;
      const newest = state.data?.pages[0]?.items[0]?.createdAt;
      return pollPause(newest === undefined ? 0 : Date.now() - Date.parse(newest));
    },
  });
}

/** Whether operators answer now. */
export function useService() {
  return useQuery({
    queryKey: ['service'],
    queryFn: ({ signal }) => call(readService, { isToken: false, signal }),
    refetchInterval: SERVICE_REFRESH_MS,
  });
}

/** Shows a message that the server just accepted, before the list is read again. */
export function putMessage(cache: QueryClient, message: SupportMessage): void {
  cache.setQueriesData<Pages>({ queryKey: queryKeys.supportMessages }, (known) => {
    const [first, ...rest] = known?.pages ?? [];
    if (known === undefined || first === undefined || first.items.some(({ id }) => id === message.id)) return known;
    return { ...known, pages: [{ ...first, items: [message, ...first.items] }, ...rest] };
  });
  void cache.invalidateQueries({ queryKey: queryKeys.support });
}

/** The order a dispute is about; without an id nothing is requested. */
export function useDisputedOrder(id: string | null) {
  return useQuery({
    queryKey: queryKeys.order(id ?? ''),
    queryFn: ({ signal }) => call(readOrder, { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
  });
}

async function markRead(channel: Channel, upTo: string): Promise<unknown> {
  return channel === 'member'
    ? await call(markMessagesRead, { body: { upTo } })
    : await call(markVisitorMessagesRead, { body: { upTo }, ...visitorOptions() });
}

/** Marks everything up to the newest message as seen on the server, while the page is visible. */
export function useMarkRead(newest: SupportView | undefined): void {
  const cache = useQueryClient();
  const channel = useChannel();
  const upTo = newest === undefined || newest.unread === 0 ? undefined : newest.items[0]?.id;
  useEffect(() => {
    if (upTo === undefined) return;
    const mark = () => {
      if (document.visibilityState !== 'visible') return;
      void markRead(channel, upTo).then(
        () => cache.invalidateQueries({ queryKey: queryKeys.support }),
        // It stays unread; the next visit tries again.
        () => undefined,
      );
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [cache, channel, upTo]);
}
