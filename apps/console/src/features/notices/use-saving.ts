import { useState } from 'react';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ApiError } from '@candor/api-client/api-error';
import type { Operation } from '@candor/contract/operation';
import { newKey } from '@candor/api-client/new-key';
import { useErrorText } from '../../lib/i18n.tsx';
import { queueKey } from '../../services/queue/queue-of.ts';
import { readAgain } from '../../services/queue/read-again.ts';

type Saving<Body> = {
  readonly save: (body: Body, idempotencyKey: string) => Promise<unknown>;
  /** The list that a save makes old. */
  readonly list: Pick<Operation, 'path'>;
  readonly onClose: () => void;
  readonly onFieldError: (field: string, text: string) => void;
};

/** Saves a version. Sent again after a lost answer, it is the same version. */
export function useSaving<Body>({ save, list, onClose, onFieldError }: Saving<Body>) {
  const t = useTranslations('notices');
  const client = useQueryClient();
  const errorText = useErrorText();
  const [key, setKey] = useState(newKey);
  const sending = useMutation({
    mutationFn: async (body: Body) => await save(body, key),
    onSuccess: () => {
      notifications.show({ message: t('saveDone'), color: 'teal', role: 'status' });
      onClose();
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      // Refused: what is sent next is another version.
      setKey(newKey());
      for (const [field, word] of Object.entries(error.fields)) onFieldError(field, errorText(word));
    },
    onSettled: async () => await readAgain(client, queueKey(list)),
  });
  const isAtField = sending.error instanceof ApiError && Object.keys(sending.error.fields).length > 0;
  return {
    send: (body: Body) => sending.mutate(body),
    isSending: sending.isPending,
    /** An error that belongs to no field. */
    error: isAtField ? null : sending.error,
  };
}
