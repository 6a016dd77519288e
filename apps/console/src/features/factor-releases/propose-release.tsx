import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'use-intl';
import { factorReleaseView } from '@candor/contract/console-security';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { api } from '../../services/api/request.ts';
import { DecisionForm } from '../../services/queue/decision-form.tsx';
import type { Decision } from '../../services/queue/decision-form.tsx';
import { useReleasesChanged } from './use-releases-changed.ts';

const REASONS = ['lostPhone', 'brokenPhone', 'lostAll'] as const;

type ProposeReleaseProps = { memberId: string; member: string; onClose: () => void };

/** Proposes to release a member's second factor. Nothing happens before another operator approves it. */
export function ProposeRelease({ memberId, member, onClose }: ProposeReleaseProps) {
  const t = useTranslations('releases');
  const refresh = useReleasesChanged();
  const submit = async ({ reason, key }: Decision) => {
    const options = { idempotencyKey: key };
    await api.post(CONSOLE_PATHS.factorReleases, { memberId, reason }, factorReleaseView, options);
    notifications.show({ message: t('done.propose'), color: 'teal', role: 'status' });
    await refresh();
  };
  return (
    <DecisionForm
      title={t('proposeFor', { member })}
      submit={t('propose')}
      reasons={REASONS.map((name) => t(`reasons.${name}`))}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text c="dimmed">{t('proposeHint')}</Text>
    </DecisionForm>
  );
}
