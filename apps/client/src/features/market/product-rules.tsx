/* How an order is entered, settled, tied and voided, in the words of the product's rules. */

import type { ProductView } from '@candor/contract/market';
import { useTranslations } from 'use-intl';
import { formatRate } from '../../lib/format.ts';

const RULES = ['accept', 'entry', 'exit', 'outcome', 'tie', 'void', 'fee', 'terms', 'stop', 'proof'] as const;

export function ProductRules({ product, className }: { product: ProductView; className?: string }) {
  const t = useTranslations('market.rules');
  return (
    <div className={className}>
      <ol className="flex flex-col gap-4">
        {RULES.map((rule, index) => (
          <li key={rule} className="flex gap-3">
            <span
              aria-hidden="true"
              className="tnum mt-0.5 inline-flex size-6 shrink-0 items-center justify-center rounded-full bg-surface-2 text-caption font-semibold text-text-2"
            >
              {index + 1}
            </span>
            <div className="min-w-0">
              <h3 className="text-body-s font-semibold">{t(`${rule}.title`)}</h3>
              <p className="mt-0.5 text-body-s text-text-2">
                {rule === 'fee' ? t('fee.text', { rate: formatRate(product.feeRate) }) : t(`${rule}.text`)}
              </p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-6 rounded-small border border-line bg-surface-2 p-3 text-body-s text-text-2">{t('risk')}</p>
    </div>
  );
}
