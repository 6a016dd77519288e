import { useState } from 'react';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ApiError } from '@candor/api-client/api-error';
import { newKey } from '@candor/api-client/new-key';
import { termsChangeView } from '@candor/contract/console-terms';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { useErrorText } from '../../lib/i18n.tsx';
import { api } from '../../services/api/request.ts';

/** Sends proposed terms. Sent again after a lost answer, it is the same proposal. */
export function useProposal(onClose: () => void, setFieldError: (field: string, text: string) => void) {
  const t = useTranslations('terms');
  const client = useQueryClient();
  const errorText = useErrorText();
  const [key, setKey] = useState(newKey);
  const sending = useMutation({
    mutationFn: async (body: object) =>
      await api.post(CONSOLE_PATHS.termsChanges, body, termsChangeView, { idempotencyKey: key }),
    onSuccess: () => {
      notifications.show({ message: t('submitted'), color: 'teal', role: 'status' });
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      // Refused: what is sent next is another proposal.
      setKey(newKey());
      for (const [field, word] of Object.entries(error.fields))
        setFieldError(field.split('.').at(-1) ?? field, errorText(word));
    },
    onSettled: async () =>
      await Promise.all([
        client.invalidateQueries({ queryKey: ['terms'] }),
        client.invalidateQueries({ queryKey: ['queue', CONSOLE_PATHS.termsChanges] }),
        client.invalidateQueries({ queryKey: ['counters'] }),
      ]),
  });
  const isAtField = sending.error instanceof ApiError && Object.keys(sending.error.fields).length > 0;
  return {
    send: (body: object) => sending.mutate(body),
    isSending: sending.isPending,
    /** An error that belongs to no field. */
    error: isAtField ? null : sending.error,
  };
}
