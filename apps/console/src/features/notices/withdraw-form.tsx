import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Schema } from '@candor/api-client/api';
import { api } from '../../services/api/request.ts';
import { DecisionForm } from '../../services/queue/decision-form.tsx';

type WithdrawFormProps = {
  title: string;
  path: string;
  base: number;
  schema: Schema<unknown>;
  /** The list that it makes old. */
  list: string;
  onClose: () => void;
};

/** Takes an announcement or a banner back, with a reason. */
export function WithdrawForm({ title, path, base, schema, list, onClose }: WithdrawFormProps) {
  const t = useTranslations('notices');
  const client = useQueryClient();
  return (
    <DecisionForm
      title={t('withdrawTitle', { title })}
      submit={t('withdraw')}
      isDangerous
      onSubmit={async ({ reason, key }) => {
        try {
          await api.post(path, { base, reason }, schema, { idempotencyKey: key });
          notifications.show({ message: t('withdrawDone'), color: 'teal', role: 'status' });
        } finally {
          // Also after a refusal: somebody else may have changed it.
          await client.invalidateQueries({ queryKey: ['queue', list] });
        }
      }}
      onClose={onClose}
    >
      <Text c="dimmed">{t('withdrawHint')}</Text>
    </DecisionForm>
  );
}
