import { useState } from 'react';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Bell } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Badge } from '../../lib/badge.tsx';
import { maskAccount } from '../../lib/format.ts';
import { hrefTo } from '../../lib/location.ts';
import { openSideMenu } from '../../lib/shell-actions.ts';
import { useNewsPath, useUnreadNews } from '../../services/notices/notice-queries.ts';
import { useSession } from '../../services/session/session.ts';
import { greetingOf } from './greeting.ts';
import { MemberAvatar } from '../../services/pictures/member-avatar.tsx';

/** The greeting. The avatar opens the side menu when there is no top navigation. */
export function HomeHeader() {
  const t = useTranslations('home');
  const shell = useTranslations('shell');
  const unread = useUnreadNews();
  const newsPath = useNewsPath();
  const noticesLabel = unread === 0 ? t('notices') : `${t('notices')}, ${shell('unreadNotices', { count: unread })}`;
  const name = useSession((session) => session.name);
  // The hour of the member's own clock. The greeting need not change while the page is open.
  const [greeting] = useState(() => greetingOf(new Date().getHours()));
  return (
    <header className="flex min-h-11 items-center gap-3 pt-[var(--safe-top)] xl:pt-0">
      <IconButton label={t('menu')} onClick={openSideMenu} className="-ms-1 xl:hidden!">
        <MemberAvatar className="size-[min(2.5rem,12vw)]!" />
      </IconButton>
      {/* The name is the end of the line: on a narrow phone it has a second one, and is not cut off. */}
      <h1 className="line-clamp-2 min-w-0 flex-1 text-title-2 max-s:text-body max-s:leading-[1.25rem] max-s:font-bold xl:text-title-1">
        {name === ''
          ? t(`greeting.${greeting}`)
          : t('greetingName', { greeting: t(`greeting.${greeting}`), name: maskAccount(name) })}
      </h1>
      <a
        href={hrefTo(newsPath)}
        aria-label={noticesLabel}
        title={noticesLabel}
        className="press inline-flex size-[min(2.75rem,14vw)] items-center justify-center rounded-full text-text-2 hover:bg-surface-2 hover:text-text-1 xl:hidden"
      >
        <span className="relative">
          <Bell aria-hidden="true" className="size-6" strokeWidth={1.75} />
          {unread > 0 && <Badge count={unread} />}
        </span>
      </a>
    </header>
  );
}
