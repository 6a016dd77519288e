import type { ReactNode } from 'react';
import { MoneyText } from '@candor/ui/money-text.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import type { AppPath } from '../../lib/paths.ts';
import { figurePath } from '../../services/filters/figure-paths.ts';
import { useBusinessDate } from '../../services/filters/business-date.ts';
import { PartFailed } from '../../services/queries/query-states.tsx';
import { SignedMoney, useAmounts } from '../../services/session/amounts.tsx';
import { useSite } from '../../services/session/site.ts';
import { WalletBadge } from '../../services/session/wallet-badge.tsx';
import { Age } from '../../services/queries/age.tsx';
import { useInvestSummary } from './invest-queries.ts';

/** What today will probably add, what is invested, and what that has earned. Every figure opens what is behind it. */
export function InvestHero() {
  const t = useTranslations('invest.hero');
  const { mode } = useSite();
  const amounts = useAmounts();
  const today = useBusinessDate();
  const query = useInvestSummary();
  const known = query.data;
  return (
    <section
      aria-label={t('label')}
      className="rounded-card border border-line bg-[image:var(--asset-gradient)] p-4 shadow-card small:px-4 small:py-3 sideways:py-2"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <a href={hrefTo(paths.ebaoRecords())} className="press min-w-0 rounded-control">
          <span className="block text-body-s text-text-2">{t('todayEstimate')}</span>
          <span className="mt-1 block min-h-10 text-display sideways:mt-0">
            {known ? <SignedMoney text={known.todayEstimate} /> : <Skeleton className="h-10 w-40" />}
          </span>
        </a>
        {mode === 'practice' && <WalletBadge wallet="practice" />}
      </div>
      <div className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(min(4.5rem,100%),1fr))] gap-x-3">
        <Figure name={t('invested')} to={figurePath('invested', today)}>
          {known && <MoneyText text={amounts(known.invested)} />}
        </Figure>
        <Figure name={t('accumulated')} to={paths.statement({ types: ['interest'] })}>
          {known && <SignedMoney text={known.accumulated} />}
        </Figure>
        <Figure name={t('yesterday')} to={figurePath('yesterday', today)}>
          {known && <SignedMoney text={known.yesterday} />}
        </Figure>
      </div>
      {known === undefined && query.isError && <PartFailed onRetry={() => void query.refetch()} />}
      <Age query={query} />
    </section>
  );
}

function Figure({ name, to, children }: { name: string; to: AppPath; children: ReactNode }) {
  return (
    <a href={hrefTo(to)} className="press flex min-h-11 min-w-0 flex-col justify-end rounded-control">
      <span className="text-caption text-text-2">{name}</span>
      <span className="tnum text-body-s font-bold">{children || <Skeleton className="h-5 w-16" />}</span>
    </a>
  );
}
