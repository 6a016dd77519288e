import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { UNKNOWN_FIGURE } from '../../lib/format.ts';
import { useWithdrawalWaits } from './cashier-queries.ts';

/** How long withdrawals of everybody take here. The figures are public, the slow ones among them too. */
export function WithdrawalWaits() {
  const t = useTranslations('cashier.waits');
  const { data } = useWithdrawalWaits();
  const words = useDurationWords();
  const figures = [
    { key: 'median', value: words(data?.medianMinutes ?? null) },
    { key: 'longest', value: words(data?.longestMinutes ?? null) },
    { key: 'waiting', value: data === undefined ? UNKNOWN_FIGURE : String(data.waiting) },
    { key: 'oldest', value: words(data?.longestWaitingMinutes ?? null) },
  ] as const;
  return (
    <section aria-labelledby="waits" className="rounded-card border border-line bg-surface-1 p-4 shadow-card">
      <h2 id="waits" className="text-body-s font-semibold">
        {t('title')}
      </h2>
      <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3">
        {figures.map(({ key, value }) => (
          <div key={key} className="min-w-0">
            <dt className="text-caption text-text-3">{t(key)}</dt>
            <dd className="tnum text-body font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-caption text-text-3">{t('note')}</p>
      <a
        href={hrefTo(paths.withdrawRecords())}
        className="mt-1 inline-flex min-h-11 items-center text-body-s text-accent"
      >
        {t('records')}
      </a>
    </section>
  );
}

/** 75 → "1小时15分钟"; "--" while nothing is known. */
function useDurationWords(): (minutes: number | null) => string {
  const units = useTranslations('common.units');
  return (minutes) => {
    if (minutes === null) return UNKNOWN_FIGURE;
    if (minutes < 60) return units('minutes', { count: minutes });
    const rest = minutes % 60;
    const hours = units('hours', { count: Math.floor(minutes / 60) });
    return rest === 0 ? hours : `${hours} ${units('minutes', { count: rest })}`;
  };
}
