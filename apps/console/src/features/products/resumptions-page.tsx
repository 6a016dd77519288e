/* Proposals to let stopped orders begin again wait here for another operator. */

import { Text } from '@mantine/core';
import { CirclePlay } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ResumptionView } from '@candor/contract/console-products';
import { useMomentText } from '../../services/moments/moments.tsx';
import { RESUMPTIONS } from '../../services/proposal/kinds.ts';
import { ProposalQueue, useReasonColumn } from '../../services/proposal/proposal-queue.tsx';
import { useProposalWork } from '../../services/proposal/use-proposal-desk.tsx';
import type { ProposalSettings } from '../../services/proposal/use-proposal-desk.tsx';
import { useReasonWords } from '../../services/reason/reason-words.ts';
import type { WorkQueue } from '../../services/work/work-line.ts';
import { useScopeText } from './use-products.ts';

function useResumptions(): ProposalSettings<ResumptionView> {
  const t = useTranslations('products');
  const words = useTranslations('proposals');
  const scopeText = useScopeText();
  const reasonText = useReasonWords();
  const moment = useMomentText();
  return {
    kind: RESUMPTIONS,
    emptyHint: t('resumptionsHint'),
    subject: { title: words('subject'), of: ({ stop }) => scopeText(stop.scope) },
    columns: [useReasonColumn()],
    facts: ({ stop }) => [
      [t('because'), reasonText(stop.reason, stop.note)],
      [t('stoppedAt'), `${moment(stop.stoppedAt)} · ${stop.by.username}`],
    ],
    details: ({ status }) => status === 'proposed' && <Text c="dimmed">{t('resumeHint')}</Text>,
    effect: ({ stop }) => t('resumeEffect', { what: scopeText(stop.scope) }),
  };
}

export function ResumptionsPage() {
  return <ProposalQueue {...useResumptions()} />;
}

export function useResumptionWork(): WorkQueue {
  return useProposalWork(useResumptions(), { icon: CirclePlay, path: '/resumptions', counter: 'resumptions' });
}
