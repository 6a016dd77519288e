import { useState } from 'react';
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { newKey } from '@candor/api-client/new-key';
import { reviewView } from '@candor/contract/papers';
import type { ReviewView } from '@candor/contract/papers';
import { PATHS } from '@candor/contract/routes';
import { useMessageOf } from '../../lib/i18n.tsx';
import { api } from '../../services/api/request.ts';

type VerifyFormProps = {
  item: { id: string; version: number; username: string };
  onDone: (view: ReviewView) => Promise<void>;
  onClose: () => void;
};

/** Asks once before a member is verified: it cannot be taken back here. */
export function VerifyForm({ item, onDone, onClose }: VerifyFormProps) {
  const t = useTranslations('verifications');
  const common = useTranslations('common');
  const messageOf = useMessageOf();
  const [key] = useState(newKey);
  const sending = useMutation({
    mutationFn: async () =>
      await api.post(PATHS.reviewAct(item.id, 'verify'), { version: item.version }, reviewView, {
        idempotencyKey: key,
      }),
    onSuccess: onDone,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={600}>{t('verifyAsk', { name: item.username })}</Text>}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack gap="md">
        <Text>{t('verifyHint')}</Text>
        {sending.error !== null && (
          <Alert color="red" role="alert">
            {messageOf(sending.error)}
          </Alert>
        )}
        <Group justify="end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button data-autofocus loading={sending.isPending} onClick={() => sending.mutate()}>
            {t('verify')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
