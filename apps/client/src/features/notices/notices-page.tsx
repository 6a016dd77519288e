/*
 * pages/mine/notice/index: what the site tells its members. Pinned first, then newest first; `?id=` opens one, so that a link
 * can lead to it. Opening one marks it as read.
 */

import { listNotices } from '@candor/contract/calls/notices';
import { pagesOf } from '../../services/api/pages-of.ts';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { NOTICE_CATEGORIES } from '@candor/contract/notices';
import type { NoticeLineView } from '@candor/contract/notices';
import { Button } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { NavBar } from '@candor/ui/nav-bar.tsx';
import { Page } from '@candor/ui/page.tsx';
import { SkeletonRows } from '@candor/ui/skeleton.tsx';
import { EmptyState } from '@candor/ui/states.tsx';
import { Tabs } from '@candor/ui/tabs.tsx';
import { TextField } from '@candor/ui/text-field.tsx';
import { showToast } from '@candor/ui/toast.tsx';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { CheckCheck, Megaphone, Pin, Search } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { ListFoot, useWindowed } from '../../lib/endless-list.tsx';
import { formatBadge } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { goBack, hrefTo, replaceQuery, useAddress } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { FilterChips } from '../../services/filters/filter-chips.tsx';
import { ALL, useNoticesNow, useReadNotices, useUnreadNotices } from '../../services/notices/notice-queries.ts';
import { Age } from '../../services/queries/age.tsx';
import { queryKeys } from '../../services/queries/query-keys.ts';
import { LoadFailed, Loading } from '../../services/queries/query-states.tsx';
import { MessageList } from './message-list.tsx';
import { NoticeDetail } from './notice-detail.tsx';
import { isNarrowed, readNoticeFilter, SEARCH_MAX } from './notice-filter.ts';
import type { NoticeFilter } from './notice-filter.ts';
import { formatDate } from '../../lib/time.ts';
import { NoticeCategoryChip } from './notice-category-chip.tsx';

export function NoticesPage() {
  const { params } = useAddress();
  const opened = params.get('id');
  return opened === null ? <NewsPage params={params} /> : <NoticeDetail key={opened} id={opened} />;
}

/** Announcements to all, and messages to this member: `?tab=mine`. */
function NewsPage({ params }: { params: URLSearchParams }) {
  const t = useTranslations('messages.tabs');
  const tab = params.get('tab') === 'mine' ? 'mine' : 'notices';
  const now = useNoticesNow().data;
  return (
    <Page
      bar={<NavBar title={t('label')} onBack={() => goBack(paths.home())} actions={tab === 'notices' && <ReadAll />} />}
    >
      <div className="mx-auto max-w-[30rem] l:max-w-[45rem]">
        <Tabs
          label={t('label')}
          value={tab}
          onChange={(chosen) => replaceQuery({ tab: chosen === 'mine' ? 'mine' : null, category: null, q: null })}
          tabs={[
            { value: 'notices', label: <TabLabel text={t('notices')} unread={now?.unread ?? 0} /> },
            { value: 'mine', label: <TabLabel text={t('mine')} unread={now?.messages ?? 0} /> },
          ]}
        >
          <div className="pt-3">
            {tab === 'mine' ? <MessageList /> : <NoticeList filter={readNoticeFilter(params)} />}
          </div>
        </Tabs>
      </div>
    </Page>
  );
}

function TabLabel({ text, unread }: { text: string; unread: number }) {
  const t = useTranslations('shell');
  return (
    <>
      {text}
      {unread > 0 && (
        <span className="tnum ms-2 inline-block min-w-5 rounded-full bg-badge px-2 text-center text-caption font-bold text-on-badge print:text-text-1">
          <span aria-hidden="true">{formatBadge(unread)}</span>
          <span className="sr-only">{t('unreadNotices', { count: unread })}</span>
        </span>
      )}
    </>
  );
}

function NoticeList({ filter }: { filter: NoticeFilter }) {
  return (
    <div className="flex flex-col gap-3">
      <SearchField q={filter.q} />
      <Categories chosen={filter.category} />
      <Found filter={filter} />
    </div>
  );
}

function ReadAll() {
  const t = useTranslations('notices');
  const reading = useReadNotices();
  const unread = useUnreadNotices();
  if (unread === 0) return null;
  return (
    <Button
      variant="text"
      size="small"
      loading={reading.isPending}
      onClick={() =>
        reading.mutate(ALL, {
          onSuccess: () => showToast(t('readAllDone'), 'success'),
          onError: () => showToast(t('readAllFailed'), 'danger'),
        })
      }
    >
      <CheckCheck aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
      {/* In large letters the title needs its room. */}
      <span className="@max-[14rem]:sr-only">{t('readAll')}</span>
    </Button>
  );
}

const TYPING_MS = 300;

/** The address follows what is typed, after a pause. */
function SearchField({ q }: { q: string }) {
  const t = useTranslations('notices');
  const [typed, setTyped] = useState(q);
  useEffect(() => {
    if (typed.trim() === q) return;
    const timer = setTimeout(() => replaceQuery({ q: typed.trim() === '' ? null : typed.trim() }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, q]);
  return (
    <TextField
      label={t('search')}
      labelHidden
      reserveLine={false}
      type="search"
      placeholder={t('search')}
      maxLength={SEARCH_MAX}
      value={typed}
      prefix={<Search aria-hidden="true" className="size-4.5 text-text-3" strokeWidth={1.75} />}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onClear={() => setTyped('')}
    />
  );
}

function Categories({ chosen }: { chosen: NoticeFilter['category'] }) {
  const t = useTranslations('notices');
  return (
    <FilterChips
      label={t('filter')}
      choices={[
        { value: null, label: t('all') },
        ...NOTICE_CATEGORIES.map((value) => ({ value, label: t(`category.${value}`) })),
      ]}
      chosen={chosen}
      onChoose={(category) => replaceQuery({ category })}
    />
  );
}

const PAGE_ROWS = '20';

function useNotices({ category, q }: NoticeFilter) {
  const language = useLanguage();
  const query = { category: category ?? undefined, q: q === '' ? undefined : q, limit: PAGE_ROWS };
  return useInfiniteQuery({
    queryKey: queryKeys.noticeList({ ...query, language }),
    ...pagesOf(listNotices, { query }),
    placeholderData: keepPreviousData,
  });
}

function Found({ filter }: { filter: NoticeFilter }) {
  const t = useTranslations('notices');
  const notices = useNotices(useDeferredValue(filter));
  const retry = () => void notices.refetch();
  if (notices.data === undefined) {
    return notices.isError ? (
      <LoadFailed error={notices.error} onRetry={retry} />
    ) : (
      <Loading onRetry={retry}>
        <SkeletonRows count={6} />
      </Loading>
    );
  }
  const items = notices.data.pages.flatMap((page) => page.items);
  const narrowed = isNarrowed(filter);
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<Megaphone aria-hidden="true" strokeWidth={1.5} />}
        title={narrowed ? t('noMatch') : t('empty')}
        action={
          narrowed && (
            <Button variant="secondary" size="medium" onClick={() => replaceQuery({ category: null, q: null })}>
              {t('clear')}
            </Button>
          )
        }
      />
    );
  }
  return (
    <div>
      <Age query={notices} />
      <Rows items={items} />
      <ListFoot pages={notices} />
    </div>
  );
}

const ROW_PX = 112;

function Rows({ items }: { items: readonly NoticeLineView[] }) {
  const list = useRef<HTMLUListElement>(null);
  const shown = useWindowed(list, items, () => ROW_PX);
  return (
    <ul ref={list} className="flex flex-col gap-3" style={{ paddingTop: shown.before, paddingBottom: shown.after }}>
      {shown.rows.map(({ row, index }) => (
        <li key={row.id} ref={shown.measure} data-index={index}>
          <NoticeRow notice={row} />
        </li>
      ))}
    </ul>
  );
}

/** One announcement of the list. The dot is also said in words. */
function NoticeRow({ notice }: { notice: NoticeLineView }) {
  const t = useTranslations('notices');
  const { id, category, pinned, title, summary, publishedAt, unread } = notice;
  return (
    <a
      href={hrefTo(paths.notices(id))}
      className="press relative flex flex-col gap-2 rounded-card border border-line bg-surface-1 p-4 shadow-card hover:bg-surface-2"
    >
      <span className="flex items-start gap-2">
        {unread && (
          <span className="mt-2 size-2 shrink-0 rounded-full bg-badge">
            <span className="sr-only">{t('unread')}</span>
          </span>
        )}
        <span className={cx('line-clamp-2 min-w-0 flex-1 text-body', unread ? 'font-bold' : 'text-text-2')}>
          {title}
        </span>
        {pinned && (
          <span className="mt-1 shrink-0 text-text-3">
            <Pin aria-hidden="true" className="size-4" strokeWidth={1.75} />
            <span className="sr-only">{t('pinned')}</span>
          </span>
        )}
      </span>
      <span className="line-clamp-2 text-body-s text-text-2">{summary}</span>
      <span className="mt-1 flex items-center justify-between gap-2">
        <NoticeCategoryChip category={category} />
        <span className="tnum text-caption text-text-3">{formatDate(publishedAt)}</span>
      </span>
    </a>
  );
}
