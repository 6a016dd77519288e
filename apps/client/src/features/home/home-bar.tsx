import { IconButton } from '@candor/ui/icon-button.tsx';
import { Bell } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../lib/badge.tsx';
import { hrefTo } from '../../lib/location.ts';
import { openSideMenu } from '../../lib/shell-actions.ts';
import { useNewsPath, useUnreadNews } from '../../services/notices/notice-queries.ts';
import { MemberAvatar } from '../../services/pictures/member-avatar.tsx';
import { useSite } from '../../services/session/site.ts';
import { WalletBadge } from '../../services/session/wallet-badge.tsx';

/** Above home where there is no top navigation: the side menu, which money it is, and the news. It stays while the page scrolls. */
export function HomeBar() {
  const t = useTranslations('home');
  const shell = useTranslations('shell');
  const { mode, name } = useSite();
  const unread = useUnreadNews();
  const newsPath = useNewsPath();
  const noticesLabel = unread === 0 ? t('notices') : `${t('notices')}, ${shell('unreadNotices', { count: unread })}`;
  return (
    <header className="sticky top-0 z-20 bg-bg pt-[var(--safe-top)] print:hidden">
      <div className="gutter mx-auto flex h-12 max-w-[var(--page-width)] items-center gap-2">
        <IconButton label={t('menu')} onClick={openSideMenu} className="-ms-1">
          <MemberAvatar />
        </IconButton>
        <span className="min-w-0 flex-1">
          {mode === 'practice' ? (
            <WalletBadge wallet="practice" />
          ) : (
            <span className="block truncate text-body font-bold">{name}</span>
          )}
        </span>
        <a
          href={hrefTo(newsPath)}
          aria-label={noticesLabel}
          title={noticesLabel}
          className="press -me-2 inline-flex size-[min(2.75rem,14vw)] items-center justify-center rounded-full text-text-2 hover:bg-surface-2 hover:text-text-1"
        >
          <span className="relative">
            <Bell aria-hidden="true" className="size-6" strokeWidth={1.75} />
            {unread > 0 && <Badge count={unread} />}
          </span>
        </a>
      </div>
    </header>
  );
}
