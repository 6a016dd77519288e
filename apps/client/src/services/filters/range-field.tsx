/* Choosing a range of business dates: by name, or by first and last day. */

import type { ReactNode } from 'react';
import { TextField } from '@candor/ui/text-field.tsx';
import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
import { useSite } from '../session/site.ts';
import { namedRange, nameOfRange, readDate } from '../../lib/dates.ts';
import type { DateRange } from '../../lib/dates.ts';
import { useBusinessDate } from './business-date.ts';

const NAMES = ['all', 'today', 'week', 'month'] as const;

type RangeFieldProps = { range: DateRange; onChange: (range: DateRange) => void };

export function RangeField({ range, onChange }: RangeFieldProps) {
  const t = useTranslations('common.range');
  const { timeZone } = useSite();
  const today = useBusinessDate();
  const named = nameOfRange(range, today);
  return (
    <fieldset>
      <legend className="text-body-s font-bold">{t('label')}</legend>
      <div className="mt-2 grid grid-cols-2 gap-2 s:grid-cols-4">
        {NAMES.map((name) => (
          <ChoiceChip key={name} pressed={named === name} onPress={() => onChange(namedRange(name, today))}>
            {t(name)}
          </ChoiceChip>
        ))}
      </div>
      <div className="mt-3 grid grid-cols-1 gap-x-3 s:grid-cols-2">
        <TextField
          type="date"
          label={t('from')}
          reserveLine={false}
          value={range.from ?? ''}
          max={range.to ?? today}
          onChange={(event) => onChange({ ...range, from: readDate(event.currentTarget.value) })}
        />
        <TextField
          type="date"
          label={t('to')}
          reserveLine={false}
          value={range.to ?? ''}
          min={range.from ?? undefined}
          max={today}
          onChange={(event) => onChange({ ...range, to: readDate(event.currentTarget.value) })}
        />
      </div>
      <p className="mt-2 text-caption text-text-3">{t('zone', { zone: timeZone })}</p>
    </fieldset>
  );
}

type ChoiceChipProps = { pressed: boolean; onPress: () => void; children: ReactNode };

/** One of several choices of a filter. */
export function ChoiceChip({ pressed, onPress, children }: ChoiceChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={cx(
        'press min-h-11 rounded-control border px-2 text-body-s font-bold',
        pressed
          ? 'border-selected bg-selected-tint text-text-1'
          : 'border-transparent bg-surface-2 text-text-1 hover:bg-surface-3',
      )}
    >
      {children}
    </button>
  );
}
