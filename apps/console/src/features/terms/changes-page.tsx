/* Proposals to change terms wait here for another operator. */

import { useState } from 'react';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { CHANGE_STATUSES, termsChangesView, termsChangeView } from '@candor/contract/console-terms';
import type { TermsChangeView } from '@candor/contract/console-terms';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { useLanguage } from '../../lib/language.ts';
import { api } from '../../services/api/request.ts';
import { useOperator } from '../../services/operator/operator.tsx';
import { ActButtons } from '../../services/proposal/act-buttons.tsx';
import type { ProposalAct } from '../../services/proposal/act-buttons.tsx';
import { comparedLines } from '../../services/proposal/compared-lines.ts';
import type { ComparedLine } from '../../services/proposal/compared-lines.ts';
import { Comparison } from '../../services/proposal/comparison.tsx';
import { DecideProposal } from '../../services/proposal/decide-proposal.tsx';
import { ProposalFacts } from '../../services/proposal/proposal-facts.tsx';
import { ProposalStatus } from '../../services/proposal/proposal-status.tsx';
import { useProposalActs } from '../../services/proposal/use-proposal-acts.ts';
import { QueuePage } from '../../services/queue/queue-page.tsx';
import { RowButton } from '../../services/queue/row-button.tsx';
import { useChannelLines, useRewardLines, useWithdrawalLines } from './term-lines.ts';
import { MomentText } from '../../services/moments/moments.tsx';

type Deciding = { row: TermsChangeView; act: ProposalAct };

export function ChangesPage() {
  const t = useTranslations('terms.changes');
  const actsOf = useProposalActs('site:channel:write', 'site:channel:check');
  const nameOf = useSubjectName();
  const linesOf = useComparison();
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const begin = (act: ProposalAct) => (row: TermsChangeView) => {
    if (actsOf(row).includes(act)) setDeciding({ row, act });
  };
  return (
    <>
      <QueuePage<TermsChangeView>
        title={t('title')}
        path={CONSOLE_PATHS.termsChanges}
        schema={termsChangesView}
        versionOf={({ status }) => CHANGE_STATUSES.indexOf(status)}
        readOne={async (id, signal) => await api.get(CONSOLE_PATHS.termsChange(id), termsChangeView, { signal })}
        areKeysOff={deciding !== null}
        filters={[
          {
            name: 'status',
            label: t('state'),
            choices: CHANGE_STATUSES.map((status) => ({ value: status, label: t(`stateOf.${status}`) })),
          },
        ]}
        columns={[
          {
            name: 'subject',
            title: t('subject'),
            isFrozen: true,
            cell: (row) => <RowButton>{nameOf(row)}</RowButton>,
          },
          {
            name: 'changed',
            title: t('changed'),
            cell: (row) => (
              <Text truncate maw={320}>
                {linesOf(row)
                  .map(({ name }) => name)
                  .join(' · ')}
              </Text>
            ),
          },
          {
            name: 'maker',
            title: t('maker'),
            cell: ({ maker }) => maker.username,
          },
          {
            name: 'status',
            title: t('state'),
            cell: ({ status }) => <ProposalStatus status={status}>{t(`stateOf.${status}`)}</ProposalStatus>,
          },
          {
            name: 'createdAt',
            title: t('createdAt'),
            cell: ({ createdAt }) => <MomentText at={createdAt} />,
          },
        ]}
        idOf={({ id }) => id}
        panelTitle={(row) => (
          <Group gap="sm">
            <Text fw={650} fz="lg">
              {nameOf(row)}
            </Text>
            <ProposalStatus status={row.status}>{t(`stateOf.${row.status}`)}</ProposalStatus>
          </Group>
        )}
        panel={(row) => (
          <Panel row={row} lines={linesOf(row)} acts={actsOf(row)} onAct={(act) => setDeciding({ row, act })} />
        )}
        onApprove={begin('approve')}
        onReject={begin('reject')}
        empty={{ title: t('empty'), hint: t('emptyHint') }}
      />
      {deciding !== null && <Decide {...deciding} lines={linesOf(deciding.row)} onClose={() => setDeciding(null)} />}
    </>
  );
}

function useSubjectName(): (row: TermsChangeView) => string {
  const t = useTranslations('terms.changes');
  const language = useLanguage();
  return (row) => (row.subject === 'channel' ? row.terms.names[language] : t(row.subject));
}

/** What differs from the terms that the maker saw. */
function useComparison(): (row: TermsChangeView) => ComparedLine[] {
  const [channelLines, withdrawalLines, rewardLines] = [useChannelLines(), useWithdrawalLines(), useRewardLines()];
  return (row) => {
    if (row.subject === 'rewards') return comparedLines(rewardLines(row.before), rewardLines(row.terms));
    return row.subject === 'channel'
      ? comparedLines(row.before === null ? [] : channelLines(row.before), channelLines(row.terms))
      : comparedLines(withdrawalLines(row.before), withdrawalLines(row.terms));
  };
}

type PanelProps = {
  row: TermsChangeView;
  lines: readonly ComparedLine[];
  acts: readonly ProposalAct[];
  onAct: (act: ProposalAct) => void;
};

function Panel({ row, lines, acts, onAct }: PanelProps) {
  const t = useTranslations('terms.changes');
  const { id } = useOperator();
  return (
    <Stack gap="lg">
      {row.base === 0 && <Text fw={600}>{t('fresh')}</Text>}
      <Comparison lines={lines} />
      <ProposalFacts row={row} />
      {row.status === 'proposed' && row.maker.id === id && <Text c="dimmed">{t('own')}</Text>}
      <ActButtons acts={acts} onAct={onAct} />
    </Stack>
  );
}

function Decide({ row, act, lines, onClose }: Deciding & { lines: readonly ComparedLine[]; onClose: () => void }) {
  const t = useTranslations('terms.changes');
  return (
    <DecideProposal
      act={act}
      paths={{ decision: CONSOLE_PATHS.termsDecision(row.id), withdraw: CONSOLE_PATHS.termsWithdraw(row.id) }}
      schema={termsChangeView}
      stale={[['queue', CONSOLE_PATHS.termsChanges], ['terms']]}
      onClose={onClose}
    >
      <Comparison lines={lines} />
      {act === 'approve' && <Text c="dimmed">{t('effect')}</Text>}
    </DecideProposal>
  );
}
