import { Button, buttonClass } from '@candor/ui/button.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { Sprout } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { Age } from '../../services/queries/age.tsx';
import { HoldingRow } from './holding-row.tsx';
import { useHoldings } from './invest-queries.ts';

/** The newest running holdings; all of them are in the records. */
export function MyHoldings({ onSeeProducts }: { onSeeProducts: () => void }) {
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
        <a href={hrefTo(paths.ebaoRecords())} className="inline-flex min-h-11 items-center font-semibold text-accent">
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
