/* What support in the console reads and does. An open page reads itself again every few seconds while it is seen. */

import {
  assignConversation,
  closeConversation,
  listCannedAnswers,
  listConversationMessages,
  listConversations,
  listSupportOperators,
  readSupportHours,
  reopenConversation,
  takeConversation,
} from '@candor/contract/calls/console/support';
import { pagesOf } from '../../services/api/pages-of.ts';
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OperatorQueue } from '@candor/contract/console-support';
import { call } from '../../services/api/request.ts';

const LIST_EVERY_MS = 4_000;
const TALK_EVERY_MS = 2_500;
const ROWS = 30;
const MESSAGES = 50;

export function useConversations(queue: OperatorQueue, q: string) {
  return useInfiniteQuery({
    queryKey: ['support', 'list', queue, q],
    ...pagesOf(listConversations, { query: { queue, q: q === '' ? undefined : q, limit: ROWS } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => LIST_EVERY_MS * (state.data?.pages.length ?? 1),
  });
}

export function useTalk(id: string) {
  return useInfiniteQuery({
    queryKey: ['support', 'talk', id],
    ...pagesOf(listConversationMessages, { params: { id }, query: { limit: MESSAGES } }),
    refetchInterval: ({ state }) => TALK_EVERY_MS * (state.data?.pages.length ?? 1),
  });
}

export function useColleagues() {
  return useQuery({
    queryKey: ['support', 'operators'],
    queryFn: async ({ signal }) => await call(listSupportOperators, { signal }),
  });
}

export function useCanned() {
  return useQuery({
    queryKey: ['support', 'canned'],
    queryFn: async ({ signal }) => await call(listCannedAnswers, { signal }),
  });
}

export function useHours() {
  return useQuery({
    queryKey: ['support', 'hours'],
    queryFn: async ({ signal }) => await call(readSupportHours, { signal }),
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

const ACTS = { take: takeConversation, close: closeConversation, reopen: reopenConversation };

export async function act(id: string, what: keyof typeof ACTS): Promise<unknown> {
  return await call(ACTS[what], { params: { id }, body: {} });
}

export async function assign(id: string, operatorId: string | null): Promise<unknown> {
  return await call(assignConversation, { params: { id }, body: { operatorId } });
}
