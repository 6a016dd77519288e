/* One announcement, to read. Its text is blocks, never markup. */

import { useEffect } from 'react';
import { ApiError } from '@candor/api-client/api-error';
import type { MaintenanceWindowView, NoticeView } from '@candor/contract/notices';
import { Button } from '@candor/ui/button.tsx';
import { CopyButton } from '@candor/ui/copy-button.tsx';
import { Fact, Facts } from '@candor/ui/facts.tsx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { Megaphone } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { goBack, navigate } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatDateTime, zoneLabel } from '../../lib/time.ts';
import { blocksAsText } from '../../services/content/page-outline.ts';
import { PageBody } from '../../services/content/page-text.tsx';
import { useNotice, useReadNotices } from '../../services/notices/notice-queries.ts';
import { Age } from '../../services/queries/age.tsx';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { NoticeCategoryChip } from './notice-category-chip.tsx';

export function NoticeDetail({ id }: { id: string }) {
  const t = useTranslations('notices');
  const notice = useNotice(id);
  useMarkedRead(notice.data);
  return (
    <Page bar={<NavBar title={t('detail')} onBack={() => goBack(paths.notices())} />}>
      <div className="mx-auto max-w-[30rem] l:max-w-[45rem]">
        {notice.data === undefined ? (
          <Unread query={notice} />
        ) : (
          <>
            <Age query={notice} />
            <Text notice={notice.data} />
          </>
        )}
      </div>
    </Page>
  );
}

/** Read once its text is there. If that cannot be sent, it stays unread and is tried again the next time. */
function useMarkedRead(notice: NoticeView | undefined): void {
  const { mutate } = useReadNotices();
  const unreadId = notice?.unread === true ? notice.id : null;
  useEffect(() => {
    if (unreadId !== null) mutate(unreadId);
  }, [unreadId, mutate]);
}

function Unread({ query }: { query: ReturnType<typeof useNotice> }) {
  const t = useTranslations('notices');
  const retry = () => void query.refetch();
  if (!query.isError) {
    return (
      <Loading onRetry={retry}>
        <SkeletonRows count={5} />
      </Loading>
    );
  }
  if (query.error instanceof ApiError && (query.error.code === 404 || query.error.code === 400)) {
    return (
      <EmptyState
        icon={<Megaphone aria-hidden="true" strokeWidth={1.5} />}
        title={t('missing')}
        action={
          <Button variant="secondary" size="medium" onClick={() => navigate(paths.notices(), { replace: true })}>
            {t('toList')}
          </Button>
        }
      />
    );
  }
  return <LoadFailed error={query.error} onRetry={retry} />;
}

function Text({ notice }: { notice: NoticeView }) {
  const t = useTranslations('notices');
  const { category, title, publishedAt, updatedAt, version, maintenance, body } = notice;
  return (
    <article lang={notice.language} data-print="">
      <div className="flex items-start justify-between gap-2">
        <h2 className="min-w-0 text-title-1">{title}</h2>
        <CopyButton text={[title, blocksAsText(body)].join('\n\n')} label={t('copy')} className="-me-3 print:hidden" />
      </div>
      <p className="tnum mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-text-3">
        <NoticeCategoryChip category={category} />
        <span>{t('published', { time: formatDateTime(publishedAt), zone: zoneLabel(publishedAt) })}</span>
        {version > 1 && <span>{t('edited', { time: formatDateTime(updatedAt) })}</span>}
      </p>
      {maintenance !== null && <Window window={maintenance} />}
      <PageBody body={body} />
    </article>
  );
}

function Window({ window: { startsAt, endsAt, areas } }: { window: MaintenanceWindowView }) {
  const t = useTranslations('notices');
  const moment = (at: string) => `${formatDateTime(at)} ${zoneLabel(at)}`;
  return (
    <section aria-label={t('window.label')} className="mt-4 rounded-card border border-line bg-surface-1 px-4 py-1">
      <Facts>
        <Fact name={t('window.from')}>{moment(startsAt)}</Fact>
        <Fact name={t('window.until')}>{moment(endsAt)}</Fact>
        <Fact name={t('window.areas')}>{areas.map((area) => t(`area.${area}`)).join(' · ')}</Fact>
      </Facts>
    </section>
  );
}
