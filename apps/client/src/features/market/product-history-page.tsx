/*
 * How a product changed: its coming holidays, what it was version by version, its terms and its suspensions. All of it is public. The
 * product is in the address; without one, the page asks which.
 */

import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { listVersions } from '@candor/contract/calls/market';
import type { ProductVersionsView } from '@candor/contract/console-product-changes';
import type { ProductView } from '@candor/contract/market';
import { yearOf } from '@candor/domain/market/year-of';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { useLanguage } from '../../lib/language.ts';
import { goBack, hrefTo, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/time.ts';
import { call } from '../../services/api/request.ts';
import { nameOf } from '../../services/market/product-list.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useProducts } from '../../services/queries/shared-queries.ts';
import { Stops, TermsVersions } from './product-history.tsx';
import { calendarOf, closedDays, dayName } from './product-versions.ts';
import type { ClosedDay } from './product-versions.ts';
import { useVersionLines } from './use-version-lines.ts';

export function ProductHistoryPage() {
  const common = useTranslations('common');
  const code = useAddress().params.get('code');
  return (
    <Page bar={<NavBar title={common('titles.productHistory')} onBack={() => goBack(paths.fairness())} />}>
      {code === null ? <Choice /> : <History code={code} />}
    </Page>
  );
}

/** Every product that is offered, as a way to its history. */
function Choice() {
  const t = useTranslations('market.versions');
  const language = useLanguage();
  const products = useProducts();
  if (products.data === undefined) return <Waiting query={products} />;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-body-s text-text-2">{t('choose')}</p>
      <ul className="rounded-card border border-line bg-surface-1 px-4">
        {products.data.map((product: ProductView) => (
          <li key={product.code} className="hairline-b last:border-b-0">
            <a
              href={hrefTo(paths.productHistory(product.code))}
              className="press flex min-h-12 items-center justify-between gap-3 text-body-s"
            >
              <span className="min-w-0 truncate">
                <span className="font-medium">{nameOf(product, language)}</span>{' '}
                <span className="text-text-3">{product.code}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-text-3" />
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Waiting({ query }: { query: { isError: boolean; error: unknown; refetch: () => unknown } }) {
  const retry = () => void query.refetch();
  if (query.isError) return <LoadFailed error={query.error} onRetry={retry} />;
  return (
    <Loading onRetry={retry}>
      <SkeletonRows count={6} />
    </Loading>
  );
}

function History({ code }: { code: string }) {
  const t = useTranslations('market.versions');
  const language = useLanguage();
  const versions = useQuery({
    queryKey: queryKeys.versions(code),
    queryFn: async ({ signal }) => await call(listVersions, { params: { code }, signal }),
  });
  if (versions.data === undefined) return <Waiting query={versions} />;
  const [newest] = versions.data;
  if (newest === undefined)
    return (
      <EmptyState icon={<CalendarDays aria-hidden="true" className="size-8" strokeWidth={1.5} />} title={t('none')}>
        {t('noneText')}
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="text-title-2 font-bold">{newest.names[language]}</h2>
        <p className="mt-1 text-body-s text-text-2">{t('intro')}</p>
      </div>
      <Card title={t('holidays')}>
        <Holidays newest={newest} />
      </Card>
      <Card title={t('title')}>
        <Versions versions={versions.data} />
      </Card>
      <Card title={t('terms')}>
        <TermsVersions code={code} />
      </Card>
      <Card title={t('stops')}>
        <Stops code={code} />
      </Card>
    </div>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-card border border-line bg-surface-1 p-4">
      <h3 className="mb-2 text-body font-bold">{title}</h3>
      <div className="text-body-s">{children}</div>
    </section>
  );
}

/** Days within twelve months on which it trades less than usual. */
function Holidays({ newest: { calendar, holdsFrom } }: { newest: ProductVersionsView[number] }) {
  const t = useTranslations('market.versions');
  const language = useLanguage();
  const [now] = useState(() => Date.now());
  if (calendar === null) return <p className="text-text-2">{t('never')}</p>;
  const read = calendarOf(calendar);
  const days = closedDays(yearOf(read, now), read, now);
  const text = ({ isClosed, until }: ClosedDay): string =>
    isClosed ? t('closed') : until === null ? t('short') : t('until', { time: until });
  return (
    <>
      {Date.parse(holdsFrom) > now && (
        <p className="mb-2 text-text-2">{t('hoursFrom', { time: formatDateTime(holdsFrom) })}</p>
      )}
      {days.length === 0 ? (
        <p className="text-text-2">{t('noHolidays')}</p>
      ) : (
        <ul className="grid gap-x-6 l:grid-cols-2">
          {days.map((day) => (
            <li key={day.date} className="hairline-b flex flex-wrap justify-between gap-x-3 py-2">
              <span className="tnum">{dayName(day.date, language)}</span>
              <span className="text-text-2">{text(day)}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-caption text-text-3">{t('zone', { zone: calendar.timeZone })}</p>
    </>
  );
}

function Versions({ versions }: { versions: ProductVersionsView }) {
  const t = useTranslations('market.versions');
  const linesOf = useVersionLines();
  return (
    <ol className="flex flex-col">
      {versions.map((version, index) => {
        const before = versions[index + 1];
        const lines = before === undefined ? [] : linesOf(before, version);
        return (
          <li key={version.version} className="hairline-b py-2 last:border-b-0">
            <p className="tnum font-bold">
              {t('version', { version: version.version })}{' '}
              <span className="text-caption font-normal text-text-3">{formatDateTime(version.publishedAt)}</span>
            </p>
            {lines.map(({ name, before: was, after: is }) => (
              <p key={name} className="mt-1 break-words text-text-2">
                {name}: {was ?? t('nothing')} → {is ?? t('nothing')}
              </p>
            ))}
            {before === undefined && <p className="mt-1 text-text-2">{t('first')}</p>}
            {lines.some(({ isLater }) => isLater) && (
              <p className="tnum mt-1 text-caption text-text-3">
                {t('holdsFrom', { time: formatDateTime(version.holdsFrom) })}
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}
