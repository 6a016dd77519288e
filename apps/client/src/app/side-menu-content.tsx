/* What is in the menu that slides in from the left, below its head: the member's money, and the links. */

import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { cx } from '@candor/ui/cx';
import { IconButton } from '@candor/ui/icon-button.tsx';
import { SegmentedControl } from '@candor/ui/segmented-control.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Eye, EyeOff, LogOut, Moon, Sun, SunMoon } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { LanguageMenu } from '../lib/language-menu.tsx';
import { useLanguage } from '../lib/language.ts';
import { hrefTo, useAddress } from '../lib/location.ts';
import { paths } from '../lib/paths.ts';
import type { AppPath } from '../lib/paths.ts';
import { changeDisplay, updownOf, useDisplay } from '../lib/preferences.ts';
import type { UpDown } from '../lib/preferences.ts';
import { askLogout, closeSideMenu as close } from '../lib/shell-actions.ts';
import { formatBadge } from '../lib/format.ts';
import { useUnreadNews } from '../services/notices/notice-queries.ts';
import { queryKeys } from '../services/queries/query-keys.ts';
import { useUnreadSupport } from '../services/queries/shared-queries.ts';
import { useSite } from '../services/session/site.ts';
import { AssetFigures } from './asset-figures.tsx';
import { MENU, isCurrent } from './navigation.ts';
import type { MenuKey, MenuNode } from './navigation.ts';

/** What is in the menu; loaded when it is opened for the first time. */
export function SideMenuContent() {
  const t = useTranslations('shell');
  const common = useTranslations('common.actions');
  const [opened, setOpened] = useState<MenuKey | null>(null);
  const { version, download_url: download } = useSite();
  return (
    <>
      <div className="scroll-quiet min-h-0 flex-1 scroll-pb-4 overflow-y-auto px-3 pb-4 [@media(max-height:44rem)]:flex-none [@media(max-height:44rem)]:overflow-visible">
        <AssetSubmenu />
        <nav
          aria-label={t('menu.label')}
          className="mt-3 flex flex-col sideways:grid sideways:grid-cols-2 sideways:items-start sideways:gap-x-2"
        >
          {MENU.map((node) => (
            <MenuEntry
              key={node.key}
              node={node}
              open={opened === node.key}
              onToggle={() => setOpened(opened === node.key ? null : node.key)}
            />
          ))}
          <MenuLink label={t('menu.notices')} path={paths.notices()}>
            <UnreadNotices />
          </MenuLink>
          <SupportLink />
        </nav>
        <div className="mx-2 mt-3 flex gap-2 *:flex-1">
          <Appearance />
        </div>
      </div>
      <footer className="hairline-t px-4 py-2">
        <div className="flex items-center justify-between text-caption text-text-3">
          <span>{t('version', { version })}</span>
          {download !== null && (
            <a href={download} target="_blank" rel="noreferrer" className="py-2 text-link">
              {common('getApp')}
            </a>
          )}
          <LanguageMenu />
        </div>
      </footer>
    </>
  );
}

/** The member's money. It refreshes each time it is opened, and with the menu; the last values stay visible meanwhile. */
function AssetSubmenu() {
  const t = useTranslations();
  const cache = useQueryClient();
  const { amountsHidden } = useDisplay();
  const [open, setOpen] = useState(true);
  useEffect(() => {
    if (!open) return;
    void cache.invalidateQueries({ queryKey: queryKeys.moneyAll });
    void cache.invalidateQueries({ queryKey: queryKeys.member });
  }, [cache, open]);
  return (
    <section className="mx-2 mt-4 rounded-card border border-line bg-[image:var(--asset-gradient)] ps-4 pe-2 pt-1 pb-1">
      <div className="flex items-center">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-h-11 flex-1 items-center gap-1 rounded-control text-start text-body-s font-bold"
        >
          {t('shell.menu.assets')}
          <ChevronDown
            aria-hidden="true"
            className={cx('size-4.5 text-text-3 transition-transform', open && 'rotate-180')}
          />
        </button>
        {open && (
          <IconButton
            label={t(amountsHidden ? 'common.actions.showAmounts' : 'common.actions.hideAmounts')}
            aria-pressed={amountsHidden}
            onClick={() => changeDisplay({ amountsHidden: !amountsHidden })}
          >
            {amountsHidden ? (
              <EyeOff aria-hidden="true" className="size-5" />
            ) : (
              <Eye aria-hidden="true" className="size-5" />
            )}
          </IconButton>
        )}
      </div>
      {open && (
        <div className="ui-enter pe-2 pb-3">
          <AssetFigures />
        </div>
      )}
    </section>
  );
}

function MenuEntry({ node, open, onToggle }: { node: MenuNode; open: boolean; onToggle: () => void }) {
  const t = useTranslations('shell.menu');
  if ('path' in node) return <MenuLink label={t(node.key)} path={node.path} />;
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className="flex min-h-11 w-full items-center justify-between rounded-control px-3 text-start text-body hover:bg-surface-2"
      >
        {t(node.key)}
        <ChevronDown
          aria-hidden="true"
          className={cx('size-5 text-text-3 transition-transform', open && 'rotate-180')}
        />
      </button>
      {open && (
        <div ref={showWhole} className="ui-enter ms-3 border-s border-line ps-2">
          {node.children.map((child) => (
            <MenuLink key={child.key} label={t(child.key)} path={child.path} small />
          ))}
          {node.key === 'account' && <LogoutButton />}
        </div>
      )}
    </div>
  );
}

/** What was opened is in sight down to its last entry. */
function showWhole(entries: HTMLElement | null): void {
  entries?.lastElementChild?.scrollIntoView({ block: 'nearest' });
}

function LogoutButton() {
  const t = useTranslations('shell.menu');
  return (
    <button
      type="button"
      onClick={() => {
        close();
        askLogout();
      }}
      className="flex min-h-12 w-full items-center gap-2 rounded-control px-3 text-start text-body-s text-danger hover:bg-surface-2"
    >
      <LogOut aria-hidden="true" className="size-4" strokeWidth={1.75} />
      {t('logout')}
    </button>
  );
}

function UnreadNotices() {
  const t = useTranslations('shell');
  const unread = useUnreadNews();
  if (unread === 0) return null;
  return (
    <span className="tnum ms-auto min-w-5 rounded-full bg-badge px-2 text-center text-caption font-bold text-on-badge">
      <span aria-hidden="true">{formatBadge(unread)}</span>
      <span className="sr-only">{t('unreadNotices', { count: unread })}</span>
    </span>
  );
}

/** Customer service, with what the member has not read yet. */
function SupportLink() {
  const t = useTranslations('shell');
  const unread = useUnreadSupport();
  return (
    <MenuLink label={t('menu.support')} path={paths.webview()}>
      {unread > 0 && (
        <span className="ms-2 rounded-full bg-badge px-2 text-caption font-bold text-on-badge">
          <span aria-hidden="true" className="tnum">
            {formatBadge(unread)}
          </span>
          <span className="sr-only">{t('unread', { count: unread })}</span>
        </span>
      )}
    </MenuLink>
  );
}

type MenuLinkProps = { label: string; path: AppPath; small?: boolean; children?: ReactNode };

function MenuLink({ label, path, small = false, children }: MenuLinkProps) {
  const current = isCurrent(path, useAddress());
  return (
    <a
      href={hrefTo(path)}
      aria-current={current ? 'page' : undefined}
      onClick={close}
      className={cx(
        'relative flex min-h-11 items-center rounded-control px-3 hover:bg-surface-2',
        small ? 'text-body-s' : 'text-body',
        current
          ? 'font-bold text-selected before:absolute before:inset-y-3.5 before:start-0 before:w-0.5 before:rounded-full before:bg-selected'
          : 'text-text-1',
      )}
    >
      {label}
      {children}
    </a>
  );
}

const SCHEMES = ['red-up', 'green-up', 'blue-up'] as const;
const SCHEME_WORDS = { 'red-up': 'redUp', 'green-up': 'greenUp', 'blue-up': 'blueUp' } as const;

function Appearance() {
  const t = useTranslations('common.settings');
  const { theme, updown } = useDisplay();
  const scheme = updownOf(updown, useLanguage());
  return (
    <>
      <SegmentedControl
        label={t('theme')}
        value={theme}
        onChange={(chosen) => changeDisplay({ theme: chosen })}
        options={[
          { value: 'dark', label: <Pictured icon={Moon} words={t('dark')} /> },
          { value: 'light', label: <Pictured icon={Sun} words={t('light')} /> },
          { value: 'system', label: <Pictured icon={SunMoon} words={t('system')} /> },
        ]}
      />
      <SegmentedControl
        label={t('updown')}
        value={scheme}
        onChange={(chosen) => changeDisplay({ updown: chosen })}
        options={SCHEMES.map((value) => ({ value, label: <Scheme scheme={value} words={t(SCHEME_WORDS[value])} /> }))}
      />
    </>
  );
}

/** Both choices have one line, so that the menu ends above its foot: a picture, and its name for who asks. */
function Pictured({ icon: Icon, words }: { icon: LucideIcon; words: string }) {
  return (
    <span title={words} className="flex">
      <span className="sr-only">{words}</span>
      <Icon aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
    </span>
  );
}

/** A scheme as its two arrows in their own colours, and in words for members who do not see them. */
function Scheme({ scheme, words }: { scheme: UpDown; words: string }) {
  const [up, down] = SCHEME_COLOURS[scheme];
  return (
    <span title={words}>
      <span className="sr-only">{words}</span>
      <span aria-hidden="true" className="inline-flex">
        <span style={{ color: up }}>▲</span>
        <span style={{ color: down }}>▼</span>
      </span>
    </span>
  );
}

const SCHEME_COLOURS: Record<UpDown, readonly [string, string]> = {
  'red-up': ['var(--red-text)', 'var(--green-text)'],
  'green-up': ['var(--green-text)', 'var(--red-text)'],
  'blue-up': ['var(--blue-text)', 'var(--gold-text)'],
};
