import { useState } from 'react';
import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { newKey } from '@candor/api-client/new-key';
import { verifyIdentity } from '@candor/contract/calls/console/verification';
import type { ReviewView } from '@candor/contract/verification';
import { call } from '../../services/api/request.ts';
import { FormDialog } from '../../services/queue/form-dialog.tsx';

type VerifyFormProps = {
  item: { id: string; version: number; username: string };
  onDone: (view: ReviewView) => Promise<void>;
  onClose: () => void;
};

/** Asks once before a member is verified: it cannot be taken back here. */
export function VerifyForm({ item, onDone, onClose }: VerifyFormProps) {
  const t = useTranslations('verifications');
  const [key] = useState(newKey);
  const sending = useMutation({
    mutationFn: async () =>
      await call(verifyIdentity, {
        params: { id: item.id },
        body: { version: item.version },
        idempotencyKey: key,
      }),
    onSuccess: onDone,
  });
  return (
    <FormDialog
      title={t('verifyAsk', { name: item.username })}
      submit={t('verify')}
      error={sending.error}
      isSending={sending.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate();
      }}
      onClose={onClose}
    >
      <Text>{t('verifyHint')}</Text>
    </FormDialog>
  );
}
