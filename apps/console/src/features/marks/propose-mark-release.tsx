import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { markReleaseView } from '@candor/contract/console-marks';
import type { MarkView } from '@candor/contract/console-marks';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { api } from '../../services/api/request.ts';
import { DecisionForm } from '../../services/queue/decision-form.tsx';
import type { Decision } from '../../services/queue/decision-form.tsx';

const REASONS = ['otherHolder', 'newAccount', 'mistake'] as const;

export type Released = { memberId: string; member: string } & Pick<MarkView, 'kind' | 'mark'>;

/** What changes with each proposal and each decision. */
export const STALE = [
  ['queue', CONSOLE_PATHS.marks],
  ['queue', CONSOLE_PATHS.markReleases],
] as const;

/** Proposes to release what a member holds. Nothing happens before another operator approves it. */
export function ProposeMarkRelease({ member, onClose, ...released }: Released & { onClose: () => void }) {
  const t = useTranslations('marks');
  const client = useQueryClient();
  const submit = async ({ reason, key }: Decision) => {
    await api.post(CONSOLE_PATHS.markReleases, { ...released, reason }, markReleaseView, { idempotencyKey: key });
    notifications.show({ message: t('proposed'), color: 'teal', role: 'status' });
    await Promise.all([...STALE, ['counters']].map(async (queryKey) => await client.invalidateQueries({ queryKey })));
  };
  return (
    <DecisionForm
      title={t('proposeFor', { member })}
      submit={t('propose')}
      reasons={REASONS.map((name) => t(`reasons.${name}`))}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text c="dimmed">{t(`effectOf.${released.kind}`)}</Text>
    </DecisionForm>
  );
}
