/* 收益明细: what one business date earned. Its entries add up to the figure that led here; what is expected stands apart. */

import type { ReactNode } from 'react';
import type { EarningsView } from '@candor/contract/wallet';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { StatusChip } from '@candor/ui/status-chip.tsx';
import { ChevronLeft, ChevronRight, Coins } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { addDays, dayFault, readDate } from '../../lib/dates.ts';
import { ListFoot } from '../../lib/endless-list.tsx';
import { useLanguage } from '../../lib/language.ts';
import { goBack, hrefTo, replaceQuery } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';
import { formatClock } from '../../lib/time.ts';
import { useProductName } from '../../services/active-order/following/use-order.ts';
import { useBusinessDate } from '../../services/filters/business-date.ts';
import { DateNote } from '../../services/filters/date-note.tsx';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { SignedMoney } from '../../services/session/amounts.tsx';
import { useSite } from '../../services/session/site.ts';
import { useEarnings } from './account-queries.ts';

/** @param asked the date in the address; today where it is none, or a date to come */
export function EarningsScreen({ asked }: { asked: string | null }) {
  const t = useTranslations('account.earnings');
  const today = useBusinessDate();
  const known = readDate(asked);
  const date = known === null || known > today ? today : known;
  const fault = dayFault(asked, today);
  return (
    <Page bar={<NavBar title={t('title')} onBack={() => goBack(paths.account('assets'))} />}>
      <div className="mx-auto max-w-[30rem] l:max-w-none">
        {fault !== null && (
          <div className="mb-4">
            <DateNote>{t(fault)}</DateNote>
          </div>
        )}
        <Earnings key={date} date={date} today={today} />
      </div>
    </Page>
  );
}

function Earnings({ date, today }: { date: string; today: string }) {
  const query = useEarnings(date);
  const retry = () => void query.refetch();
  const [first] = query.data?.pages ?? [];
  return (
    <>
      <Sum date={date} today={today} first={first} />
      {query.data === undefined || first === undefined ? (
        query.isError ? (
          <LoadFailed error={query.error} onRetry={retry} />
        ) : (
          <Loading onRetry={retry}>
            <SkeletonRows count={6} />
          </Loading>
        )
      ) : (
        <>
          <Entries interest={first.interest} orders={query.data.pages.flatMap(({ orders }) => orders)} />
          <ListFoot pages={query} />
        </>
      )}
    </>
  );
}

function Sum({ date, today, first }: { date: string; today: string; first: EarningsView | undefined }) {
  const t = useTranslations('account.earnings');
  const { timeZone } = useSite();
  const turn = (days: number) => replaceQuery({ date: addDays(date, days) });
  return (
    <section className="mb-6 rounded-card border border-line bg-surface-1 p-4 shadow-card" aria-label={t('title')}>
      <div className="-mx-2 flex items-center justify-between">
        <IconButton label={t('previous')} onClick={() => turn(-1)}>
          <ChevronLeft aria-hidden="true" className="size-5" />
        </IconButton>
        <h2 className="tnum text-body-s font-bold">{date === today ? t('today') : t('ofDate', { date })}</h2>
        <IconButton label={t('next')} disabled={date >= today} onClick={() => turn(1)}>
          <ChevronRight aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <p className="mt-1 text-center text-title-1">
        {first === undefined ? '—' : <SignedMoney text={first.total} className="font-bold" />}
      </p>
      <p className="text-center text-caption text-text-3">
        {t('sum')} · {t('zone', { zone: timeZone })}
      </p>
      {first !== undefined && Number(first.expected) !== 0 && (
        <div className="mt-3 border-t border-line pt-3">
          <p className="flex items-center justify-between gap-3 text-body-s">
            <span>{t('expected')}</span>
            <SignedMoney text={first.expected} className="font-bold" />
          </p>
          <p className="mt-1 text-caption text-text-3">{t('expectedHint')}</p>
        </div>
      )}
    </section>
  );
}

function Entries({ interest, orders }: Pick<EarningsView, 'interest' | 'orders'>) {
  const t = useTranslations('account.earnings');
  if (interest.length === 0 && orders.length === 0)
    return (
      <EmptyState icon={<Coins aria-hidden="true" strokeWidth={1.5} />} title={t('none')}>
        {t('noneHint')}
      </EmptyState>
    );
  return (
    <>
      {interest.length > 0 && (
        <Group title={t('interest')}>
          {interest.map((entry) => (
            <Interest key={`${entry.kind}${entry.id ?? ''}${entry.state}`} entry={entry} />
          ))}
        </Group>
      )}
      {orders.length > 0 && (
        <Group title={t('orders')}>
          {orders.map((order) => (
            <Settled key={order.id} order={order} />
          ))}
        </Group>
      )}
    </>
  );
}

function Settled({ order: { id, product, amount, settledAt } }: { order: EarningsView['orders'][number] }) {
  return (
    <Row to={paths.order(id)} name={useProductName(product)} amount={amount}>
      <time dateTime={settledAt} className="tnum">
        {formatClock(settledAt)}
      </time>
    </Row>
  );
}

const CHIPS = {
  booked: { tone: 'neutral', icon: 'check' },
  accrued: { tone: 'info', icon: 'clock' },
  expected: { tone: 'info', icon: 'hourglass' },
} as const;

function Interest({ entry: { kind, id, names, count, amount, state } }: { entry: EarningsView['interest'][number] }) {
  const t = useTranslations('account.earnings');
  const language = useLanguage();
  const name = kind === 'savings' ? t('savings') : (names?.[language] ?? t('moreHoldings', { count }));
  const to = kind === 'savings' ? paths.savings() : id === null ? paths.ebaoRecords() : paths.ebaoRecords(id);
  return (
    <Row to={to} name={name} amount={amount}>
      <StatusChip {...CHIPS[state]}>{state === 'expected' ? t('expectedOf') : t(state)}</StatusChip>
    </Row>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-6">
      <h2 className="mb-1 text-body-s font-bold text-text-3">{title}</h2>
      <ul>{children}</ul>
    </section>
  );
}

function Row({ to, name, amount, children }: { to: AppPath; name: string; amount: string; children: ReactNode }) {
  return (
    <li className="hairline-b">
      <a href={hrefTo(to)} className="press flex min-h-17 flex-wrap items-center justify-between gap-x-4 py-3">
        <span className="min-w-0 flex-1 basis-[8rem]">
          <span className="block">{name}</span>
          <span className="mt-1 flex items-center text-caption text-text-3">{children}</span>
        </span>
        <SignedMoney text={amount} className="ms-auto shrink-0 font-bold" />
      </a>
    </li>
  );
}
