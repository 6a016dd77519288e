import { buttonClass } from '@candor/ui/button.tsx';
import { MoneyText } from '@candor/ui/money-text.tsx';
import { Card } from '@candor/ui/page.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { ChevronRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { PartFailed } from '../../services/queries/query-states.tsx';
import { useAmounts } from '../../services/session/amounts.tsx';
import { Age } from '../../services/queries/age.tsx';
import { useSavings } from './invest-queries.ts';
import { rateText } from './invest-words.tsx';

/** The savings in short, with the way in and out. */
export function SavingsCard() {
  const t = useTranslations('invest.savings');
  const amounts = useAmounts();
  const query = useSavings();
  const known = query.data;
  return (
    <Card className="small:py-2 sideways:py-2">
      <a
        href={hrefTo(paths.savings())}
        className="press flex flex-wrap items-center justify-between gap-x-3 rounded-control"
      >
        <h2 className="text-body font-bold">{t('title')}</h2>
        <span className="inline-flex min-h-11 items-center gap-1 text-body-s text-text-2">
          {known && <span className="tnum">{t('todayRate', { rate: rateText(known.annualRate) })}</span>}
          <ChevronRight aria-hidden="true" className="size-4.5 text-text-3" />
        </span>
      </a>
      {known === undefined && query.isError ? (
        <PartFailed onRetry={() => void query.refetch()} />
      ) : (
        <>
          <dl className="mt-1 grid sideways:mt-0 grid-cols-2 gap-3">
            <div>
              <dt className="text-caption text-text-3">{t('balance')}</dt>
              <dd className="min-h-8 text-title-1">
                {known ? <MoneyText text={amounts(known.balance)} /> : <Skeleton className="h-8 w-28" />}
              </dd>
            </div>
            <div className="text-end">
              <dt className="text-caption text-text-3">{t('yesterday')}</dt>
              <dd className="tnum mt-1 text-body font-bold">
                {known ? amounts(known.yesterday, { signed: true }) : <Skeleton className="ms-auto h-6 w-16" />}
              </dd>
            </div>
          </dl>
          <div className="mt-3 flex flex-wrap gap-3 sideways:mt-1 *:flex-1 *:basis-[6rem]">
            <a href={hrefTo(paths.savings('out'))} className={buttonClass('secondary', 'small')}>
              {t('out')}
            </a>
            <a href={hrefTo(paths.savings('in'))} className={buttonClass('primary', 'small')}>
              {t('in')}
            </a>
          </div>
        </>
      )}
      <Age query={query} />
    </Card>
  );
}
