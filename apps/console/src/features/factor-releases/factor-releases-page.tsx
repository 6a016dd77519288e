/* Releases of a lost second factor: proposed by one operator, checked by another, then a day for the member to object. */

import { Text } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { proposeFactorRelease, stopFactorRelease } from '@candor/contract/calls/console/factor-releases';
import type { FactorReleaseView } from '@candor/contract/console-security';
import { call } from '../../services/api/request.ts';
import { useMomentText } from '../../services/moments/moments.tsx';
import { FACTOR_RELEASES } from '../../services/proposal/kinds.ts';
import { ProposeReason } from '../../services/proposal/proposal-form.tsx';
import { ProposalQueue, useReasonColumn } from '../../services/proposal/proposal-queue.tsx';
import { useProposalWork } from '../../services/proposal/use-proposal-desk.tsx';
import type { ProposalSettings } from '../../services/proposal/use-proposal-desk.tsx';
import type { WorkQueue } from '../../services/work/work-line.ts';
import type { Fact } from '../../services/queue/facts.tsx';

function useFactorProposals(): ProposalSettings<FactorReleaseView> {
  const t = useTranslations('releases');
  const unclear = useTranslations('proposals.reasons')('unclear');
  return {
    kind: FACTOR_RELEASES,
    emptyHint: t('emptyHint'),
    columns: [useReasonColumn()],
    laterFacts: useLaterFacts(),
    details: ({ status }) => status === 'waiting' && <Text c="dimmed">{t('waitHint')}</Text>,
    effect: () => t('effect'),
    words: {
      approved: t('approved'),
      rejectReasons: [t('reasons.unverified'), unclear],
      later: {
        send: async (id, reason, idempotencyKey) =>
          await call(stopFactorRelease, { params: { id }, body: { reason }, idempotencyKey }),
        name: t('stop'),
        title: t('stopTitle'),
        done: () => t('stopped'),
        reasons: [t('reasons.suspicion'), t('reasons.found')],
        permission: 'member:factor:stop',
        isOpen: ({ status }) => status === 'waiting',
      },
    },
    form: ({ id, username }, onClose) => (
      <ProposeReason
        kind={FACTOR_RELEASES}
        title={t('proposeFor', { member: username })}
        send={async (reason, idempotencyKey) =>
          await call(proposeFactorRelease, { body: { memberId: id, reason }, idempotencyKey })
        }
        reasons={[t('reasons.lostPhone'), t('reasons.brokenPhone'), t('reasons.lostAll')]}
        effect={t('proposeHint')}
        onClose={onClose}
      />
    ),
  };
}

export function FactorReleasesPage() {
  return <ProposalQueue {...useFactorProposals()} />;
}

export function useFactorWork(): WorkQueue {
  return useProposalWork(useFactorProposals(), { icon: KeyRound, path: '/factor-releases', counter: 'factorReleases' });
}

/** What became of it after the decision. */
function useLaterFacts(): (row: FactorReleaseView) => readonly Fact[] {
  const t = useTranslations('releases');
  const moment = useMomentText();
  return ({ status, dueAt, doneAt, endedBy }) => {
    const word = status === 'released' ? 'released' : 'stopped';
    return [
      ...(dueAt === null ? [] : [[t('dueAt'), moment(dueAt)] as const]),
      ...(doneAt === null ? [] : [[t(`doneAt.${word}`), moment(doneAt)] as const]),
      ...(status === 'stopped' ? [[t('endedBy'), endedBy?.username ?? t('byMember')] as const] : []),
    ];
  };
}
