/* How many orders were void, by product and by hour, and how many of them would have won: what a site gains by voiding shows here. */

import { readFairnessVoids } from '@candor/contract/calls/fairness';
import type { Wallet } from '@candor/contract/envelope';
import type { FairnessVoidFigure, FairnessVoidsView } from '@candor/contract/fairness';
import { useQuery } from '@tanstack/react-query';
import { Disclosure } from '@candor/ui/disclosure.tsx';
import { useTranslations } from 'use-intl';
import { UNKNOWN_FIGURE, formatPercent } from '../../lib/format.ts';
import { formatDateTime } from '../../lib/time.ts';
import { call } from '../../services/api/request.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { LoadFailed } from '../../services/queries/query-states.tsx';
import { formatCount, useProductNames } from './figures.tsx';

export function VoidRates({ wallet }: { wallet: Wallet }) {
  const t = useTranslations('fairness.voids');
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.fairnessVoids(wallet),
    queryFn: ({ signal }) => call(readFairnessVoids, { query: { wallet }, signal }),
    refetchInterval: 60_000,
  });
  if (data === undefined && error !== null) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.products.length === 0) return null;
  return (
    <section data-voids="" className="rounded-card border border-line bg-surface-1 p-4 shadow-card">
      <h2 className="text-body font-bold">{t('title')}</h2>
      <p className="mt-1 max-w-[44rem] text-body-s text-text-2">{t('text')}</p>
      <Products products={data.products} />
      <Hours hours={data.hours} />
    </section>
  );
}

function Products({ products }: { products: readonly FairnessVoidFigure[] }) {
  const t = useTranslations('fairness.voids');
  const nameOf = useProductNames();
  return (
    <table className="tnum mt-3 w-full text-end fit-body-s">
      <caption className="sr-only">{t('caption')}</caption>
      <thead className="fit-caption text-text-3">
        <tr className="[&>th]:py-2 [&>th]:ps-2 [&>th]:font-medium [&>th:first-child]:ps-0">
          <th scope="col" className="text-start">
            {t('product')}
          </th>
          <th scope="col">{t('orders')}</th>
          <th scope="col">{t('voided')}</th>
          <th scope="col">{t('wouldHaveWon')}</th>
        </tr>
      </thead>
      <tbody>
        {products.map((figure) => (
          <tr key={figure.product} className="hairline-t [&>*]:py-2 [&>*]:ps-2 [&>*:first-child]:ps-0">
            <th scope="row" className="text-start font-bold wrap-break-word">
              {nameOf(figure.product)}
            </th>
            <td>{formatCount(figure.orders)}</td>
            <td>
              {formatCount(figure.voided)} <span className="text-text-3">({share(figure.voided, figure.orders)})</span>
            </td>
            <td>
              {figure.known === 0 ? UNKNOWN_FIGURE : t('ofKnown', { won: figure.wouldHaveWon, known: figure.known })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Hours({ hours }: Pick<FairnessVoidsView, 'hours'>) {
  const t = useTranslations('fairness.voids');
  if (hours.length === 0) return <p className="mt-3 text-body-s text-text-2">{t('none')}</p>;
  return (
    <Disclosure label={t('byHour', { count: new Set(hours.map(({ hour }) => hour)).size })} isLate className="mt-3">
      <HourRows hours={hours} />
    </Disclosure>
  );
}

/** A row for each hour and product: many, so they are drawn when they are asked for. */
function HourRows({ hours }: Pick<FairnessVoidsView, 'hours'>) {
  const t = useTranslations('fairness.voids');
  const nameOf = useProductNames();
  return (
    <ul className="tnum flex flex-col text-body-s">
      {hours.map(({ hour, product, ...figure }) => (
        <li key={`${hour}/${product}`} className="hairline-t flex flex-wrap justify-between gap-x-4 py-2">
          <span className="font-bold">
            {formatDateTime(hour)} · {nameOf(product)}
          </span>
          <span className="text-text-2">
            {t('hour', { voided: figure.voided, orders: figure.orders })}
            {figure.known > 0 && ` · ${t('hourWon', { won: figure.wouldHaveWon, known: figure.known })}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function share(part: number, whole: number): string {
  return whole === 0 ? UNKNOWN_FIGURE : formatPercent((part / whole).toFixed(4));
}
