import { useState } from 'react';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { newKey } from '@candor/api-client/new-key';
import { reviewView } from '@candor/contract/verification';
import type { ReviewView } from '@candor/contract/verification';
import { PATHS } from '@candor/contract/routes';
import { api } from '../../services/api/request.ts';
import { Dialog } from '../../lib/dialog.tsx';
import { FailedAct } from '../../services/queue/failed-act.tsx';

type VerifyFormProps = {
  item: { id: string; version: number; username: string };
  onDone: (view: ReviewView) => Promise<void>;
  onClose: () => void;
};

/** Asks once before a member is verified: it cannot be taken back here. */
export function VerifyForm({ item, onDone, onClose }: VerifyFormProps) {
  const t = useTranslations('verifications');
  const common = useTranslations('common');
  const [key] = useState(newKey);
  const sending = useMutation({
    mutationFn: async () =>
      await api.post(PATHS.reviewAct(item.id, 'verify'), { version: item.version }, reviewView, {
        idempotencyKey: key,
      }),
    onSuccess: onDone,
  });
  return (
    <Dialog onClose={onClose} title={t('verifyAsk', { name: item.username })}>
      <Stack gap="md">
        <Text>{t('verifyHint')}</Text>
        {sending.error !== null && <FailedAct error={sending.error} onRefreshed={onClose} />}
        <Group justify="end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button data-autofocus loading={sending.isPending} onClick={() => sending.mutate()}>
            {t('verify')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
