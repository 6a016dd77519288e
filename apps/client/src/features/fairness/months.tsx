/* What each whole month gave back of what was staked, and how many accounts lost. */

import { listFairnessAccounts, listFairnessMonths } from '@candor/contract/calls/fairness';
import type { Wallet } from '@candor/contract/envelope';
import type { FairnessMonth } from '@candor/contract/fairness';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { formatPercent, UNKNOWN_FIGURE } from '../../lib/format.ts';
import { call } from '../../services/api/request.ts';
import { hosts } from '../../services/api/hosts.ts';
import { LoadFailed } from '../../services/queries/query-states.tsx';
import { queryKeys } from '../../services/queries/query-keys.ts';

export function Months({ wallet }: { wallet: Wallet }) {
  const t = useTranslations('fairness.months');
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.fairnessMonths(wallet),
    queryFn: ({ signal }) => call(listFairnessMonths, { query: { wallet }, signal }),
  });
  if (data === undefined && error !== null) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section data-months="" className="rounded-card border border-line bg-surface-1 p-4 shadow-card">
      <h2 className="text-body font-bold">{t('title')}</h2>
      <p className="mt-1 max-w-[44rem] text-body-s text-text-2">{t('text')}</p>
      <table className="tnum mt-3 w-full text-end fit-body-s">
        <caption className="sr-only">{t('caption')}</caption>
        <thead className="fit-caption text-text-3">
          <tr className="[&>th]:py-2 [&>th]:ps-2 [&>th]:font-medium [&>th:first-child]:ps-0">
            <th scope="col" className="text-start">
              {t('month')}
            </th>
            <th scope="col">{t('returned')}</th>
            <th scope="col">{t('losing')}</th>
          </tr>
        </thead>
        <tbody>
          {data.items.map((month) => (
            <MonthRow key={month.month} month={month} wallet={wallet} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function MonthRow({ month, wallet }: { month: FairnessMonth; wallet: Wallet }) {
  const t = useTranslations('fairness.months');
  const { losingRate, returnRate, accounts } = month;
  return (
    <tr className="hairline-t [&>*]:py-2 [&>*]:ps-2 [&>*:first-child]:ps-0">
      <th scope="row" className="text-start font-bold">
        {returnRate === null ? (
          month.month
        ) : (
          <a
            href={`${hosts.urlOf(listFairnessAccounts.path)}?wallet=${wallet}&month=${month.month}&limit=1000`}
            aria-label={t('list', { month: month.month })}
            className="text-link"
          >
            {month.month}
          </a>
        )}
      </th>
      {losingRate === null || returnRate === null ? (
        <td colSpan={2} className="text-text-3">
          {accounts === 0 ? UNKNOWN_FIGURE : t('few')}
        </td>
      ) : (
        <>
          <td className="font-bold">{formatPercent(returnRate)}</td>
          <td>{t('ofAccounts', { share: formatPercent(losingRate), accounts })}</td>
        </>
      )}
    </tr>
  );
}
