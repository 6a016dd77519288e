import type { HoldingView } from '@candor/contract/invest';
import { MoneyText } from '@candor/ui/money-text.tsx';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatDate } from '../../lib/time.ts';
import { useAmounts } from '../../services/session/amounts.tsx';
import { useSite } from '../../services/session/site.ts';
import { termPercent } from './invest-rules.ts';
import { HoldingStatusChip, rateText, ShareBar } from './invest-words.tsx';

/** One holding of a list: how much, how long it still runs, and what it earns. */
export function HoldingRow({ holding }: { holding: HoldingView }) {
  const t = useTranslations('invest.holding');
  const language = useLanguage();
  const amounts = useAmounts();
  return (
    <a
      href={hrefTo(paths.ebaoRecords(holding.id))}
      className="press hairline-b flex min-h-24 flex-col gap-2 py-3 hover:bg-surface-1"
    >
      <span className="flex items-start justify-between gap-3">
        <span className="min-w-0">
          <span className="block truncate text-body">{holding.names[language]}</span>
          <span className="tnum block text-caption text-text-3">
            {t('rateAndTerm', { rate: rateText(holding.annualRate), days: holding.termDays })}
          </span>
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1">
          <span className="text-body font-bold">
            <MoneyText text={amounts(holding.principal)} />
          </span>
          <HoldingStatusChip status={holding.status} />
        </span>
      </span>
      {holding.status === 'running' && <ShareBar percent={termPercent(holding)} />}
      <span className="tnum flex flex-wrap justify-between gap-x-3 text-caption text-text-2">
        <span>
          <Ending holding={holding} />
        </span>
        <span>{t('interestOf', { amount: amounts(holding.totalInterest) })}</span>
      </span>
    </a>
  );
}

/** When it comes back: a countdown in days, or the day it did. */
export function Ending({ holding }: { holding: HoldingView }) {
  const t = useTranslations('invest.holding');
  const { timeZone } = useSite();
  const { status, daysLeft, maturesOn, endedAt } = holding;
  if (status === 'running') return daysLeft === 0 ? t('dueToday') : t('daysLeft', { count: daysLeft, date: maturesOn });
  const date = endedAt === null ? maturesOn : formatDate(endedAt, timeZone);
  return status === 'redeemed' ? t('redeemedOn', { date }) : t('repaidOn', { date });
}
