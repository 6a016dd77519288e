/* Proposals of other terms of products wait here for another operator. */

import { SlidersHorizontal } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ProductTermsChangeView } from '@candor/contract/console-product-terms';
import { useLanguage } from '../../lib/language.ts';
import { comparedLines } from '../../services/proposal/compared-lines.ts';
import { ChangedNames, Comparison } from '../../services/proposal/comparison.tsx';
import { PRODUCT_TERMS } from '../../services/proposal/kinds.ts';
import { ProposalQueue } from '../../services/proposal/proposal-queue.tsx';
import { useProposalWork } from '../../services/proposal/use-proposal-desk.tsx';
import type { ProposalSettings } from '../../services/proposal/use-proposal-desk.tsx';
import type { WorkQueue } from '../../services/work/work-line.ts';
import { MembersRead } from './terms-form.tsx';
import { useProductTermLines } from './terms-lines.ts';

function useProductTerms(): ProposalSettings<ProductTermsChangeView> {
  const t = useTranslations('products');
  const words = useTranslations('proposals');
  const language = useLanguage();
  const linesOf = useProductTermLines();
  const changed = ({ before, terms }: ProductTermsChangeView) => comparedLines(linesOf(before), linesOf(terms));
  return {
    kind: PRODUCT_TERMS,
    emptyHint: t('termsHint'),
    subject: { title: words('subject'), of: ({ product: { code, names } }) => `${names[language]} (${code})` },
    columns: [{ name: 'changed', title: words('changed'), cell: (row) => <ChangedNames lines={changed(row)} /> }],
    change: (row) => <Comparison lines={changed(row)} />,
    details: ({ status }) => status === 'proposed' && <MembersRead />,
    effect: ({ base }) => t('termsApproved', { version: base + 1 }),
  };
}

export function ProductTermsPage() {
  return <ProposalQueue {...useProductTerms()} />;
}

export function useProductTermsWork(): WorkQueue {
  return useProposalWork(useProductTerms(), {
    icon: SlidersHorizontal,
    path: '/product-terms',
    counter: 'productTerms',
  });
}
