import { Button, buttonClass } from '@candor/ui/button.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { Certificate } from './certificate.tsx';
import { useHolding } from './invest-queries.ts';

/** The investment that was just made, and the way to its record. */
export function Bought({ id }: { id: string }) {
  const t = useTranslations('invest');
  const query = useHolding(id);
  const retry = () => void query.refetch();
  if (query.data === undefined)
    return query.isError ? (
      <LoadFailed error={query.error} onRetry={retry} />
    ) : (
      <Loading onRetry={retry}>
        <Skeleton className="h-96 rounded-asset" />
      </Loading>
    );
  return (
    <>
      <p role="status" className="text-center text-body-s text-success">
        {t('buy.success')}
      </p>
      <Certificate holding={query.data} />
      <div className="flex flex-wrap gap-3 *:flex-1">
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
