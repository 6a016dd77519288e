/* Messages to this member: their pages, and marking them as read. News of kind `notice` read them again. */

import { listMemberMessages, markMemberMessagesRead } from '@candor/contract/calls/messages';
import type { MessageView } from '@candor/contract/messages';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { pagesOf } from '../api/pages-of.ts';
import { call } from '../api/request.ts';
import { queryKeys } from '../queries/query-keys.ts';

const PAGE_ROWS = '20';

export function useMessages() {
  return useInfiniteQuery({
    queryKey: queryKeys.messages,
    ...pagesOf(listMemberMessages, { query: { limit: PAGE_ROWS } }),
  });
}

/** Marks this message and all older ones as read. */
export function useReadMessages() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: Pick<MessageView, 'id'>) => await call(markMemberMessagesRead, { body: { upTo: id } }),
    onSuccess: async () => await cache.invalidateQueries({ queryKey: ['notice'] }),
  });
}
