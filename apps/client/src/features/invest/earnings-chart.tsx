import type { InvestSummaryView } from '@candor/contract/invest';
import { Disclosure } from '@candor/ui/disclosure.tsx';
import { useTranslations } from 'use-intl';
import { useAmounts } from '../../services/session/amounts.tsx';
import { useSite } from '../../services/session/site.ts';
import { earningsBars } from './earnings-bars.ts';
import { useInvestSummary } from './invest-queries.ts';
import { ScrollRegion } from './scroll-region.tsx';

/**
 * What each of the last 30 days earned, projects and savings on top of each other. The same in a table. Nothing before
 * the first day that earned: an empty chart says nothing.
 */
export function EarningsCard() {
  const days = useInvestSummary().data?.earnings;
  return days === undefined ? null : <EarningsChart days={days} />;
}

function EarningsChart({ days }: { days: InvestSummaryView['earnings'] }) {
  const t = useTranslations('invest.chart');
  const amounts = useAmounts();
  const { currency } = useSite();
  const { bars, sum, best } = earningsBars(days, currency);
  const first = bars[0];
  const last = bars.at(-1);
  if (best === null || first === undefined || last === undefined) return null;
  return (
    <figure className="rounded-card border border-line bg-surface-1 p-4 shadow-card">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3 text-caption text-text-2">
        <span>{t('title')}</span>
        <span className="flex gap-3">
          <Legend className="bg-series">{t('projects')}</Legend>
          <Legend className="bg-info">{t('savings')}</Legend>
        </span>
      </figcaption>
      <div
        role="img"
        aria-label={t('about', { sum: amounts(sum), date: best.date, best: amounts(best.total) })}
        className="mt-2 flex h-18 items-end gap-px border-b border-line"
      >
        {bars.map(({ date, projectsPart, savingsPart }) => (
          <span key={date} className="flex h-full min-w-0 flex-1 flex-col justify-end">
            <span className="block rounded-t-full bg-info" style={{ height: `${savingsPart}%` }} />
            <span
              className={`block bg-series ${savingsPart === 0 ? 'rounded-t-full' : ''}`}
              style={{ height: `${projectsPart}%` }}
            />
          </span>
        ))}
      </div>
      <p aria-hidden="true" className="tnum mt-1 flex justify-between text-caption text-text-3">
        <span>{first.date.slice(5)}</span>
        <span>{last.date.slice(5)}</span>
      </p>
      <Disclosure label={t('asTable')}>
        <ScrollRegion label={t('title')} className="max-h-60">
          <table className="tnum w-full text-caption text-text-2">
            <caption className="sr-only">{t('title')}</caption>
            <thead>
              <tr className="text-text-3">
                <Head>{t('date')}</Head>
                <Head end>{t('projects')}</Head>
                <Head end>{t('savings')}</Head>
              </tr>
            </thead>
            <tbody>
              {bars.toReversed().map(({ date, projects, savings }) => (
                <tr key={date}>
                  <th scope="row" className="py-1 text-start font-normal">
                    {date}
                  </th>
                  <td className="py-1 text-end">{amounts(projects)}</td>
                  <td className="py-1 text-end">{amounts(savings)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </Disclosure>
    </figure>
  );
}

function Legend({ className, children }: { className: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className={`size-2 rounded-full ${className}`} />
      {children}
    </span>
  );
}

function Head({ end = false, children }: { end?: boolean; children: string }) {
  return (
    <th scope="col" className={`sticky top-0 bg-surface-1 py-1 font-bold ${end ? 'text-end' : 'text-start'}`}>
      {children}
    </th>
  );
}
