/* How an order is entered, settled, tied and voided, in the words of the product's rules. */

import type { ProductView } from '@candor/contract/market';
import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatRate } from '../../lib/format.ts';
import { hrefTo } from '../../lib/location.ts';
import { HistoryLink } from './history-link.tsx';
import { paths } from '../../lib/paths.ts';

const RULES = ['accept', 'entry', 'exit', 'outcome', 'tie', 'void', 'fee', 'terms', 'stop', 'proof'] as const;

export function ProductRules({ product, className }: { product: ProductView; className?: string }) {
  const t = useTranslations('market.rules');
  const titles = useTranslations('common.titles');
  return (
    <div className={className}>
      <ol className="flex flex-col gap-4">
        {RULES.map((rule, index) => (
          <li key={rule} className="flex gap-3">
            <span
              aria-hidden="true"
              className="tnum relative top-0.5 inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-surface-2 text-caption font-bold text-text-2"
            >
              {index + 1}
            </span>
            <div className="min-w-0">
              <h3 className="text-body-s font-bold">{t(`${rule}.title`)}</h3>
              <p className="mt-1 text-body-s text-text-2">
                {rule === 'fee' ? t('fee.text', { rate: formatRate(product.feeRate) }) : t(`${rule}.text`)}
              </p>
            </div>
          </li>
        ))}
      </ol>
      <a
        href={hrefTo(paths.fairness())}
        className="mt-4 inline-flex min-h-11 items-center gap-1 text-body-s font-bold text-link"
      >
        {titles('fairness')}
        <ChevronRight aria-hidden="true" className="size-4" />
      </a>
      <HistoryLink code={product.code} />
      <p className="mt-2 rounded-control border border-line bg-surface-2 p-3 text-body-s text-text-2">{t('risk')}</p>
    </div>
  );
}
