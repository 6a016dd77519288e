/* Proposals of other settings of the site wait here for another operator. */

import { Store } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { SiteChangeView } from '@candor/contract/console-site';
import { comparedLines } from '../../services/proposal/compared-lines.ts';
import { ChangedNames, Comparison } from '../../services/proposal/comparison.tsx';
import { SITE_CHANGES } from '../../services/proposal/kinds.ts';
import { ProposalQueue } from '../../services/proposal/proposal-queue.tsx';
import { useProposalWork } from '../../services/proposal/use-proposal-desk.tsx';
import type { ProposalSettings } from '../../services/proposal/use-proposal-desk.tsx';
import type { WorkQueue } from '../../services/work/work-line.ts';
import { useChangeLines } from './site-lines.ts';

function useSiteChanges(): ProposalSettings<SiteChangeView> {
  const t = useTranslations('site');
  const words = useTranslations('proposals');
  const linesOf = useChangeLines();
  const changed = (row: SiteChangeView) => {
    const { before, after } = linesOf(row);
    return comparedLines(before, after);
  };
  return {
    kind: SITE_CHANGES,
    emptyHint: t('changesHint'),
    subject: { title: words('subject'), of: ({ part }) => t(`part.${part}`) },
    columns: [{ name: 'changed', title: words('changed'), cell: (row) => <ChangedNames lines={changed(row)} /> }],
    change: (row) => <Comparison lines={changed(row)} />,
    effect: ({ part }) => t(`effect.${part}`),
  };
}

export function SiteChangesPage() {
  return <ProposalQueue {...useSiteChanges()} />;
}

export function useSiteWork(): WorkQueue {
  return useProposalWork(useSiteChanges(), { icon: Store, path: '/site-changes', counter: 'site' });
}
