import { useRef } from 'react';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Schema } from '@candor/api-client/api';
import { ApiError, isNetworkError, isOutcomeUnknown } from '@candor/api-client/api-error';
import { newKey } from '@candor/api-client/new-key';
import { useErrorText } from '../../lib/i18n.tsx';
import { api } from '../api/request.ts';

type ProposalCall = {
  readonly path: string;
  readonly schema: Schema<unknown>;
  /** Keys of the queries that a proposal makes old. */
  readonly stale: readonly (readonly unknown[])[];
  /** What is said when it went through, instead of that another operator has to check it. */
  readonly done?: string;
  readonly onClose: () => void;
  /** @param field its path in the body, such as "terms.min" */
  readonly setFieldError: (field: string, text: string) => void;
};

/** Sends a proposal. The same one sent again after a lost answer has the same key, so it is made once. */
export function useProposal({ path, schema, stale, done, onClose, setFieldError }: ProposalCall) {
  const t = useTranslations('terms');
  const client = useQueryClient();
  const errorText = useErrorText();
  const lost = useRef({ body: '', key: '' });
  const sending = useMutation({
    mutationFn: async (body: object) => {
      const text = JSON.stringify(body);
      const idempotencyKey = lost.current.body === text ? lost.current.key : newKey();
      lost.current = { body: text, key: idempotencyKey };
      return await api.post(path, body, schema, { idempotencyKey });
    },
    onSuccess: () => {
      notifications.show({ message: done ?? t('submitted'), color: 'teal', role: 'status' });
      onClose();
    },
    onError: (error) => {
      if (isNetworkError(error) || isOutcomeUnknown(error) || !(error instanceof ApiError)) return;
      // Refused: what is sent next is another proposal.
      lost.current = { body: '', key: '' };
      for (const [field, word] of Object.entries(error.fields)) setFieldError(field, errorText(word));
    },
    onSettled: async () =>
      await Promise.all([...stale, ['counters']].map(async (queryKey) => await client.invalidateQueries({ queryKey }))),
  });
  const isAtField = sending.error instanceof ApiError && Object.keys(sending.error.fields).length > 0;
  return {
    send: (body: object) => sending.mutate(body),
    isSending: sending.isPending,
    /** An error that belongs to no field. */
    error: isAtField ? null : sending.error,
  };
}

/** "terms.min" → "min". */
export function lastPart(field: string): string {
  return field.split('.').at(-1) ?? field;
}
