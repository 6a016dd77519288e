import { useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { PartFailed } from '../../services/queries/query-states.tsx';
import { ChoiceChip, RangeField } from '../../services/filters/range-field.tsx';
import { useProducts } from '../../services/queries/shared-queries.ts';
import type { HistoryFilter } from './history-filter.ts';
import { NO_FILTER } from './history-filter.ts';

type SheetProps = {
  open: boolean;
  filter: HistoryFilter;
  onClose: () => void;
  onApply: (filter: HistoryFilter) => void;
};

/** Product and dates of the history. Nothing changes until the member applies it. */
export function HistoryFilterSheet({ open, filter, onClose, onApply }: SheetProps) {
  const t = useTranslations('orders.filter');
  const [chosen, setChosen] = useState(filter);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('title')}
      footer={
        <div className="flex gap-3 *:flex-1">
          <Button variant="secondary" size="medium" onClick={() => setChosen({ ...NO_FILTER, result: chosen.result })}>
            {t('reset')}
          </Button>
          <Button size="medium" onClick={() => onApply(chosen)}>
            {t('apply')}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-6">
        <RangeField range={chosen} onChange={(range) => setChosen({ ...chosen, ...range })} />
        <ProductChoice product={chosen.product} onChange={(product) => setChosen({ ...chosen, product })} />
      </div>
    </Sheet>
  );
}

type ProductChoiceProps = { product: string | null; onChange: (product: string | null) => void };

function ProductChoice({ product, onChange }: ProductChoiceProps) {
  const t = useTranslations('orders.filter');
  const language = useLanguage();
  const query = useProducts();
  return (
    <fieldset>
      <legend className="text-body-s font-semibold">{t('product')}</legend>
      {query.data === undefined ? (
        query.isError ? (
          <PartFailed onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton className="mt-2 h-24" />
        )
      ) : (
        <div className="mt-2 grid grid-cols-2 gap-2 s:grid-cols-3">
          <ChoiceChip pressed={product === null} onPress={() => onChange(null)}>
            {t('allProducts')}
          </ChoiceChip>
          {query.data.map(({ code, names }) => (
            <ChoiceChip key={code} pressed={product === code} onPress={() => onChange(code)}>
              {names[language]}
            </ChoiceChip>
          ))}
        </div>
      )}
    </fieldset>
  );
}
