/* The next twelve months of a calendar: open, short and closed days, and the days on which the clock is moved. */

import { Group, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { CalendarDraft } from '@candor/domain/market/product-draft';
import { yearOf } from '@candor/domain/market/year-of';
import type { CalendarDay } from '@candor/domain/market/year-of';
import { useLanguage } from '../../lib/language.ts';
import { monthName } from '../../services/moments/calendar-names.ts';

const STATES = ['open', 'half', 'closed'] as const;

export function YearGrid({ calendar, nowMs }: { calendar: NonNullable<CalendarDraft>; nowMs: number }) {
  const t = useTranslations('products');
  const language = useLanguage();
  const days = yearOf(calendar, nowMs);
  const months = [...new Set(days.map(({ date }) => date.slice(0, 7)))];
  return (
    <div>
      <Group gap="md" mb="xs">
        {STATES.map((state) => (
          <Group key={state} gap={6}>
            <span className="year-day" data-state={state} aria-hidden />
            <Text fz="xs">{t(`dayOf.${state}`)}</Text>
          </Group>
        ))}
        <Group gap={6}>
          <span className="year-day" data-state="open" data-moved aria-hidden />
          <Text fz="xs">{t('clockMoved')}</Text>
        </Group>
      </Group>
      <div className="year-grid">
        {months.map((month) => (
          <Month
            key={month}
            title={monthName(month, language)}
            days={days.filter(({ date }) => date.startsWith(month))}
          />
        ))}
      </div>
    </div>
  );
}

function Month({ title, days }: { title: string; days: readonly CalendarDay[] }) {
  const t = useTranslations('products');
  // The week begins with Monday.
  const blanks = ((days[0]?.weekday ?? 1) + 6) % 7;
  const special = days.filter(
    ({ state, weekday, clockMoves }) => (state !== 'open' && weekday % 6 !== 0) || clockMoves !== 0,
  );
  return (
    <figure className="year-month">
      <Text fz="xs" fw={600} component="figcaption">
        {title}
      </Text>
      <div className="year-days" aria-hidden>
        {Array.from({ length: blanks }, (_, index) => (
          <span key={`blank ${index}`} />
        ))}
        {days.map(({ date, state, clockMoves }) => (
          <span
            key={date}
            className="year-day"
            data-state={state}
            title={`${date} · ${t(`dayOf.${state}`)}${clockMoves === 0 ? '' : ` · ${t('clockMoved')}`}`}
            {...(clockMoves === 0 ? {} : { 'data-moved': true })}
          >
            {Number(date.slice(8))}
          </span>
        ))}
      </div>
      <ul className="visually-hidden">
        {special.map(({ date, state, clockMoves }) => (
          <li key={date}>
            {date}: {clockMoves === 0 ? t(`dayOf.${state}`) : t('clockMoved')}
          </li>
        ))}
      </ul>
    </figure>
  );
}
