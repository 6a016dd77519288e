/* Releases of cards, identities and device keys: proposed by one operator, decided by another. */

import { useState } from 'react';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { MARK_RELEASE_STATUSES, markReleasesView, markReleaseView } from '@candor/contract/console-marks';
import type { MarkReleaseView } from '@candor/contract/console-marks';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { api } from '../../services/api/request.ts';
import { MemberContext } from '../../services/member/member-context.tsx';
import { MomentText } from '../../services/moments/moments.tsx';
import { useOperator } from '../../services/operator/operator.tsx';
import { ActButtons } from '../../services/proposal/act-buttons.tsx';
import type { ProposalAct } from '../../services/proposal/act-buttons.tsx';
import { DecideProposal } from '../../services/proposal/decide-proposal.tsx';
import { ProposalFacts } from '../../services/proposal/proposal-facts.tsx';
import { ProposalStatus } from '../../services/proposal/proposal-status.tsx';
import { useProposalActs } from '../../services/proposal/use-proposal-acts.ts';
import { Facts } from '../../services/queue/facts.tsx';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { STALE } from './propose-mark-release.tsx';

type Deciding = { row: MarkReleaseView; act: ProposalAct };

export function MarkReleasesPage() {
  const t = useTranslations('marks');
  const { id } = useOperator();
  const allowed = useProposalActs('member:mark:make', 'member:mark:check');
  const actsOf = (row: MarkReleaseView) => (row.member.id === id ? [] : allowed(row));
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const begin = (act: ProposalAct) => (row: MarkReleaseView) => {
    if (actsOf(row).includes(act)) setDeciding({ row, act });
  };
  return (
    <>
      <QueuePage<MarkReleaseView>
        title={t('releases')}
        path={CONSOLE_PATHS.markReleases}
        schema={markReleasesView}
        versionOf={({ status }) => MARK_RELEASE_STATUSES.indexOf(status)}
        readOne={async (row, signal) => await api.get(CONSOLE_PATHS.markRelease(row), markReleaseView, { signal })}
        areKeysOff={deciding !== null}
        filters={[
          {
            name: 'status',
            label: t('state'),
            choices: MARK_RELEASE_STATUSES.map((status) => ({ value: status, label: t(`statusOf.${status}`) })),
          },
          { name: 'member', label: t('member'), width: 220 },
        ]}
        columns={[
          {
            name: 'member',
            title: t('member'),
            isFrozen: true,
            cell: ({ member }) => <RowButton>{member.username}</RowButton>,
          },
          { name: 'kind', title: t('kind'), cell: ({ kind }) => t(`kindOf.${kind}`) },
          {
            name: 'reason',
            title: t('reason'),
            cell: ({ reason }) => (
              <Text truncate maw={260} title={reason}>
                {reason}
              </Text>
            ),
          },
          { name: 'maker', title: t('maker'), cell: ({ maker }) => maker.username },
          { name: 'status', title: t('state'), cell: ({ status }) => <Status status={status} /> },
          {
            name: 'createdAt',
            title: t('createdAt'),
            cell: ({ createdAt }) => <MomentText at={createdAt} />,
          },
        ]}
        idOf={(row) => row.id}
        panelTitle={(row) => (
          <Group gap="sm">
            <Text fw={650} fz="lg">
              {row.member.username}
            </Text>
            <Status status={row.status} />
          </Group>
        )}
        panel={(row) => <Panel row={row} acts={actsOf(row)} onAct={(act) => setDeciding({ row, act })} />}
        onApprove={begin('approve')}
        onReject={begin('reject')}
        empty={{ title: t('noReleases'), hint: t('noReleasesHint') }}
      />
      {deciding !== null && <Decide {...deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}

function Status({ status }: Pick<MarkReleaseView, 'status'>) {
  const t = useTranslations('marks.statusOf');
  return <ProposalStatus status={status}>{t(status)}</ProposalStatus>;
}

type PanelProps = { row: MarkReleaseView; acts: readonly ProposalAct[]; onAct: (act: ProposalAct) => void };

function Panel({ row, acts, onAct }: PanelProps) {
  const t = useTranslations('marks');
  const { id } = useOperator();
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [t('member'), `${row.member.username} (${row.member.id})`],
          [t('kind'), t(`kindOf.${row.kind}`)],
          [t('mark'), row.mark.slice(0, 12)],
        ]}
      />
      <Text c="dimmed">{t(`effectOf.${row.kind}`)}</Text>
      <ProposalFacts row={row} />
      {row.status === 'proposed' && row.maker.id === id && <Text c="dimmed">{t('own')}</Text>}
      <MemberContext id={row.member.id} />
      <ActButtons acts={acts} onAct={onAct} />
    </Stack>
  );
}

function Decide({ row, act, onClose }: Deciding & { onClose: () => void }) {
  const t = useTranslations('marks');
  return (
    <DecideProposal
      act={act}
      paths={{
        decision: CONSOLE_PATHS.markReleaseAct(row.id, 'decision'),
        withdraw: CONSOLE_PATHS.markReleaseAct(row.id, 'withdraw'),
      }}
      schema={markReleaseView}
      stale={STALE}
      onClose={onClose}
    >
      <Facts
        facts={[
          [t('member'), row.member.username],
          [t('kind'), t(`kindOf.${row.kind}`)],
          [t('reason'), row.reason],
        ]}
      />
      {act === 'approve' && <Text c="dimmed">{t(`effectOf.${row.kind}`)}</Text>}
    </DecideProposal>
  );
}
