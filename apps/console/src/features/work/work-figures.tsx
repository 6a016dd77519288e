import { Title } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { formatMoney, money, parseMoney } from '@candor/domain/money';
import { useTimeText } from '../../services/cashier/time-text.ts';
import { useNow } from '../../services/cashier/use-now.ts';
import { useCounters } from '../../services/operator/counters.ts';
import { useSiteCurrency } from '../../services/operator/operator.tsx';
import { useMoneyText } from '../../services/queue/amount.tsx';
import { HeadFigure } from '../../services/queue/head-figure.tsx';
import { dueMs, longestOf } from '../../services/work/work-line.ts';
import type { WorkLine, WorkQueue } from '../../services/work/work-line.ts';

/** How much waits, what must be answered next, what waits longest of all, how much money is held, and what is one's own. */
export function WorkFigures({ queues, lines }: { queues: readonly WorkQueue[]; lines: readonly WorkLine[] }) {
  const t = useTranslations('work');
  const counters = useCounters();
  const moneyText = useMoneyText();
  const currency = useSiteCurrency();
  const timeText = useTimeText();
  const nowMs = useNow();
  const waiting = queues.reduce((sum, { counter }) => sum + (counters[counter] ?? 0), 0);
  // The lines are in the order of their moments: what nobody was promised cannot be late.
  const next = lines.find(({ promisedMinutes }) => promisedMinutes !== null);
  const oldest = longestOf(lines);
  const held = lines.reduce((sum, { isHeld, amount }) => {
    const read = isHeld === true && amount !== null ? parseMoney(amount, currency) : null;
    return read?.ok === true ? sum + read.value : sum;
  }, 0n);
  const isPart = queues.some(({ kind, hasMore }) => kind === 'withdrawals' && hasMore);
  return (
    <div className="work-figures">
      <Title order={1}>{t('title')}</Title>
      <dl className="head-figures">
        <HeadFigure name={t('waiting')}>{waiting}</HeadFigure>
        <HeadFigure name={t('next')} hint={t('nextHint')}>
          {next === undefined ? (
            '—'
          ) : (
            <>
              <span data-late={dueMs(next) < nowMs}>
                {t(dueMs(next) < nowMs ? 'late' : 'left', { time: timeText(Math.abs(dueMs(next) - nowMs)) })}
              </span>
              <small>{t(`kindOf.${next.kind}`)}</small>
            </>
          )}
        </HeadFigure>
        <HeadFigure name={t('oldest')}>
          {oldest === undefined ? (
            '—'
          ) : (
            <>
              {timeText(nowMs - Date.parse(oldest.since))}
              <small>{t(`kindOf.${oldest.kind}`)}</small>
            </>
          )}
        </HeadFigure>
        <HeadFigure name={t('held')} hint={t('heldHint')}>
          <span translate="no">
            {isPart ? '≥ ' : ''}
            {moneyText(formatMoney(money(held), currency))}
          </span>
        </HeadFigure>
        <HeadFigure name={t('mine')}>{lines.filter(({ isMine }) => isMine).length}</HeadFigure>
      </dl>
    </div>
  );
}
