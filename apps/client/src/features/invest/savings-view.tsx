/* 利息宝: the savings with their rate, what each day earned, the way in and out, and the member's own choice. */

import type { ReactNode } from 'react';
import type { SavingsView as Savings } from '@candor/contract/invest';
import { Button } from '@candor/ui/button.tsx';
import { MoneyText } from '@candor/ui/money-text.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Card, Page } from '@candor/ui/page.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { useTranslations } from 'use-intl';
import { ListFoot } from '../../lib/endless-list.tsx';
import { goBack, hrefTo, replaceQuery } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatDateTime } from '../../lib/time.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { SignedMoney, useAmounts } from '../../services/session/amounts.tsx';
import { Age } from '../../services/queries/age.tsx';
import { AutoSave } from './auto-save.tsx';
import { useSavings, useSavingsTransfers } from './invest-queries.ts';
import { AgreementLink, rateText } from './invest-words.tsx';
import { MoveSavings } from './move-savings.tsx';
import { ScrollRegion } from './scroll-region.tsx';

/** @param move the sheet that the address opens */
export function SavingsView({ move }: { move: string | null }) {
  const t = useTranslations('invest.savings');
  const query = useSavings();
  const retry = () => void query.refetch();
  const savings = query.data;
  return (
    <Page columns bar={<NavBar title={t('title')} onBack={() => goBack(paths.ebao())} />}>
      <div>
        {savings === undefined ? (
          query.isError ? (
            <LoadFailed error={query.error} onRetry={retry} />
          ) : (
            <Loading onRetry={retry}>
              <div className="flex flex-col gap-4">
                <Skeleton className="h-52 rounded-card" />
                <Skeleton className="h-28 rounded-card" />
                <Skeleton className="h-40 rounded-card" />
              </div>
            </Loading>
          )
        ) : (
          <div className="grid gap-4 xl:grid-cols-2 xl:items-start xl:gap-6">
            <div className="flex min-w-0 flex-col gap-4">
              <Balance savings={savings} />
              <Age query={query} />
              <AutoSave key={savings.auto.keep} savings={savings} />
              <Rates savings={savings} />
            </div>
            <div className="flex min-w-0 flex-col gap-4">
              <Days savings={savings} />
              <Transfers />
            </div>
          </div>
        )}
      </div>
      {savings !== undefined && (move === 'in' || move === 'out') && (
        <MoveSavings key={move} direction={move} savings={savings} onClose={() => replaceQuery({ move: null })} />
      )}
    </Page>
  );
}

function Balance({ savings }: { savings: Savings }) {
  const t = useTranslations('invest.savings');
  const amounts = useAmounts();
  return (
    <section
      aria-label={t('title')}
      className="rounded-card border border-line bg-[image:var(--asset-gradient)] p-4 shadow-card"
    >
      <a href={hrefTo(paths.statement({ account: 'savings' }))} className="press block w-fit rounded-control">
        <span className="block text-body-s text-text-2">{t('balance')}</span>
        <span className="mt-1 block text-display">
          <MoneyText text={amounts(savings.balance)} />
        </span>
      </a>
      <p className="tnum mt-1 text-body-s text-text-2">{t('todayRate', { rate: rateText(savings.annualRate) })}</p>
      <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(4.5rem,100%),1fr))] gap-3">
        <Earned name={t('yesterday')} amount={savings.yesterday} />
        <Earned name={t('total')} amount={savings.total} />
        <Earned name={t('todayEstimate')} amount={savings.todayEstimate} />
      </dl>
      <div className="mt-4 flex flex-wrap gap-3 *:flex-1 *:basis-[6rem]">
        <Button variant="secondary" size="medium" onClick={() => replaceQuery({ move: 'out' })}>
          {t('out')}
        </Button>
        <Button size="medium" onClick={() => replaceQuery({ move: 'in' })}>
          {t('in')}
        </Button>
      </div>
      <div className="mt-3 text-caption text-text-2">
        {t('rule')} <AgreementLink code="savings" version={savings.agreementVersion} />
      </div>
    </section>
  );
}

function Earned({ name, amount }: { name: string; amount: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-caption text-text-2">{name}</dt>
      <dd className="text-body-s font-bold">
        <SignedMoney text={amount} />
      </dd>
    </div>
  );
}

function Rates({ savings: { rates } }: { savings: Savings }) {
  const t = useTranslations('invest.savings');
  return (
    <Lines title={t('rates')}>
      {rates.map(({ from, annualRate }) => (
        <Line key={from} name={t('from', { date: from })} value={rateText(annualRate)} />
      ))}
    </Lines>
  );
}

function Days({ savings: { days } }: { savings: Savings }) {
  const t = useTranslations('invest.savings');
  const amounts = useAmounts();
  if (days.length === 0)
    return (
      <Card>
        <h2 className="text-body font-bold">{t('days')}</h2>
        <p className="mt-2 text-body-s text-text-2">{t('noDays')}</p>
      </Card>
    );
  return (
    <Lines title={t('days')}>
      {days.toReversed().map(({ date, balance, annualRate, interest }) => (
        <Line
          key={date}
          name={date}
          detail={t('earnedOn', { balance: amounts(balance), rate: rateText(annualRate) })}
          value={amounts(interest, { signed: true })}
        />
      ))}
    </Lines>
  );
}

function Transfers() {
  const t = useTranslations('invest.savings');
  const amounts = useAmounts();
  const query = useSavingsTransfers();
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.data === undefined && !query.isError) return <Skeleton className="h-40 rounded-card" />;
  if (query.data !== undefined && items.length === 0) return null;
  return (
    <Lines title={t('transfers')} foot={query.data !== undefined && <ListFoot pages={query} />}>
      {items.map(({ id, direction, origin, amount, at }) => (
        <Line
          key={id}
          name={t(origin === 'auto' ? 'movedByItself' : direction)}
          detail={formatDateTime(at)}
          value={amounts(direction === 'in' ? amount : `-${amount}`, { signed: true })}
        />
      ))}
    </Lines>
  );
}

function Lines({ title, foot, children }: { title: string; foot?: ReactNode; children: ReactNode }) {
  return (
    <Card>
      <h2 className="text-body font-bold">{title}</h2>
      <ScrollRegion label={title} className="mt-1 max-h-96">
        <ul>{children}</ul>
      </ScrollRegion>
      {foot}
    </Card>
  );
}

function Line({ name, detail, value }: { name: string; detail?: string; value: string }) {
  return (
    <li className="tnum flex min-h-12 items-center justify-between gap-3 py-1 text-body-s [&:not(:last-child)]:border-b [&:not(:last-child)]:border-line">
      <span className="min-w-0">
        <span className="block">{name}</span>
        {detail !== undefined && <span className="block text-caption text-text-3">{detail}</span>}
      </span>
      <span className="shrink-0 font-bold">{value}</span>
    </li>
  );
}
