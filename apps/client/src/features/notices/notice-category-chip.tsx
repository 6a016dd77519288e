import type { NoticeCategory } from '@candor/contract/notices';
import { useTranslations } from 'use-intl';

/** The kind of an announcement, in words. */
export function NoticeCategoryChip({ category }: { category: NoticeCategory }) {
  const t = useTranslations('notices.category');
  return (
    <span className="rounded-control bg-surface-2 px-2 py-1 text-caption font-bold text-text-2">{t(category)}</span>
  );
}
