/* Proposals for projects and savings rates wait here for another operator. */

import { useState } from 'react';
import { Group, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import {
  INVEST_CHANGE_KINDS,
  INVEST_CHANGE_STATES,
  investChangesView,
  investChangeView,
} from '@candor/contract/console-invest';
import type { InvestChangeView } from '@candor/contract/console-invest';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { formatPercent } from '@candor/ui/figures';
import { useLanguage } from '../../lib/language.ts';
import { api } from '../../services/api/request.ts';
import { useOperator, useSiteCurrency } from '../../services/operator/operator.tsx';
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
import { termsOf } from './project-draft.ts';
import { RatePreview } from './rate-preview.tsx';
import { rateLines } from './savings-rates.ts';
import { useTermLines } from './term-lines.ts';
import { TermsPreview } from './terms-preview.tsx';
import { INVEST_STALE, useInvest, useToday } from './use-invest.ts';
import { MomentText } from '../../services/moments/moments.tsx';

type Deciding = { row: InvestChangeView; act: ProposalAct };

export function InvestChangesPage() {
  const t = useTranslations('invest');
  const changes = useTranslations('terms.changes');
  const actsOf = useProposalActs('invest:project:make', 'invest:project:check');
  const nameOf = useSubjectName();
  const linesOf = useComparison();
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const begin = (act: ProposalAct) => (row: InvestChangeView) => {
    if (actsOf(row).includes(act)) setDeciding({ row, act });
  };
  const status = (row: InvestChangeView) => (
    <ProposalStatus status={row.status}>{t(`changeStateOf.${row.status}`)}</ProposalStatus>
  );
  return (
    <>
      <QueuePage<InvestChangeView>
        title={t('changesTitle')}
        path={CONSOLE_PATHS.investChanges}
        schema={investChangesView}
        versionOf={(row) => INVEST_CHANGE_STATES.indexOf(row.status)}
        readOne={async (id, signal) => await api.get(CONSOLE_PATHS.investChange(id), investChangeView, { signal })}
        areKeysOff={deciding !== null}
        filters={[
          {
            name: 'status',
            label: changes('state'),
            choices: INVEST_CHANGE_STATES.map((value) => ({ value, label: t(`changeStateOf.${value}`) })),
          },
          {
            name: 'kind',
            label: changes('subject'),
            choices: INVEST_CHANGE_KINDS.map((value) => ({ value, label: t(`kindOf.${value}`) })),
          },
        ]}
        columns={[
          {
            name: 'subject',
            title: changes('subject'),
            isFrozen: true,
            cell: (row) => <RowButton>{nameOf(row)}</RowButton>,
          },
          {
            name: 'changed',
            title: changes('changed'),
            cell: (row) => (
              <Text truncate maw={320}>
                {row.rate === null
                  ? row.base === 0
                    ? t('fresh')
                    : linesOf(row)
                        .map(({ name }) => name)
                        .join(' · ')
                  : t('rateFromDate', { rate: formatPercent(row.rate.annualRate), date: row.rate.from })}
              </Text>
            ),
          },
          { name: 'maker', title: changes('maker'), cell: ({ maker }) => maker.username },
          { name: 'status', title: changes('state'), cell: status },
          {
            name: 'createdAt',
            title: changes('createdAt'),
            cell: ({ createdAt }) => <MomentText at={createdAt} />,
          },
        ]}
        idOf={({ id }) => id}
        panelTitle={(row) => (
          <Group gap="sm">
            <Text fw={650} fz="lg">
              {nameOf(row)}
            </Text>
            {status(row)}
          </Group>
        )}
        panel={(row) => (
          <Panel row={row} lines={linesOf(row)} acts={actsOf(row)} onAct={(act) => setDeciding({ row, act })} />
        )}
        onApprove={begin('approve')}
        onReject={begin('reject')}
        empty={{ title: changes('empty'), hint: t('changesHint') }}
      />
      {deciding !== null && <Decide {...deciding} lines={linesOf(deciding.row)} onClose={() => setDeciding(null)} />}
    </>
  );
}

function useSubjectName(): (row: InvestChangeView) => string {
  const t = useTranslations('invest');
  const language = useLanguage();
  return ({ terms }) => (terms === null ? t('kindOf.savingsRate') : terms.names[language]);
}

/** What differs from the terms that the maker saw; of a rate, from the rate that holds today. */
function useComparison(): (row: InvestChangeView) => ComparedLine[] {
  const t = useTranslations('invest');
  const termLines = useTermLines();
  const today = useToday();
  const rates = useInvest().data?.savings.rates ?? [];
  return ({ terms, before, rate, status }) => {
    if (terms !== null) return comparedLines(before === null ? [] : termLines(before), termLines(terms));
    if (rate === null) return [];
    const now = rateLines(rates, today).find(({ standing }) => standing === 'now');
    return comparedLines(
      // A decided proposal is compared with nothing: today's rate says nothing about it.
      now === undefined || status !== 'proposed' ? [] : [[t('field.annualRate'), formatPercent(now.annualRate)]],
      [
        [t('field.annualRate'), formatPercent(rate.annualRate)],
        [t('rateFrom'), rate.from],
      ],
    );
  };
}

type PanelProps = {
  row: InvestChangeView;
  lines: readonly ComparedLine[];
  acts: readonly ProposalAct[];
  onAct: (act: ProposalAct) => void;
};

function Panel({ row, lines, acts, onAct }: PanelProps) {
  const t = useTranslations('invest');
  const changes = useTranslations('terms.changes');
  const { id } = useOperator();
  return (
    <Stack gap="lg">
      {row.kind === 'project' && row.base === 0 && <Text fw={600}>{t('fresh')}</Text>}
      <Comparison lines={lines} />
      <Preview row={row} />
      <Text c="dimmed">{t(row.kind === 'project' ? 'keepTerms' : 'rateEffect')}</Text>
      <ProposalFacts row={row} />
      {row.status === 'proposed' && row.maker.id === id && <Text c="dimmed">{changes('own')}</Text>}
      <ActButtons acts={acts} onAct={onAct} />
    </Stack>
  );
}

function Preview({ row: { terms, rate, status } }: { row: InvestChangeView }) {
  const currency = useSiteCurrency();
  const { data } = useInvest();
  if (terms !== null) {
    const read = termsOf(terms, currency);
    return 'terms' in read ? <TermsPreview terms={read.terms} /> : null;
  }
  if (rate === null || data === undefined || status !== 'proposed') return null;
  return <RatePreview savings={data.savings} annualRate={rate.annualRate} />;
}

function Decide({ row, act, lines, onClose }: Deciding & { lines: readonly ComparedLine[]; onClose: () => void }) {
  const t = useTranslations('invest');
  return (
    <DecideProposal
      act={act}
      paths={{ decision: CONSOLE_PATHS.investDecision(row.id), withdraw: CONSOLE_PATHS.investWithdraw(row.id) }}
      schema={investChangeView}
      stale={INVEST_STALE}
      onClose={onClose}
    >
      <Comparison lines={lines} />
      {act === 'approve' && <Text c="dimmed">{t(row.kind === 'project' ? 'keepTerms' : 'rateEffect')}</Text>}
    </DecideProposal>
  );
}
