/* Proposals to change terms wait here for another operator. */

import { Text } from '@mantine/core';
import { FilePenLine } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { TermsChangeView } from '@candor/contract/console-terms';
import { useLanguage } from '../../lib/language.ts';
import { comparedLines } from '../../services/proposal/compared-lines.ts';
import type { ComparedLine } from '../../services/proposal/compared-lines.ts';
import { ChangedNames, Comparison } from '../../services/proposal/comparison.tsx';
import { TERMS_CHANGES } from '../../services/proposal/kinds.ts';
import { ProposalQueue } from '../../services/proposal/proposal-queue.tsx';
import { useProposalWork } from '../../services/proposal/use-proposal-desk.tsx';
import type { ProposalSettings } from '../../services/proposal/use-proposal-desk.tsx';
import type { WorkQueue } from '../../services/work/work-line.ts';
import { useChannelLines, useRewardLines, useWithdrawalLines } from './term-lines.ts';

function useTermsProposals(): ProposalSettings<TermsChangeView> {
  const t = useTranslations('terms.changes');
  const words = useTranslations('proposals');
  const language = useLanguage();
  const linesOf = useComparison();
  return {
    kind: TERMS_CHANGES,
    emptyHint: t('emptyHint'),
    subject: {
      title: words('subject'),
      of: (row) => (row.subject === 'channel' ? row.terms.names[language] : t(row.subject)),
    },
    columns: [{ name: 'changed', title: words('changed'), cell: (row) => <ChangedNames lines={linesOf(row)} /> }],
    change: (row) => (
      <>
        {row.base === 0 && <Text fw={600}>{t('fresh')}</Text>}
        <Comparison lines={linesOf(row)} />
      </>
    ),
    effect: () => t('effect'),
  };
}

export function ChangesPage() {
  return <ProposalQueue {...useTermsProposals()} />;
}

export function useTermsWork(): WorkQueue {
  return useProposalWork(useTermsProposals(), { icon: FilePenLine, path: '/changes', counter: 'terms' });
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
