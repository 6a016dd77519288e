import { useState } from 'react';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Schema } from '@candor/api-client/api';
import { ApiError } from '@candor/api-client/api-error';
import { newKey } from '@candor/api-client/new-key';
import { useErrorText } from '../../lib/i18n.tsx';
import { api } from '../../services/api/request.ts';

type Saving = {
  /** PUT of what exists, POST of what is new. */
  readonly method: 'post' | 'put';
  readonly path: string;
  readonly schema: Schema<unknown>;
  /** The list that a save makes old. */
  readonly list: string;
  readonly onClose: () => void;
  readonly onFieldError: (field: string, text: string) => void;
};

/** Saves a version. Sent again after a lost answer, it is the same version. */
export function useSaving({ method, path, schema, list, onClose, onFieldError }: Saving) {
  const t = useTranslations('notices');
  const client = useQueryClient();
  const errorText = useErrorText();
  const [key, setKey] = useState(newKey);
  const sending = useMutation({
    mutationFn: async (body: object) => await api[method](path, body, schema, { idempotencyKey: key }),
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
    onSettled: async () => await client.invalidateQueries({ queryKey: ['queue', list] }),
  });
  const isAtField = sending.error instanceof ApiError && Object.keys(sending.error.fields).length > 0;
  return {
    send: (body: object) => sending.mutate(body),
    isSending: sending.isPending,
    /** An error that belongs to no field. */
    error: isAtField ? null : sending.error,
  };
}
