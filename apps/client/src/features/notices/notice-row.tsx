import type { NoticeLineView } from '@candor/contract/notices';
import { cx } from '@candor/ui/cx';
import { Pin } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { formatDate } from '../../lib/time.ts';
import { NoticeCategoryChip } from './notice-category-chip.tsx';

/** One announcement of the list. The dot is also said in words. */
export function NoticeRow({ notice }: { notice: NoticeLineView }) {
  const t = useTranslations('notices');
  const { id, category, pinned, title, summary, publishedAt, unread } = notice;
  return (
    <a
      href={hrefTo(paths.notices(id))}
      className="press relative flex flex-col gap-1.5 rounded-card border border-line bg-surface-1 p-4 shadow-card hover:bg-surface-2"
    >
      <span className="flex items-start gap-2">
        {unread && (
          <span className="mt-2 size-2 shrink-0 rounded-full bg-accent-fill">
            <span className="sr-only">{t('unread')}</span>
          </span>
        )}
        <span className={cx('line-clamp-2 min-w-0 flex-1 text-body', unread ? 'font-semibold' : 'text-text-2')}>
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
      <span className="mt-0.5 flex items-center justify-between gap-2">
        <NoticeCategoryChip category={category} />
        <span className="tnum text-caption text-text-3">{formatDate(publishedAt)}</span>
      </span>
    </a>
  );
}
