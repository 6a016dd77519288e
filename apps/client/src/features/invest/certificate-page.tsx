import { Button } from '@candor/ui/button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { Skeleton } from '@candor/ui/skeleton.tsx';
import { Printer } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { goBack } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { Certificate } from './certificate.tsx';
import { useHolding } from './invest-queries.ts';

/** The certificate alone, to be printed. Only the card is on the paper. */
export function CertificatePage({ id }: { id: string }) {
  const t = useTranslations('invest.certificate');
  const query = useHolding(id);
  const retry = () => void query.refetch();
  return (
    <Page
      bar={<NavBar title={t('title')} onBack={() => goBack(paths.ebaoRecords(id))} />}
      className="flex flex-col gap-4"
    >
      {query.data === undefined ? (
        query.isError ? (
          <LoadFailed error={query.error} onRetry={retry} />
        ) : (
          <Loading onRetry={retry}>
            <Skeleton className="h-96 rounded-card" />
          </Loading>
        )
      ) : (
        <>
          <Certificate holding={query.data} />
          <Button
            variant="secondary"
            size="medium"
            icon={<Printer aria-hidden="true" className="size-5" strokeWidth={1.75} />}
            onClick={() => window.print()}
          >
            {t('print')}
          </Button>
        </>
      )}
    </Page>
  );
}
