/* Proposals for projects and savings rates wait here for another operator. */

import { Text } from '@mantine/core';
import { ChartLine } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { INVEST_CHANGE_KINDS } from '@candor/contract/console-invest';
import type { InvestChangeView } from '@candor/contract/console-invest';
import { formatPercent } from '@candor/ui/figures';
import { useLanguage } from '../../lib/language.ts';
import { useSiteCurrency } from '../../services/operator/operator.tsx';
import { comparedLines } from '../../services/proposal/compared-lines.ts';
import type { ComparedLine } from '../../services/proposal/compared-lines.ts';
import { ChangedNames, Comparison } from '../../services/proposal/comparison.tsx';
import { INVEST_CHANGES } from '../../services/proposal/kinds.ts';
import { ProposalQueue } from '../../services/proposal/proposal-queue.tsx';
import { useProposalWork } from '../../services/proposal/use-proposal-desk.tsx';
import type { ProposalSettings } from '../../services/proposal/use-proposal-desk.tsx';
import type { WorkQueue } from '../../services/work/work-line.ts';
import { termsOf } from './project-draft.ts';
import { RatePreview } from './rate-preview.tsx';
import { rateLines } from './savings-rates.ts';
import { useTermLines } from './term-lines.ts';
import { TermsPreview } from './terms-preview.tsx';
import { useInvest, useToday } from './use-invest.ts';

function useInvestProposals(): ProposalSettings<InvestChangeView> {
  const t = useTranslations('invest');
  const words = useTranslations('proposals');
  const language = useLanguage();
  const linesOf = useComparison();
  return {
    kind: INVEST_CHANGES,
    emptyHint: t('changesHint'),
    subject: {
      title: words('subject'),
      of: ({ terms }) => (terms === null ? t('kindOf.savingsRate') : terms.names[language]),
    },
    filters: [
      {
        name: 'kind',
        label: words('subject'),
        choices: INVEST_CHANGE_KINDS.map((value) => ({ value, label: t(`kindOf.${value}`) })),
      },
    ],
    columns: [
      {
        name: 'changed',
        title: words('changed'),
        cell: (row) => {
          if (row.rate !== null)
            return t('rateFromDate', { rate: formatPercent(row.rate.annualRate), date: row.rate.from });
          return row.base === 0 ? t('fresh') : <ChangedNames lines={linesOf(row)} />;
        },
      },
    ],
    change: (row) => (
      <>
        {row.kind === 'project' && row.base === 0 && <Text fw={600}>{t('fresh')}</Text>}
        <Comparison lines={linesOf(row)} />
      </>
    ),
    details: (row) => <Preview row={row} />,
    effect: ({ kind }) => t(kind === 'project' ? 'keepTerms' : 'rateEffect'),
  };
}

export function InvestChangesPage() {
  return <ProposalQueue {...useInvestProposals()} />;
}

export function useInvestWork(): WorkQueue {
  return useProposalWork(useInvestProposals(), { icon: ChartLine, path: '/invest-changes', counter: 'invest' });
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
