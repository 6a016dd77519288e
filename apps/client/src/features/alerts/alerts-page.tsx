/* pages/mine/alerts/index: what the member waits to hear of, and the last of what happened. */

import type { AlertsView } from '@candor/contract/alerts';
import { buttonClass } from '@candor/ui/button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { Bell } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useLanguage } from '../../lib/language.ts';
import { goBack, hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatClock } from '../../lib/time.ts';
import { AlertRow, ReminderRow } from '../../services/alerts/alert-row.tsx';
import { useAlerts } from '../../services/alerts/alert-queries.ts';
import { nameOf } from '../../services/market/product-list.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useProducts } from '../../services/queries/shared-queries.ts';

export function AlertsPage() {
  const t = useTranslations('alerts');
  const states = useTranslations('common.states');
  const query = useAlerts();
  const retry = () => void query.refetch();
  return (
    <Page bar={<NavBar title={t('title')} onBack={() => goBack(paths.account())} />}>
      {query.data ? (
        <>
          {/* What is kept stays on the screen without a connection; its age is shown. */}
          {query.isError && (
            <p role="status" className="tnum mb-2 text-caption text-warn">
              {states('updatedAt', { time: formatClock(query.dataUpdatedAt) })}
            </p>
          )}
          <Lists view={query.data} />
        </>
      ) : query.isError ? (
        <LoadFailed error={query.error} onRetry={retry} />
      ) : (
        <Loading onRetry={retry}>
          {/* As high as the empty page, which is what most members see. */}
          <Skeleton className="h-80 rounded-card" />
        </Loading>
      )}
    </Page>
  );
}

function Lists({ view: { alerts, reminders, max } }: { view: AlertsView }) {
  const t = useTranslations('alerts');
  const language = useLanguage();
  const { data: products } = useProducts();
  const productOf = (code: string) => products?.find((product) => product.code === code);
  const nameOfCode = (code: string) => {
    const product = productOf(code);
    return product === undefined ? code : nameOf(product, language);
  };
  if (alerts.length + reminders.length === 0) return <Nothing />;
  const waiting = alerts.filter(({ state }) => state === 'waiting');
  const ended = alerts.filter(({ state }) => state !== 'waiting');
  const rowOf = (alert: (typeof alerts)[number]) => (
    <AlertRow key={alert.id} alert={alert} name={nameOfCode(alert.product)} feed={productOf(alert.product)?.feed} />
  );
  return (
    <div className="flex flex-col gap-6">
      {reminders.length > 0 && (
        <List title={t('reminders')}>
          {reminders.map((reminder) => (
            <ReminderRow key={reminder.id} reminder={reminder} name={nameOfCode(reminder.product)} />
          ))}
        </List>
      )}
      {waiting.length > 0 && <List title={t('waiting', { count: waiting.length, max })}>{waiting.map(rowOf)}</List>}
      {ended.length > 0 && <List title={t('ended')}>{ended.map(rowOf)}</List>}
    </div>
  );
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 ps-1 text-body-s font-bold text-text-3">{title}</h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface-1 shadow-card">{children}</ul>
    </section>
  );
}

function Nothing() {
  const t = useTranslations('alerts');
  return (
    <EmptyState
      icon={<Bell aria-hidden="true" strokeWidth={1.5} />}
      hasRows
      title={t('none')}
      action={
        <a href={hrefTo(paths.home())} className={buttonClass('primary', 'medium')}>
          {t('seeMarkets')}
        </a>
      }
    >
      {t('noneHint')}
    </EmptyState>
  );
}
