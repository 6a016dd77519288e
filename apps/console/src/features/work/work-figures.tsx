import { Title } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { formatMoney, money, parseMoney } from '@candor/domain/money';
import { useTimeText } from '../../services/cashier/time-text.ts';
import { useNow } from '../../services/cashier/use-now.ts';
import { useCounters } from '../../services/operator/counters.ts';
import { useSiteCurrency } from '../../services/operator/operator.tsx';
import { useMoneyText } from '../../services/queue/amount.tsx';
import { HeadFigure } from '../../services/queue/head-figure.tsx';
import { dueMs } from '../../services/work/work-line.ts';
import type { WorkLine, WorkQueue } from '../../services/work/work-line.ts';

/** How much waits, what waits longest against what was promised, how much money is held for it, and what is one's own. */
export function WorkFigures({ queues, lines }: { queues: readonly WorkQueue[]; lines: readonly WorkLine[] }) {
  const t = useTranslations('work');
  const counters = useCounters();
  const moneyText = useMoneyText();
  const currency = useSiteCurrency();
  const timeText = useTimeText();
  const nowMs = useNow();
  const waiting = queues.reduce((sum, { counter }) => sum + (counters[counter] ?? 0), 0);
  // Of what was promised, what is late first: what nobody was told cannot be late. The lines are in that order.
  const oldest = lines.find(({ promisedMinutes }) => promisedMinutes !== null);
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
        <HeadFigure name={t('oldest')}>
          {oldest === undefined ? (
            '—'
          ) : (
            <>
              <span data-late={dueMs(oldest) < nowMs}>{timeText(nowMs - Date.parse(oldest.since))}</span>
              <small>{t('promise', { time: timeText((oldest.promisedMinutes ?? 0) * 60_000) })}</small>
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
