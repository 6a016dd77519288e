import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'use-intl';
import { factorReleaseView } from '@candor/contract/console-security';
import type { FactorReleaseView } from '@candor/contract/console-security';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { api } from '../../services/api/request.ts';
import { DecisionForm } from '../../services/queue/decision-form.tsx';
import type { Decision } from '../../services/queue/decision-form.tsx';
import { Facts } from '../../services/queue/facts.tsx';
import { useReleasesChanged } from './use-releases-changed.ts';

export type ReleaseAct = 'approve' | 'reject' | 'withdraw' | 'stop';

const REASONS = {
  approve: [],
  reject: ['unverified', 'unclear'],
  withdraw: [],
  stop: ['suspicion', 'found'],
} as const;

type DecideReleaseProps = { row: FactorReleaseView; act: ReleaseAct; onClose: () => void };

/** Approves, rejects, withdraws or stops a release. */
export function DecideRelease({ row, act, onClose }: DecideReleaseProps) {
  const t = useTranslations('releases');
  const refresh = useReleasesChanged();
  const submit = async ({ reason, key }: Decision) => {
    const options = { idempotencyKey: key };
    const isDecision = act === 'approve' || act === 'reject';
    const path = CONSOLE_PATHS.factorReleaseAct(row.id, isDecision ? 'decision' : act);
    const body = isDecision ? { approve: act === 'approve', reason } : act === 'stop' ? { reason } : {};
    try {
      await api.post(path, body, factorReleaseView, options);
      notifications.show({ message: t(`done.${act}`), color: 'teal', role: 'status' });
    } finally {
      // Also after a refusal: somebody else may have decided, or the member used the factor.
      await refresh();
    }
  };
  return (
    <DecisionForm
      title={t(`titleOf.${act}`)}
      submit={t(`act.${act}`)}
      isDangerous={act !== 'approve'}
      isReasonOptional={act === 'approve' || act === 'withdraw'}
      reasons={REASONS[act].map((name) => t(`reasons.${name}`))}
      onSubmit={submit}
      onClose={onClose}
    >
      <Facts
        facts={[
          [t('member'), row.member.username],
          [t('reason'), row.reason],
        ]}
      />
      {act === 'approve' && <Text c="dimmed">{t('effect')}</Text>}
    </DecisionForm>
  );
}
