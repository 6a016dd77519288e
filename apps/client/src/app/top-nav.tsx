/* Desktop navigation: links on the left, money and member on the right. */

import type { KeyboardEvent, ReactNode } from 'react';
import { buttonClass } from '@candor/ui/button.tsx';
import { cx } from '@candor/ui/cx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { Menu } from '@candor/ui/menu.tsx';
import { Bell, ChevronDown, Eye, EyeOff, Headset, Moon, Search, Sun } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { maskAccount } from '../lib/format.ts';
import { LanguageMenu } from '../lib/language-menu.tsx';
import { hrefTo, useAddress } from '../lib/location.ts';
import { useMedia } from '../lib/media.ts';
import { paths, routeOf } from '../lib/paths.ts';
import { changeDisplay, useDisplay } from '../lib/preferences.ts';
import { askLogout, openCommandMenu } from '../lib/shell-actions.ts';
import { Brand } from '../services/session/brand.tsx';
import { totalWithPlay } from '../services/assets/assets-total.ts';
import { useMoney, useUnreadSupport } from '../services/queries/shared-queries.ts';
import { useSite } from '../services/session/site.ts';
import { useSession } from '../services/session/session.ts';
import { useFigure } from './asset-figures.tsx';
import { Badge } from '../lib/badge.tsx';
import { isWithin, MENU } from './navigation.ts';
import type { MenuNode } from './navigation.ts';
import { MemberAvatar } from '../services/pictures/member-avatar.tsx';
import { useNewsPath, useUnreadNews } from '../services/notices/notice-queries.ts';

const ITEM =
  'relative inline-flex h-14 items-center gap-1 px-2 text-body-s font-medium whitespace-nowrap -outline-offset-4 transition-colors @min-[78rem]/nav:px-3';
const ACTIVE =
  'text-text-1 after:absolute after:inset-x-2.5 after:bottom-0 after:h-0.5 after:rounded-full after:bg-selected';
const IDLE = 'text-text-2 hover:text-text-1';

/** @param ticker a second line below the navigation */
export function TopNav({ ticker }: { ticker: ReactNode }) {
  const t = useTranslations('shell');
  const unread = useUnreadSupport();
  const newsPath = useNewsPath();
  const noticesLabel = useNoticesLabel();
  return (
    <header className="hairline-b sticky top-0 z-30 print:hidden bg-bg/85 backdrop-blur-xl">
      {/* As wide as the window on every page, as the trading workspace is: nothing in it jumps when the page changes. */}
      {/* The widths of this line are measured in letters: care mode needs as much more room as its letters are larger. */}
      <div className="@container/nav">
        <div className="flex h-14 items-center gap-2 px-6">
          <a href={hrefTo(paths.home())} className="me-2 flex shrink-0 rounded-control">
            <Brand />
          </a>
          <nav aria-label={t('tabs.label')} className="min-w-0 flex-1">
            <div role="presentation" onKeyDown={moveSideways} className="flex items-center">
              {MENU.map((node) => (
                <NavItem key={node.key} node={node} />
              ))}
            </div>
          </nav>
          <Assets />
          <span className="hidden shrink-0 @min-[86rem]/nav:block">
            <a href={hrefTo(paths.recharge())} className={buttonClass('outline', 'small')}>
              {t('menu.recharge')}
            </a>
          </span>
          <div className="flex items-center">
            <SearchButton />
            <QuietLink href={hrefTo(newsPath)} label={noticesLabel}>
              <NoticeBell />
            </QuietLink>
            <QuietLink
              href={hrefTo(paths.webview())}
              label={unread === 0 ? t('menu.support') : `${t('menu.support')}, ${t('unread', { count: unread })}`}
            >
              <span className="relative">
                <Headset aria-hidden="true" className="size-5" strokeWidth={1.75} />
                {unread > 0 && <Badge count={unread} />}
              </span>
            </QuietLink>
            <LanguageMenu compact />
            <ThemeToggle />
          </div>
          <AccountMenu />
        </div>
      </div>
      {ticker}
    </header>
  );
}

/**
 * Left and right move between the entries; inside an open list they leave it. React hands up the keys of a list to the
 * navigation although the list is elsewhere in the document.
 */
function moveSideways(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  // React hands up the key of an open list twice: through the list's own place in the tree, and through its button's.
  if (step === 0 || event.defaultPrevented) return;
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('a[href], button')];
  const at = entries.findIndex((entry) => entry === document.activeElement || entry.ariaExpanded === 'true');
  event.preventDefault();
  entries[(at + step + entries.length) % entries.length]?.focus();
}

function NavItem({ node }: { node: MenuNode }) {
  const t = useTranslations('shell.menu');
  const address = useAddress();
  const current = isWithin(node, address);
  if ('path' in node) {
    return (
      <a
        href={hrefTo(node.path)}
        aria-current={current ? 'page' : undefined}
        className={cx(ITEM, current ? ACTIVE : IDLE)}
      >
        {node.key === 'invest' ? t('investShort') : t(node.key)}
      </a>
    );
  }
  const logout =
    node.key === 'account' ? [{ key: 'logout', label: t('logout'), danger: true, onPress: askLogout }] : [];
  return (
    <Menu
      hover
      label={t(node.key)}
      active={current}
      triggerClass={cx(ITEM, current ? ACTIVE : IDLE)}
      trigger={
        <>
          {t(node.key)}
          <ChevronDown aria-hidden="true" className="size-3.5 opacity-60" />
        </>
      }
      items={[
        ...node.children.map((child) => ({ key: child.key, label: t(child.key), href: hrefTo(child.path) })),
        ...logout,
      ]}
    />
  );
}

function Assets() {
  const t = useTranslations('shell.assets');
  const common = useTranslations('common.actions');
  const money = useMoney();
  const show = useFigure();
  const { currency } = useSite();
  const { amountsHidden } = useDisplay();
  const route = routeOf(useAddress().path);
  // These pages begin with it.
  if (route === 'home' || route === 'account') return null;
  return (
    <div className="hidden shrink-0 items-center @min-[78rem]/nav:flex">
      <a href={hrefTo(paths.account('assets'))} className="rounded-control px-2 text-end">
        <span className="block text-caption text-text-3">{t('total')}</span>
        <span className="tnum block text-body-s font-bold">
          {show(money.data && totalWithPlay(money.data, currency))}
        </span>
      </a>
      <IconButton
        label={amountsHidden ? common('showAmounts') : common('hideAmounts')}
        aria-pressed={amountsHidden}
        onClick={() => changeDisplay({ amountsHidden: !amountsHidden })}
      >
        {amountsHidden ? (
          <EyeOff aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
        ) : (
          <Eye aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
        )}
      </IconButton>
    </div>
  );
}

function SearchButton() {
  const t = useTranslations('shell.command');
  return (
    <IconButton
      label={t('open')}
      aria-haspopup="dialog"
      aria-keyshortcuts="/ Control+K Meta+K"
      onClick={openCommandMenu}
    >
      <Search aria-hidden="true" className="size-5" strokeWidth={1.75} />
    </IconButton>
  );
}

type QuietLinkProps = { href: string; label: string; children: ReactNode };

/** From the narrowest window on that has this line: news are there at a glance, and so is help, on any screen. */
function QuietLink({ href, label, children }: QuietLinkProps) {
  return (
    <a
      href={href}
      aria-label={label}
      title={label}
      className="press hidden size-11 items-center justify-center rounded-full text-text-2 hover:bg-surface-2 hover:text-text-1 @min-[62rem]/nav:inline-flex"
    >
      {children}
    </a>
  );
}

function ThemeToggle() {
  const t = useTranslations('common.settings');
  const { theme } = useDisplay();
  const deviceLight = useMedia('(prefers-color-scheme: light)');
  const light = theme === 'light' || (theme === 'system' && deviceLight);
  return (
    <IconButton
      label={light ? t('dark') : t('light')}
      onClick={() => changeDisplay({ theme: light ? 'dark' : 'light' })}
      // Where the line is full it gives way: the display settings have the choice too.
      className="hidden! @min-[66rem]/nav:inline-flex!"
    >
      {light ? (
        <Moon aria-hidden="true" className="size-5" strokeWidth={1.75} />
      ) : (
        <Sun aria-hidden="true" className="size-5" strokeWidth={1.75} />
      )}
    </IconButton>
  );
}

function AccountMenu() {
  const t = useTranslations('shell.menu');
  const name = useSession((session) => session.name);
  return (
    <Menu
      label={`${t('account')} ${maskAccount(name)}`}
      align="end"
      triggerClass="inline-flex min-h-11 items-center gap-2 rounded-full p-1"
      trigger={<MemberAvatar />}
      items={[
        { key: 'name', label: maskAccount(name), href: hrefTo(paths.account()) },
        { key: 'profile', label: t('profile'), href: hrefTo(paths.profile()) },
        { key: 'support', label: t('support'), href: hrefTo(paths.webview()) },
        { key: 'notices', label: t('notices'), href: hrefTo(paths.notices()) },
        { key: 'logout', label: t('logout'), danger: true, onPress: askLogout },
      ]}
    />
  );
}

/** The words of a link to the announcements, with how many were not read. */
function useNoticesLabel(): string {
  const t = useTranslations('shell');
  const unread = useUnreadNews();
  return unread === 0 ? t('menu.notices') : `${t('menu.notices')}, ${t('unreadNotices', { count: unread })}`;
}

/** The bell with its badge. The link around it says both in words (`useNoticesLabel`). */
function NoticeBell() {
  const unread = useUnreadNews();
  return (
    <span className="relative">
      <Bell aria-hidden="true" className="size-5" strokeWidth={1.75} />
      {unread > 0 && <Badge count={unread} />}
    </span>
  );
}
