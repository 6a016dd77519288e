import type { ReactNode } from 'react';
import { DateInput } from '@mantine/dates';
import type { DateInputProps } from '@mantine/dates';
import { CalendarDays } from 'lucide-react';
import { useCalendarProps } from './calendar.ts';
import { readTypedDate } from './typed-date.ts';

type DateFieldProps = Pick<DateInputProps, 'label' | 'description' | 'aria-label' | 'w' | 'disabled' | 'size'> & {
  /** "2026-03-09", or nothing. */
  readonly value?: string;
  readonly onChange?: (date: string) => void;
  readonly error?: ReactNode;
  /** The first and the last date that can be chosen. */
  readonly min?: string;
  readonly max?: string;
  readonly isClearable?: boolean;
};

/** A date, typed or chosen. A browser writes dates in a language of its own; this one writes them as everywhere else here. */
export function DateField({ value = '', onChange, min, max, isClearable = false, ...props }: DateFieldProps) {
  const calendar = useCalendarProps();
  return (
    <DateInput
      {...props}
      {...calendar}
      value={value === '' ? null : value}
      onChange={(date) => onChange?.(date ?? '')}
      valueFormat="YYYY-MM-DD"
      dateParser={readTypedDate}
      placeholder="YYYY-MM-DD"
      clearable={isClearable}
      leftSection={<CalendarDays size={16} aria-hidden />}
      leftSectionPointerEvents="none"
      popoverProps={{ withinPortal: true, position: 'bottom-start' }}
      {...(min === undefined ? {} : { minDate: min })}
      {...(max === undefined ? {} : { maxDate: max })}
    />
  );
}
