import { Bell } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useUnreadNotices } from '../services/notices/notice-queries.ts';
import { Badge } from './badge.tsx';

/** The words of a link to the announcements, with how many were not read. */
export function useNoticesLabel(): string {
  const t = useTranslations('shell');
  const unread = useUnreadNotices();
  return unread === 0 ? t('menu.notices') : `${t('menu.notices')}, ${t('unreadNotices', { count: unread })}`;
}

/** The bell with its badge. The link around it says both in words (`useNoticesLabel`). */
export function NoticeBell() {
  const unread = useUnreadNotices();
  return (
    <span className="relative">
      <Bell aria-hidden="true" className="size-5" strokeWidth={1.75} />
      {unread > 0 && <Badge count={unread} />}
    </span>
  );
}
