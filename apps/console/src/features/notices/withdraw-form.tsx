import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { WithdrawNoticeBody } from '@candor/contract/console-notices';
import type { Operation } from '@candor/contract/operation';
import { queueKey } from '../../services/queue/queue-of.ts';
import { readAgain } from '../../services/queue/read-again.ts';
import { DecisionForm } from '../../services/queue/decision-form.tsx';

type WithdrawFormProps = {
  title: string;
  base: number;
  withdraw: (body: WithdrawNoticeBody, idempotencyKey: string) => Promise<unknown>;
  /** The list that it makes old. */
  list: Pick<Operation, 'path'>;
  onClose: () => void;
};

/** Takes an announcement or a banner back, with a reason. */
export function WithdrawForm({ title, base, withdraw, list, onClose }: WithdrawFormProps) {
  const t = useTranslations('notices');
  const client = useQueryClient();
  return (
    <DecisionForm
      title={t('withdrawTitle', { title })}
      submit={t('withdraw')}
      isDangerous
      onSubmit={async ({ reason, key }) => {
        try {
          await withdraw({ base, reason }, key);
          notifications.show({ message: t('withdrawDone'), color: 'teal', role: 'status' });
        } finally {
          // Also after a refusal: somebody else may have changed it.
          await readAgain(client, queueKey(list));
        }
      }}
      onClose={onClose}
    >
      <Text c="dimmed">{t('withdrawHint')}</Text>
    </DecisionForm>
  );
}
