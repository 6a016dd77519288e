/*
 * 投资提交: one project, an amount, and what it will earn; with `?holding=` the investment that was made. The address
 * keeps both, so that a reload finds them.
 */

import { Button, buttonClass } from '@candor/ui/button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { SearchX } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../lib/i18n.tsx';
import { goBack, hrefTo, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { useMoney } from '../../services/queries/shared-queries.ts';
import { BuyForm } from './buy-form.tsx';
import { useHolding, useProjects } from './invest-queries.ts';
import { OpenPurchase } from './open-purchase.tsx';
import { Certificate } from './certificate.tsx';

export function BuyPage() {
  const t = useTranslations('invest.buy');
  const say = useErrorText();
  const { params } = useAddress();
  const made = params.get('holding');
  return (
    <Page
      columns={made === null}
      bar={
        <NavBar title={made === null ? t('title') : say('INVESTMENT_SUCCEEDED')} onBack={() => goBack(paths.ebao())} />
      }
    >
      <div className="flex flex-col gap-4">
        {made === null ? (
          <>
            <OpenPurchase />
            <Buying key={params.get('id')} id={params.get('id') ?? ''} amount={params.get('amount') ?? ''} />
          </>
        ) : (
          <Bought id={made} />
        )}
      </div>
    </Page>
  );
}

function Buying({ id, amount }: { id: string; amount: string }) {
  const t = useTranslations('invest.buy');
  const projects = useProjects();
  const money = useMoney();
  const failed = [projects, money].find((query) => query.data === undefined && query.isError);
  const retry = () => {
    void projects.refetch();
    void money.refetch();
  };
  if (failed !== undefined) return <LoadFailed error={failed.error} onRetry={retry} />;
  if (projects.data === undefined || money.data === undefined)
    return (
      <Loading onRetry={retry}>
        <div className="flex flex-col gap-4">
          <Skeleton className="h-32 rounded-card" />
          <Skeleton className="h-24" />
          <Skeleton className="h-56 rounded-card" />
        </div>
      </Loading>
    );
  const project = projects.data.items.find((one) => one.id === id);
  if (project === undefined)
    return (
      <EmptyState
        icon={<SearchX aria-hidden="true" strokeWidth={1.5} />}
        title={t('missing')}
        action={
          <a href={hrefTo(paths.ebao())} className={buttonClass('primary', 'medium')}>
            {t('others')}
          </a>
        }
      />
    );
  return <BuyForm project={project} available={money.data.available} amount={amount} />;
}

/** The investment that was just made, and the way to its record. */
function Bought({ id }: { id: string }) {
  const t = useTranslations('invest');
  const query = useHolding(id);
  const retry = () => void query.refetch();
  if (query.data === undefined)
    return query.isError ? (
      <LoadFailed error={query.error} onRetry={retry} />
    ) : (
      <Loading onRetry={retry}>
        <Skeleton className="h-96 rounded-card" />
      </Loading>
    );
  return (
    <>
      <p role="status" className="text-center text-body-s text-success">
        {t('buy.success')}
      </p>
      <Certificate holding={query.data} />
      <div className="flex flex-wrap gap-3 *:flex-1 *:basis-[6rem]">
        <Button variant="secondary" size="medium" onClick={() => window.print()}>
          {t('certificate.print')}
        </Button>
        <a href={hrefTo(paths.ebaoRecords(id))} className={buttonClass('primary', 'medium')}>
          {t('buy.toRecord')}
        </a>
      </div>
    </>
  );
}
