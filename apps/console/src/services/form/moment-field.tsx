import type { ReactNode } from 'react';
import { Input } from '@mantine/core';
import { TimePicker } from '@mantine/dates';
import { useTranslations } from 'use-intl';
import { useNow } from '../cashier/use-now.ts';
import { useMoments } from '../moments/moments.tsx';
import { DateField } from './date-field.tsx';

type MomentFieldProps = {
  readonly label: string;
  readonly isOptional?: boolean;
  readonly description?: ReactNode;
  /** "2026-03-09T14:30" of the business zone, or nothing. */
  readonly value?: string;
  readonly onChange?: (moment: string) => void;
  readonly error?: ReactNode;
};

const MIDNIGHT = '00:00';

/** A date and a time of the business zone, which the label names. */
export function MomentField({ label, isOptional = false, description, value = '', onChange, error }: MomentFieldProps) {
  const t = useTranslations('common.form');
  const zone = useMoments().zone(useNow());
  const [date = '', time = ''] = value.split('T');
  const send = (nextDate: string, nextTime: string) =>
    onChange?.(nextDate === '' ? '' : `${nextDate}T${nextTime === '' ? MIDNIGHT : nextTime.slice(0, 5)}`);
  return (
    <Input.Wrapper
      labelElement="div"
      label={
        <>
          {label} <span className="optional">{isOptional ? `${zone} · ${t('optionalWord')}` : zone}</span>
        </>
      }
      description={description}
      error={error}
    >
      <div className="moment-field" role="group" aria-label={label}>
        <DateField
          aria-label={`${label} · ${t('date')}`}
          value={date}
          isClearable={isOptional}
          error={error !== undefined && error !== null && error !== false}
          onChange={(next) => send(next, time)}
        />
        <TimePicker
          hoursInputLabel={`${label} · ${t('hours')}`}
          minutesInputLabel={`${label} · ${t('minutes')}`}
          value={time}
          disabled={date === ''}
          onChange={(next) => send(date, next)}
        />
      </div>
    </Input.Wrapper>
  );
}
