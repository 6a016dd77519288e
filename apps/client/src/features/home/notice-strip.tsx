import { ChevronRight, Megaphone } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { hrefTo } from '../../lib/location.ts';
import { paths } from '../../lib/paths.ts';
import { useNoticesNow } from '../../services/notices/notice-queries.ts';

/** The first announcement that the member has not read, a pinned one before newer ones, in one line that stands still. Nothing, once all are read. */
export function NoticeStrip() {
  const t = useTranslations('notices');
  const line = useNoticesNow().data?.bar.find(({ unread }) => unread);
  if (line === undefined) return null;
  return (
    <section aria-label={t('bar.label')} className="print:hidden">
      <a
        href={hrefTo(paths.notices(line.id))}
        className="press flex min-h-9 items-center gap-2 rounded-control bg-surface-2 px-3 text-body-s hover:bg-surface-3"
      >
        <Megaphone aria-hidden="true" className="size-4 shrink-0 text-text-2" strokeWidth={1.75} />
        <span className="min-w-0 flex-1 truncate">
          <span className="me-2 text-text-2">{t(`category.${line.category}`)}</span>
          {line.title}
        </span>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-text-3" />
      </a>
    </section>
  );
}
