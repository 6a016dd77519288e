/* Wide screens: top navigation from 1024 px. Between 768 and 1023 px, the five entries are in a rail on the left. */

import type { ReactNode } from 'react';
import { cx } from '@candor/ui/cx';
import { useTranslations } from 'use-intl';
import { FooterStrip } from '../services/session/footer-strip.tsx';
import { DesktopKeys } from './desktop-keys.tsx';
import { FavouritesTicker, useTicker } from './favourites-ticker.tsx';
import { HelpButton } from './help-button.tsx';
import type { RouteDefinition } from './route-table.ts';
import { SideMenu } from './side-menu.tsx';
import { TabBar } from './tab-bar.tsx';
import { TopNav } from './top-nav.tsx';

type ShellProps = { definition: RouteDefinition; banner: ReactNode; rail: boolean; children: ReactNode };

export function ShellDesktop({ definition, banner, rail, children }: ShellProps) {
  const t = useTranslations('shell');
  const ticker = useTicker();
  // Sticky parts below the navigation also stay below the ticker.
  const topNavHeight = rail ? '0px' : ticker.length > 0 ? '6.25rem' : '4rem';
  return (
    <div
      className={cx(
        'flex min-h-dvh flex-col pb-[var(--pill-room,0px)] has-[[data-sticky-action]]:pb-0',
        rail && 'ps-[var(--rail-width)]',
      )}
      style={{ '--shell-bottom': 'var(--safe-bottom)', '--topnav-height': topNavHeight }}
    >
      <button
        type="button"
        onClick={() => document.getElementById('content')?.focus()}
        className="sr-only z-50 rounded-small bg-accent-fill px-4 py-3 font-semibold text-on-accent focus:not-sr-only focus:fixed focus:start-4 focus:top-4"
      >
        {t('skip')}
      </button>
      {rail ? (
        <TabBar rail active={definition.tab} />
      ) : (
        <TopNav ticker={ticker.length > 0 && <FavouritesTicker products={ticker} />} />
      )}
      {banner}
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
      <FooterStrip />
      {definition.tab !== 'service' && <HelpButton />}
      <DesktopKeys />
      {rail && <SideMenu />}
    </div>
  );
}
