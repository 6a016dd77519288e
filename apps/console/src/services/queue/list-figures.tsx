/* What a list of work comes to, beside its title: how much waits, what waits longest against what was promised, and the sum. */

import { useTranslations } from 'use-intl';
import { formatMoney, money, parseMoney } from '@candor/domain/money';
import { useTimeText } from '../cashier/time-text.ts';
import { useNow } from '../cashier/use-now.ts';
import { useSiteCurrency } from '../operator/operator.tsx';
import { Amount } from './amount.tsx';
import { longestOf } from '../work/work-line.ts';
import { HeadFigure } from './head-figure.tsx';
import type { Waiting } from './queue-desk.ts';

/** @param isPart the list has more rows than it shows: sums are at least this */
export function ListFigures({ waiting, isPart }: { waiting: readonly Waiting[]; isPart: boolean }) {
  const t = useTranslations('work');
  const nowMs = useNow();
  const timeText = useTimeText();
  const currency = useSiteCurrency();
  const oldest = longestOf(waiting);
  const amounts = waiting.flatMap(({ amount }) => {
    const read = amount === null ? null : parseMoney(amount, currency);
    return read?.ok === true ? [read.value] : [];
  });
  const least = isPart ? '≥ ' : '';
  return (
    <dl className="head-figures">
      <HeadFigure name={t('waiting')}>
        {least}
        {waiting.length}
      </HeadFigure>
      {oldest !== undefined && (
        <HeadFigure name={t('oldest')}>
          <span data-late={oldest.promisedMinutes !== null && dueMs(oldest) < nowMs}>
            {timeText(nowMs - Date.parse(oldest.since))}
          </span>
          {oldest.promisedMinutes !== null && (
            <small>{t('promise', { time: timeText(oldest.promisedMinutes * 60_000) })}</small>
          )}
        </HeadFigure>
      )}
      {amounts.length > 0 && (
        <HeadFigure name={t('sum')}>
          {least}
          <Amount text={formatMoney(money(amounts.reduce((sum, one) => sum + one, 0n)), currency)} />
        </HeadFigure>
      )}
    </dl>
  );
}

function dueMs({ since, promisedMinutes }: Waiting): number {
  return Date.parse(since) + (promisedMinutes ?? 0) * 60_000;
}
