import type { NoticeCategory } from '@candor/contract/notices';
import { useTranslations } from 'use-intl';

/** The kind of an announcement, in words. */
export function NoticeCategoryChip({ category }: { category: NoticeCategory }) {
  const t = useTranslations('notices.category');
  return (
    <span className="rounded-chip bg-surface-2 px-2 py-0.5 text-caption font-semibold text-text-2">{t(category)}</span>
  );
}
