/*
 * 投诉: what the member objects to, with a number, the date by which it is answered, and every step. `?id=` marks one, `?open=new`
 * writes a new one; `message`, `order`, `deposit` and `withdrawal` say what it is made from, `name` what that is called.
 */

import { useEffect } from 'react';
import { Button } from '@candor/ui/button.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { MessageSquareWarning } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { goBack, replaceQuery, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { ComplaintCard } from './complaint-card.tsx';
import { useComplaints } from './complaint-queries.ts';
import { COMPLAINT_SUBJECTS } from '@candor/contract/complaints';
import type { Named } from './open-sheet.tsx';
import { OpenSheet } from './open-sheet.tsx';

export function ComplaintsPage() {
  const t = useTranslations('complaints');
  const titles = useTranslations('common.titles');
  const { params } = useAddress();
  const query = useComplaints();
  const write = () => replaceQuery({ open: 'new' });
  return (
    <Page bar={<NavBar title={titles('complaints')} onBack={() => goBack(paths.account())} />}>
      <div className="flex flex-col gap-4">
        <p className="text-body-s text-text-2">{t('intro')}</p>
        <Button block onClick={write}>
          {t('new')}
        </Button>
        {query.data !== undefined ? (
          <List query={query} marked={params.get('id')} />
        ) : query.isError ? (
          <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Loading onRetry={() => void query.refetch()}>
            <SkeletonRows count={3} />
          </Loading>
        )}
      </div>
      <OpenSheet
        open={params.get('open') === 'new'}
        messageId={params.get('message')}
        about={aboutIn(params)}
        onClose={() =>
          replaceQuery({ open: null, message: null, order: null, deposit: null, withdrawal: null, name: null })
        }
      />
    </Page>
  );
}

function aboutIn(params: URLSearchParams): Named | null {
  for (const kind of COMPLAINT_SUBJECTS) {
    const id = params.get(kind);
    if (id !== null) return { kind, id, name: params.get('name') };
  }
  return null;
}

function List({ query, marked }: { query: ReturnType<typeof useComplaints>; marked: string | null }) {
  const t = useTranslations('complaints');
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const isThere = items.some(({ id }) => id === marked);
  useEffect(() => {
    if (isThere) document.querySelector(`#complaint-${marked ?? ''}`)?.scrollIntoView({ block: 'start' });
  }, [isThere, marked]);
  if (items.length === 0)
    return (
      <EmptyState icon={<MessageSquareWarning aria-hidden="true" />} title={t('empty')}>
        {t('emptyHint')}
      </EmptyState>
    );
  return (
    <>
      {items.map((complaint) => (
        <ComplaintCard key={complaint.id} complaint={complaint} isMarked={complaint.id === marked} />
      ))}
      {query.hasNextPage && (
        <Button variant="secondary" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  );
}
