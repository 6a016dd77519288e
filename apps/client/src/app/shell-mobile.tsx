/* The phone: one column with the tab bar below it and the side menu behind its left edge. */

import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { openSideMenu } from '../lib/shell-actions.ts';
import { FooterStrip } from '../services/session/footer-strip.tsx';
import { HelpButton } from './help-button.tsx';
import type { RouteDefinition } from './route-table.ts';
import { SideMenu } from './side-menu.tsx';
import { TabBar } from './tab-bar.tsx';

const EDGE_PX = 20;
const SWIPE_PX = 60;

type ShellProps = { definition: RouteDefinition; banner: ReactNode; children: ReactNode };

export function ShellMobile({ definition, banner, children }: ShellProps) {
  const tabs = definition.shell === 'tabs';
  useEdgeSwipe();
  const bottom = tabs ? 'calc(var(--tabbar-height) + var(--safe-bottom))' : 'var(--safe-bottom)';
  return (
    <div
      className="flex min-h-dvh flex-col pb-[calc(var(--shell-bottom)+var(--pill-room,0px))] has-[[data-sticky-action]]:pb-[var(--shell-bottom)]"
      style={{ '--shell-bottom': bottom, '--topnav-height': '0px', '--help-lift': 'var(--pill-room, 0px)' }}
    >
      {banner}
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        {children}
      </main>
      <FooterStrip />
      {tabs && <TabBar active={definition.tab} />}
      {definition.tab !== 'service' && <HelpButton />}
      <SideMenu />
    </div>
  );
}

/** Opens the menu by a swipe from the left edge. The avatar's button does the same. */
function useEdgeSwipe(): void {
  useEffect(() => {
    let fromX: number | null = null;
    let fromY = 0;
    const start = (event: TouchEvent) => {
      const touch = event.touches[0];
      fromX = touch && touch.clientX < EDGE_PX ? touch.clientX : null;
      fromY = touch?.clientY ?? 0;
    };
    const end = (event: TouchEvent) => {
      const touch = event.changedTouches[0];
      if (fromX === null || !touch) return;
      if (touch.clientX - fromX > SWIPE_PX && Math.abs(touch.clientY - fromY) < SWIPE_PX) openSideMenu();
      fromX = null;
    };
    document.addEventListener('touchstart', start, { passive: true });
    document.addEventListener('touchend', end, { passive: true });
    return () => {
      document.removeEventListener('touchstart', start);
      document.removeEventListener('touchend', end);
    };
  }, []);
}
