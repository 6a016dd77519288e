import { useEffect } from 'react';
import { PATHS } from '@candor/contract/routes';
import { supportReadView, supportView } from '@candor/contract/support';
import type { SupportMessage, SupportView } from '@candor/contract/support';
import { orderView } from '@candor/contract/trading';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { get, post } from '../../services/api/request.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';

const PAGE = 30;

type Pages = InfiniteData<SupportView, string | undefined>;

/** All messages, newest page first. */
export function useMessages() {
  return useInfiniteQuery({
    queryKey: queryKeys.supportMessages,
    queryFn: ({ pageParam, signal }) =>
      get(PATHS.supportMessages, supportView, { query: { limit: PAGE, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** Shows a message that the server just accepted, before the list is read again. */
export function putMessage(cache: QueryClient, message: SupportMessage): void {
  cache.setQueryData<Pages>(queryKeys.supportMessages, (known) => {
    const [first, ...rest] = known?.pages ?? [];
    if (known === undefined || first === undefined || first.items.some(({ id }) => id === message.id)) return known;
    return { ...known, pages: [{ ...first, items: [message, ...first.items] }, ...rest] };
  });
  void cache.invalidateQueries({ queryKey: queryKeys.support });
}

/** The order a doubt is about; without an id nothing is requested. */
export function useDoubtedOrder(id: string | null) {
  return useQuery({
    queryKey: queryKeys.order(id ?? ''),
    queryFn: ({ signal }) => get(PATHS.order(id ?? ''), orderView, { signal }),
    enabled: id !== null,
  });
}

/** Marks everything up to the newest message as seen on the server, while the page is visible. */
export function useMarkRead(newest: SupportView | undefined): void {
  const cache = useQueryClient();
  const upTo = newest === undefined || newest.unread === 0 ? undefined : newest.items[0]?.id;
  useEffect(() => {
    if (upTo === undefined) return;
    const mark = () => {
      if (document.visibilityState !== 'visible') return;
      void post(PATHS.supportRead, { upTo }, supportReadView).then(
        () => cache.invalidateQueries({ queryKey: queryKeys.support }),
        // It stays unread; the next visit tries again.
        () => undefined,
      );
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [cache, upTo]);
}
