/* What the screens of card and documents read and write. */

import {
  bindBankCard,
  readBankCard,
  readVerification,
  removeBankCard,
  submitVerification,
} from '@candor/contract/calls/verification';
import type { BankCardBody } from '@candor/contract/verification';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../services/api/request.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';

export function useBankCard() {
  return useQuery({
    queryKey: queryKeys.bankCard,
    queryFn: ({ signal }) => call(readBankCard, { signal }),
  });
}

export function useBindCard() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: BankCardBody; idempotencyKey: string }) =>
      call(bindBankCard, { body, idempotencyKey }),
    onSuccess: (card) => cache.setQueryData(queryKeys.bankCard, card),
  });
}

export function useRemoveCard() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ withdrawPwd, idempotencyKey }: { withdrawPwd: string; idempotencyKey: string }) =>
      call(removeBankCard, { body: { withdrawPwd }, idempotencyKey }),
    onSuccess: () => cache.setQueryData(queryKeys.bankCard, null),
  });
}

export function useVerification() {
  return useQuery({
    queryKey: queryKeys.verification,
    queryFn: ({ signal }) => call(readVerification, { signal }),
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
    mutationFn: ({ form, ...options }: VerificationUpload) => call(submitVerification, { body: form, ...options }),
    onSuccess: (view) => {
      cache.setQueryData(queryKeys.verification, view);
      void cache.invalidateQueries({ queryKey: queryKeys.profile });
    },
  });
}
