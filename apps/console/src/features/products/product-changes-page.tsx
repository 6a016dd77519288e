/* Proposals to add, change, retire and bring back products wait here for another operator. */

import { PackagePlus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ProductChangeView } from '@candor/contract/console-product-changes';
import { useLanguage } from '../../lib/language.ts';
import { ChangedNames, Comparison } from '../../services/proposal/comparison.tsx';
import { PRODUCT_CHANGES } from '../../services/proposal/kinds.ts';
import { ProposalQueue } from '../../services/proposal/proposal-queue.tsx';
import { useProposalWork } from '../../services/proposal/use-proposal-desk.tsx';
import type { ProposalSettings } from '../../services/proposal/use-proposal-desk.tsx';
import type { WorkQueue } from '../../services/work/work-line.ts';
import { calendarDraftOf } from './calendar-draft.ts';
import { useProductLines } from './product-lines.ts';
import { useProductTermLines } from './terms-lines.ts';
import { YearGrid } from './year-grid.tsx';

function useProductChanges(): ProposalSettings<ProductChangeView> {
  const t = useTranslations('products');
  const words = useTranslations('proposals');
  const language = useLanguage();
  const linesOf = useProductLines();
  const termLinesOf = useProductTermLines();
  const startLines = ({ start }: ProductChangeView) =>
    start === null
      ? []
      : [
          { name: t('category'), before: null, after: t(`categoryOf.${start.category}`) },
          { name: t('decimals'), before: null, after: String(start.decimals) },
          { name: t('like'), before: null, after: start.like },
          ...(start.terms === null
            ? []
            : termLinesOf(start.terms).map(([name, after]) => ({ name, before: null, after }))),
        ];
  const changed = (row: ProductChangeView) => [...startLines(row), ...linesOf(row.before, row.draft)];
  return {
    kind: PRODUCT_CHANGES,
    emptyHint: t('changesHint'),
    subject: { title: words('subject'), of: ({ product, draft: { names } }) => `${names[language]} (${product})` },
    columns: [{ name: 'changed', title: words('changed'), cell: (row) => <ChangedNames lines={changed(row)} /> }],
    change: (row) => <Comparison lines={changed(row)} />,
    details: ({ draft, createdAt }) => {
      const calendar = calendarDraftOf(draft.calendar);
      return calendar !== null && <YearGrid calendar={calendar} nowMs={Date.parse(createdAt)} />;
    },
    effect: ({ base }) => t(base === 0 ? 'addEffect' : 'changeEffect'),
  };
}

export function ProductChangesPage() {
  return <ProposalQueue {...useProductChanges()} />;
}

export function useProductChangesWork(): WorkQueue {
  return useProposalWork(useProductChanges(), {
    icon: PackagePlus,
    path: '/product-changes',
    counter: 'productChanges',
  });
}
