import { useState } from 'react';
import type { InvestSummaryView } from '@candor/contract/invest';
import { cx } from '@candor/ui/cx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Card } from '@candor/ui/page.tsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { useBusinessDate } from '../../services/filters/business-date.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import { useInvestSummary } from './invest-queries.ts';
import { addMonths, monthName, monthOf, weekdayNames, weeksOf } from './month-grid.ts';

type Repayment = InvestSummaryView['repayments'][number];

/** What running holdings will pay, month by month. A marked day says how much, and from how many holdings. */
export function RepaymentCalendar() {
  const t = useTranslations('invest.calendar');
  const language = useLanguage();
  const today = useBusinessDate();
  const { data } = useInvestSummary();
  const [chosenMonth, setMonth] = useState<string | null>(null);
  const [chosenDay, setDay] = useState<string | null>(null);
  const repayments = data?.repayments ?? [];
  const next = repayments[0];
  if (next === undefined) return null;
  const month = chosenMonth ?? monthOf(next.date);
  const inMonth = new Map(repayments.filter(({ date }) => monthOf(date) === month).map((day) => [day.date, day]));
  const shown = (chosenDay === null ? undefined : inMonth.get(chosenDay)) ?? [...inMonth.values()][0];
  const turn = (count: number) => {
    setMonth(addMonths(month, count));
    setDay(null);
  };
  return (
    <Card>
      <h2 className="text-body font-bold">{t('title')}</h2>
      <div className="mt-1 flex items-center justify-between">
        <IconButton label={t('previous')} disabled={month <= monthOf(today)} onClick={() => turn(-1)} className="-ms-2">
          <ChevronLeft aria-hidden="true" className="size-5" />
        </IconButton>
        <p aria-live="polite" className="tnum text-body-s font-bold">
          {monthName(month, language)}
        </p>
        <IconButton
          label={t('next')}
          disabled={month >= monthOf(repayments.at(-1)?.date ?? month)}
          onClick={() => turn(1)}
          className="-me-2"
        >
          <ChevronRight aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      {/* On the narrowest phones the days reach to the card's edge, so that a finger finds them. */}
      <table className="tnum -mx-3 mt-1 w-[calc(100%+1.5rem)] table-fixed border-separate border-spacing-x-0 border-spacing-y-0 text-center text-body-s s:mx-0 s:w-full">
        <caption className="sr-only">{monthName(month, language)}</caption>
        <thead className="text-caption text-text-3">
          <tr>
            {weekdayNames(language).map(({ short, long }) => (
              <th key={long} scope="col" className="pb-1 font-medium">
                <span aria-hidden="true">{short}</span>
                <span className="sr-only">{long}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week, index) => (
            <tr key={index}>
              {week.map((date, at) => (
                <td key={date ?? at} className="p-0">
                  {date !== null && (
                    <Day
                      date={date}
                      isToday={date === today}
                      repayment={inMonth.get(date)}
                      isShown={shown?.date === date}
                      onPress={() => setDay(date)}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div aria-live="polite" className="mt-2 border-t border-line pt-3 text-body-s">
        {shown === undefined ? <p className="text-text-3">{t('none')}</p> : <DayLine day={shown} />}
      </div>
    </Card>
  );
}

type DayProps = {
  date: string;
  isToday: boolean;
  repayment: Repayment | undefined;
  isShown: boolean;
  onPress: () => void;
};

function Day({ date, isToday, repayment, isShown, onPress }: DayProps) {
  const t = useTranslations('invest.calendar');
  const number = Number(date.slice(8));
  const face = 'flex h-11 w-full flex-col items-center justify-center rounded-control';
  if (repayment === undefined)
    return (
      <span
        aria-current={isToday ? 'date' : undefined}
        className={cx(face, isToday ? 'font-bold text-selected' : 'text-text-3')}
      >
        {number}
      </span>
    );
  return (
    <button
      type="button"
      aria-pressed={isShown}
      aria-label={t('day', { date, count: repayment.holdings })}
      onClick={onPress}
      className={cx(
        face,
        'press font-bold',
        isShown ? 'bg-selected text-on-selected print:text-text-1' : 'bg-selected-tint text-text-1 hover:bg-surface-3',
      )}
    >
      {number}
      <span aria-hidden="true" className="size-1 rounded-full bg-current" />
    </button>
  );
}

function DayLine({ day }: { day: Repayment }) {
  const t = useTranslations('invest.calendar');
  const amounts = useAmounts();
  return (
    <dl className="tnum grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      <dt className="text-text-2">{t('on')}</dt>
      <dd className="text-end">
        <time dateTime={day.date}>{day.date}</time>
      </dd>
      <dt className="text-text-2">{t('interest')}</dt>
      <dd className="text-end font-bold">{amounts(day.interest)}</dd>
      <dt className="text-text-2">{t('principal')}</dt>
      <dd className="text-end font-bold">{amounts(day.principal)}</dd>
    </dl>
  );
}
