/* Releases of cards, identities and device keys: proposed by one operator, decided by another. */

import type { MarkReleaseView } from '@candor/contract/console-marks';
import { CreditCard } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { MARK_RELEASES } from '../../services/proposal/kinds.ts';
import { ProposalQueue, useReasonColumn } from '../../services/proposal/proposal-queue.tsx';
import { useProposalWork } from '../../services/proposal/use-proposal-desk.tsx';
import type { ProposalSettings } from '../../services/proposal/use-proposal-desk.tsx';
import type { WorkQueue } from '../../services/work/work-line.ts';

function useMarkProposals(): ProposalSettings<MarkReleaseView> {
  const t = useTranslations('marks');
  return {
    kind: MARK_RELEASES,
    emptyHint: t('noReleasesHint'),
    columns: [{ name: 'kind', title: t('kind'), cell: ({ kind }) => t(`kindOf.${kind}`) }, useReasonColumn()],
    facts: ({ kind, mark }) => [
      [t('kind'), t(`kindOf.${kind}`)],
      [t('mark'), mark.slice(0, 12)],
    ],
    effect: ({ kind }) => t(`effectOf.${kind}`),
  };
}

export function MarkReleasesPage() {
  return <ProposalQueue {...useMarkProposals()} />;
}

export function useMarkWork(): WorkQueue {
  return useProposalWork(useMarkProposals(), { icon: CreditCard, path: '/mark-releases', counter: 'markReleases' });
}
