/* When it was: one button in place of two date fields, with the stretches that are asked for often. */

import { useState } from 'react';
import { Group, Popover, Stack, UnstyledButton } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { CalendarDays, Check, ChevronDown } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { replaceQuery } from '../../lib/location.ts';
import { useNow } from '../cashier/use-now.ts';
import { useCalendarProps } from '../form/calendar.ts';
import { DateField } from '../form/date-field.tsx';
import { useMoments } from '../moments/moments.tsx';
import { useOperator } from '../operator/operator.tsx';
import { periodOf, presetOf, PRESETS } from './periods.ts';
import type { Period } from './periods.ts';

/** What the button says. */
export function usePeriodText(): (period: Period) => string {
  const t = useTranslations('common.period');
  const all = useTranslations('common')('all');
  const { timeZone } = useOperator().site;
  const nowMs = useNow();
  return (period) => {
    const { from, to } = period;
    if (from === '' && to === '') return all;
    const preset = presetOf(period, nowMs, timeZone);
    if (preset !== undefined) return t(preset);
    if (from === to) return from;
    if (to === '') return t('since', { from });
    return from === '' ? t('until', { to }) : `${from} – ${to}`;
  };
}

type PeriodFilterProps = {
  readonly label: string;
  readonly period: Period;
  /** Of the word in the address that opens a row, which another period closes. */
  readonly row: string;
};

export function PeriodFilter({ label, period, row }: PeriodFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const textOf = usePeriodText();
  const isOn = period.from !== '' || period.to !== '';
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>
        <UnstyledButton
          className="filter filter-button"
          aria-haspopup="dialog"
          {...(isOn ? { 'data-on': true } : {})}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="filter-label">{label}</span>
          <span className="figures">{textOf(period)}</span>
          <ChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} p="sm">
        <Choice period={period} row={row} onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Choice({ period, row, onClose }: Omit<PeriodFilterProps, 'label'> & { onClose: () => void }) {
  const t = useTranslations('common.period');
  const all = useTranslations('common')('all');
  const calendar = useCalendarProps();
  const { timeZone } = useOperator().site;
  const nowMs = useNow();
  const zone = useMoments().zone(nowMs);
  // A range that has only begun is not asked for yet.
  const [begun, setBegun] = useState<string | null>(null);
  const take = (next: Period) => replaceQuery({ from: next.from, to: next.to, [row]: null });
  const preset = presetOf(period, nowMs, timeZone);
  const none: Period = { from: '', to: '' };
  const line = (name: string, isChosen: boolean, next: Period) => (
    <UnstyledButton
      key={name}
      className="period-preset"
      aria-pressed={isChosen}
      onClick={() => {
        take(next);
        onClose();
      }}
    >
      {name}
      {isChosen && <Check size={14} aria-hidden />}
    </UnstyledButton>
  );
  return (
    <div className="period-choice">
      <div className="period-presets" role="group" aria-label={t('presets')}>
        {line(all, period.from === '' && period.to === '', none)}
        {PRESETS.map((name) => line(t(name), preset === name, periodOf(name, nowMs, timeZone)))}
      </div>
      <Stack gap="sm">
        <Group gap="xs" wrap="nowrap">
          <DateField
            aria-label={t('from')}
            w={150}
            value={period.from}
            isClearable
            {...(period.to === '' ? {} : { max: period.to })}
            onChange={(from) => take({ ...period, from })}
          />
          <DateField
            aria-label={t('to')}
            w={150}
            value={period.to}
            isClearable
            {...(period.from === '' ? {} : { min: period.from })}
            onChange={(to) => take({ ...period, to })}
          />
        </Group>
        <DatePicker
          {...calendar}
          type="range"
          allowSingleDateInRange
          value={
            begun === null
              ? [period.from === '' ? null : period.from, period.to === '' ? null : period.to]
              : [begun, null]
          }
          defaultDate={period.to === '' ? periodOf('today', nowMs, timeZone).to : period.to}
          maxDate={periodOf('today', nowMs, timeZone).to}
          onChange={([from, to]) => {
            setBegun(to === null ? from : null);
            if (from !== null && to !== null) take({ from, to });
          }}
        />
        <p className="form-hint">
          <CalendarDays size={14} aria-hidden /> {t('zone', { zone })}
        </p>
      </Stack>
    </div>
  );
}
