/* What the screens of card and documents read and write. */

import { bankCardView, verificationView } from '@candor/contract/verification';
import type { BankCardBody } from '@candor/contract/verification';
import { PATHS } from '@candor/contract/routes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { anything } from '@candor/api-client/api';
import { del, get, post } from '../../services/api/request.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';

/** The schema's own null means that no card is bound. */
const cardOrNone = { parse: (data: unknown) => (data === null ? null : bankCardView.parse(data)) };

export function useBankCard() {
  return useQuery({
    queryKey: queryKeys.bankCard,
    queryFn: ({ signal }) => get(PATHS.bankCard, cardOrNone, { signal }),
  });
}

export function useBindCard() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: BankCardBody; idempotencyKey: string }) =>
      post(PATHS.bankCard, body, bankCardView, { idempotencyKey }),
    onSuccess: (card) => cache.setQueryData(queryKeys.bankCard, card),
  });
}

export function useRemoveCard() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ withdrawPwd, idempotencyKey }: { withdrawPwd: string; idempotencyKey: string }) =>
      del(PATHS.bankCard, anything, { body: { withdrawPwd }, idempotencyKey }),
    onSuccess: () => cache.setQueryData(queryKeys.bankCard, null),
  });
}

export function useVerification() {
  return useQuery({
    queryKey: queryKeys.verification,
    queryFn: ({ signal }) => get(PATHS.verification, verificationView, { signal }),
  });
}

export type VerificationUpload = {
  form: FormData;
  idempotencyKey: string;
  onProgress: (sent: number) => void;
};

/** Sends the documents. The same key again asks about the same submission. */
export function useSubmitVerification() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ form, ...options }: VerificationUpload) => post(PATHS.verification, form, verificationView, options),
    onSuccess: (view) => {
      cache.setQueryData(queryKeys.verification, view);
      void cache.invalidateQueries({ queryKey: queryKeys.profile });
    },
  });
}
