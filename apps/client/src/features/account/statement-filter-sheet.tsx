import { useState } from 'react';
import { STATEMENT_ACCOUNTS } from '@candor/contract/wallet';
import { Button } from '@candor/ui/button.tsx';
import { Sheet } from '@candor/ui/modal.tsx';
import { useTranslations } from 'use-intl';
import { ChoiceChip, RangeField } from '../../services/filters/range-field.tsx';
import { NO_FILTER, TYPE_CHOICES, withType } from './statement-filter.ts';
import type { StatementFilter } from './statement-filter.ts';

type StatementFilterSheetProps = {
  open: boolean;
  filter: StatementFilter;
  onClose: () => void;
  onApply: (filter: StatementFilter) => void;
};

/** Dates and types of the statement. Nothing changes until the member applies it. */
export function StatementFilterSheet({ open, filter, onClose, onApply }: StatementFilterSheetProps) {
  const t = useTranslations('account.statement');
  const types = useTranslations('account.transferTypes');
  const accounts = useTranslations('account.statementAccounts');
  const [chosen, setChosen] = useState(filter);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('filter')}
      footer={
        <div className="flex gap-3 *:flex-1">
          <Button variant="secondary" size="medium" onClick={() => setChosen(NO_FILTER)}>
            {t('reset')}
          </Button>
          <Button size="medium" onClick={() => onApply(chosen)}>
            {t('apply')}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-6">
        <fieldset>
          <legend className="text-body-s font-semibold">{t('account')}</legend>
          <div className="mt-2 grid grid-cols-3 gap-2">
            {STATEMENT_ACCOUNTS.map((account) => (
              <ChoiceChip
                key={account}
                pressed={chosen.account === account}
                onPress={() => setChosen({ ...chosen, account })}
              >
                {accounts(account)}
              </ChoiceChip>
            ))}
          </div>
        </fieldset>
        <RangeField range={chosen} onChange={(range) => setChosen({ ...chosen, ...range })} />
        <fieldset>
          <legend className="text-body-s font-semibold">{t('type')}</legend>
          <div className="mt-2 grid grid-cols-2 gap-2 s:grid-cols-3">
            <ChoiceChip pressed={chosen.types.length === 0} onPress={() => setChosen({ ...chosen, types: [] })}>
              {t('allTypes')}
            </ChoiceChip>
            {TYPE_CHOICES.map((type) => (
              <ChoiceChip
                key={type}
                pressed={chosen.types.includes(type)}
                onPress={() => setChosen({ ...chosen, types: withType(chosen.types, type) })}
              >
                {types(type)}
              </ChoiceChip>
            ))}
          </div>
        </fieldset>
      </div>
    </Sheet>
  );
}
