/*
 * 利息宝 · 定期投资: what is invested and earns, what can be invested in, and the savings. The savings are a view of this
 * route (`?view=savings`); the chosen tab is in the address.
 */

import { ACTION_ICONS } from '@candor/ui/action-icons';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { cx } from '@candor/ui/cx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { Tabs } from '@candor/ui/tabs.tsx';
import { Sprout } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { goBack, hrefTo, navigate, replaceQuery, useAddress } from '../../lib/location.ts';
import { useMedia } from '../../lib/media.ts';
import { paths } from '../../lib/paths.ts';
import { CompareYields } from './compare-yields.tsx';
import { EarningsCard } from './earnings-chart.tsx';
import { InvestHero } from './invest-hero.tsx';
import { OpenPurchase } from './open-purchase.tsx';
import { ProjectList } from './project-list.tsx';
import { RepaymentCalendar } from './repayment-calendar.tsx';
import { SavingsCard } from './savings-card.tsx';
import { SavingsView } from './savings-view.tsx';
import { Button, buttonClass } from '@candor/ui/button.tsx';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { Age } from '../../services/queries/age.tsx';
import { HoldingRow } from './holding-row.tsx';
import { useHoldings } from './invest-queries.ts';

export function InvestPage() {
  const { params } = useAddress();
  if (params.get('view') === 'savings') return <SavingsView move={params.get('move')} />;
  return <Hub tab={params.get('tab') === 'mine' ? 'mine' : 'products'} />;
}

/**
 * On a phone the savings come right below the figures; on a desktop they are beside the products. On a phone held
 * sideways the products stand beside all of it: below it none would be in view.
 */
function Hub({ tab }: { tab: 'products' | 'mine' }) {
  const t = useTranslations('invest');
  const titles = useTranslations('common.titles');
  const choose = (next: 'products' | 'mine') => replaceQuery({ tab: next === 'mine' ? 'mine' : null });
  // The order of the page is that of its parts: Tab and screen readers go as the eye goes.
  const isWide = useMedia('(min-width: 1024px)');
  const figures = (
    <>
      <OpenPurchase />
      <InvestHero />
    </>
  );
  const offers = (
    <Tabs
      className="sideways:col-start-2! sideways:row-span-4 sideways:row-start-1"
      label={t('title')}
      value={tab}
      onChange={choose}
      tabs={[
        { value: 'products', label: t('tabs.products') },
        { value: 'mine', label: t('tabs.mine') },
      ]}
    >
      <div className="pt-4 small:pt-3 sideways:pt-2">
        {tab === 'products' ? <ProjectList /> : <MyHoldings onSeeProducts={() => choose('products')} />}
      </div>
    </Tabs>
  );
  return (
    <Page
      columns
      bar={
        <NavBar
          title={t('title')}
          onBack={() => goBack(paths.account())}
          actions={
            <IconButton label={titles('ebaoRecords')} onClick={() => navigate(paths.ebaoRecords())}>
              <ACTION_ICONS.records aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
            </IconButton>
          }
        />
      }
    >
      <div
        className={cx(
          'flex flex-col gap-4 small:gap-4 sideways:grid sideways:grid-cols-2 sideways:grid-rows-[auto_auto_auto_1fr] sideways:gap-x-4 sideways:gap-y-2 xl:grid xl:grid-cols-[minmax(0,max(46rem,47%))_minmax(26rem,1fr)] xl:items-start xl:gap-8',
          !isWide && 'sideways:*:col-start-1',
        )}
      >
        {isWide ? (
          <>
            <div className="flex min-w-0 flex-col gap-4">
              {figures}
              {offers}
            </div>
            <div className="flex min-w-0 flex-col gap-4">
              <SavingsCard />
              <Outlook />
            </div>
          </>
        ) : (
          <>
            {figures}
            <SavingsCard />
            {offers}
            <Outlook className="flex flex-col gap-4 empty:hidden" />
          </>
        )}
      </div>
    </Page>
  );
}

function Outlook({ className = 'contents' }: { className?: string }) {
  return (
    <div className={className}>
      <EarningsCard />
      <CompareYields />
      <RepaymentCalendar />
    </div>
  );
}

/** The newest running holdings; all of them are in the records. */
function MyHoldings({ onSeeProducts }: { onSeeProducts: () => void }) {
  const t = useTranslations('invest.mine');
  const query = useHoldings({ tab: 'awaiting', from: null, to: null });
  const retry = () => void query.refetch();
  if (query.data === undefined) {
    return query.isError ? (
      <LoadFailed error={query.error} onRetry={retry} />
    ) : (
      <Loading onRetry={retry}>
        <SkeletonRows count={4} />
      </Loading>
    );
  }
  const items = query.data.pages[0]?.items ?? [];
  if (items.length === 0)
    return (
      <EmptyState
        icon={<Sprout aria-hidden="true" strokeWidth={1.5} />}
        title={t('none')}
        action={
          <Button variant="primary" size="medium" onClick={onSeeProducts}>
            {t('toProducts')}
          </Button>
        }
      >
        <a href={hrefTo(paths.ebaoRecords())} className="inline-flex min-h-11 items-center font-bold text-link">
          {t('records')}
        </a>
      </EmptyState>
    );
  return (
    <div>
      <Age query={query} />
      <ul>
        {items.map((holding) => (
          <li key={holding.id}>
            <HoldingRow holding={holding} />
          </li>
        ))}
      </ul>
      <a href={hrefTo(paths.ebaoRecords())} className={`mt-4 ${buttonClass('secondary', 'medium', true)}`}>
        {t('records')}
      </a>
    </div>
  );
}
