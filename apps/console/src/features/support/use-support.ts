/* What support in the console reads and does. An open page reads itself again every few seconds while it is seen. */

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { anything } from '@candor/api-client/api';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import {
  cannedListView,
  conversationMessagesView,
  conversationsView,
  hoursView,
  supportOperatorsView,
} from '@candor/contract/console-support';
import type { OperatorQueue } from '@candor/contract/console-support';
import { api } from '../../services/api/request.ts';

const LIST_EVERY_MS = 4_000;
const TALK_EVERY_MS = 2_500;
const ROWS = 30;
const MESSAGES = 50;

export function useConversations(queue: OperatorQueue, q: string) {
  return useInfiniteQuery({
    queryKey: ['support', 'list', queue, q],
    queryFn: async ({ pageParam, signal }) =>
      await api.get(CONSOLE_PATHS.conversations, conversationsView, {
        query: { queue, q: q === '' ? undefined : q, limit: ROWS, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => LIST_EVERY_MS * (state.data?.pages.length ?? 1),
  });
}

export function useTalk(id: string) {
  return useInfiniteQuery({
    queryKey: ['support', 'talk', id],
    queryFn: async ({ pageParam, signal }) =>
      await api.get(CONSOLE_PATHS.conversationMessages(id), conversationMessagesView, {
        query: { limit: MESSAGES, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    refetchInterval: ({ state }) => TALK_EVERY_MS * (state.data?.pages.length ?? 1),
  });
}

export function useColleagues() {
  return useQuery({
    queryKey: ['support', 'operators'],
    queryFn: async ({ signal }) => await api.get(CONSOLE_PATHS.supportOperators, supportOperatorsView, { signal }),
  });
}

export function useCanned() {
  return useQuery({
    queryKey: ['support', 'canned'],
    queryFn: async ({ signal }) => await api.get(CONSOLE_PATHS.cannedAnswers, cannedListView, { signal }),
  });
}

export function useHours() {
  return useQuery({
    queryKey: ['support', 'hours'],
    queryFn: async ({ signal }) => await api.get(CONSOLE_PATHS.supportHours, hoursView, { signal }),
  });
}

/** A write of operators; everything that shows conversations is read again. */
export function useReviewAct<Input>(send: (input: Input) => Promise<unknown>, onDone: () => void = () => undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async () => {
      onDone();
      await client.invalidateQueries({ queryKey: ['support'] });
      void client.invalidateQueries({ queryKey: ['counters'] });
    },
  });
}

export async function act(id: string, what: 'take' | 'close' | 'reopen'): Promise<unknown> {
  return await api.post(CONSOLE_PATHS.conversationAct(id, what), {}, anything);
}

export async function assign(id: string, operatorId: string | null): Promise<unknown> {
  return await api.post(CONSOLE_PATHS.conversationAct(id, 'assign'), { operatorId }, anything);
}
