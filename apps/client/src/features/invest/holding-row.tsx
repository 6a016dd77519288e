import type { HoldingView } from '@candor/contract/invest';
import { ACTION_ICONS } from '@candor/ui/action-icons';
import { IconDisc } from '@candor/ui/icon-disc.tsx';
import { MoneyText } from '@candor/ui/money-text.tsx';
import { RecordRow } from '@candor/ui/record-row.tsx';
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
    <RecordRow
      href={hrefTo(paths.ebaoRecords(holding.id))}
      icon={<IconDisc icon={ACTION_ICONS.invest} />}
      name={holding.names[language]}
      detail={t('rateAndTerm', { rate: rateText(holding.annualRate), days: holding.termDays })}
      amount={<MoneyText text={amounts(holding.principal)} />}
      status={<HoldingStatusChip status={holding.status} />}
    >
      {holding.status === 'running' && <ShareBar percent={termPercent(holding)} />}
      <span className="tnum flex flex-wrap justify-between gap-x-3 text-caption text-text-2">
        <span>
          <Ending holding={holding} />
        </span>
        <span>{t('interestOf', { amount: amounts(holding.totalInterest) })}</span>
      </span>
    </RecordRow>
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
