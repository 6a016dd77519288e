import { useState } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { useTranslations } from 'use-intl';
import { ChoiceChip, RangeField } from '../../services/filters/range-field.tsx';
import { NO_FILTER } from './records-filter.ts';
import type { RecordsFilter } from './records-filter.ts';

type SheetProps<Status extends string> = {
  open: boolean;
  filter: RecordsFilter<Status>;
  kinds: readonly { value: NonNullable<RecordsFilter<Status>['kind']>; label: string }[];
  onClose: () => void;
  onApply: (filter: RecordsFilter<Status>) => void;
};

/** Dates, and for deposits the method. Nothing changes until the member applies it. */
export function RecordsFilterSheet<Status extends string>({
  open,
  filter,
  kinds,
  onClose,
  onApply,
}: SheetProps<Status>) {
  const t = useTranslations('cashier.records');
  const [chosen, setChosen] = useState(filter);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('filter')}
      footer={
        <div className="flex gap-3 *:flex-1">
          <Button variant="secondary" size="medium" onClick={() => setChosen({ ...NO_FILTER, status: chosen.status })}>
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
        {kinds.length > 0 && (
          <fieldset>
            <legend className="text-body-s font-semibold">{t('method')}</legend>
            <div className="mt-2 grid grid-cols-2 gap-2 s:grid-cols-3">
              <ChoiceChip pressed={chosen.kind === null} onPress={() => setChosen({ ...chosen, kind: null })}>
                {t('all')}
              </ChoiceChip>
              {kinds.map(({ value, label }) => (
                <ChoiceChip
                  key={value}
                  pressed={chosen.kind === value}
                  onPress={() => setChosen({ ...chosen, kind: value })}
                >
                  {label}
                </ChoiceChip>
              ))}
            </div>
          </fieldset>
        )}
      </div>
    </Sheet>
  );
}
