/* What the screen of complaints reads and changes. */

import { listComplaints, openComplaint, replyToComplaint, withdrawComplaint } from '@candor/contract/calls/complaints';
import type { ComplaintBody } from '@candor/contract/complaints';
import { listMessages } from '@candor/contract/calls/support';
import { newKey } from '@candor/api-client/new-key';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../services/api/request.ts';
import { pagesOf } from '../../services/api/pages-of.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';

export function useComplaints() {
  return useInfiniteQuery({ queryKey: queryKeys.complaints, ...pagesOf(listComplaints, { query: {} }) });
}

/** The message of the chat that a complaint is made from; without an id nothing is requested. */
export function useMessage(id: string | null) {
  return useQuery({
    queryKey: [...queryKeys.complaints, 'message', id],
    queryFn: async ({ signal }) => {
      // A page begins below its cursor.
      const cursor = id === null ? undefined : (BigInt(id) + 1n).toString();
      const { items } = await call(listMessages, { query: { cursor, limit: 1 }, signal });
      return items.find((message) => message.id === id) ?? null;
    },
    enabled: id !== null && /^[1-9]\d{0,16}$/.test(id),
  });
}

export type Follow = { id: string; idempotencyKey?: string } & ({ text: string } | { text: null });

/** Opens, follows, and takes back. Everything that shows complaints is read again. */
export function useComplaintActs() {
  const cache = useQueryClient();
  const onSuccess = async () => await cache.invalidateQueries({ queryKey: queryKeys.complaints });
  return {
    open: useMutation({
      mutationFn: ({ body, idempotencyKey }: { body: ComplaintBody; idempotencyKey: string }) =>
        call(openComplaint, { body, idempotencyKey }),
      onSuccess,
    }),
    follow: useMutation({
      mutationFn: ({ id, text, idempotencyKey = newKey() }: Follow) =>
        text === null
          ? call(withdrawComplaint, { params: { id }, body: {}, idempotencyKey })
          : call(replyToComplaint, { params: { id }, body: { text }, idempotencyKey }),
      onSuccess,
    }),
  };
}
