/* The phone: one column with the tab bar below it (beside it when held sideways), and the side menu behind its left edge. */

import { useEffect } from 'react';
import { openSideMenu } from '../lib/shell-actions.ts';
import { useIsDrawn } from '@candor/ui/use-is-drawn';
import { HelpButton } from './help-button.tsx';
import type { RouteDefinition } from './route-table.ts';
import { SideMenu } from './side-menu.tsx';
import { TabBar } from './tab-bar.tsx';

const EDGE_PX = 20;
const SWIPE_PX = 60;

/** What a phone has beside the screen itself. */
export function MobileEnd({ definition, rail }: { definition: RouteDefinition; rail: boolean }) {
  useEdgeSwipe();
  const isDrawn = useIsDrawn();
  return (
    <>
      {definition.shell === 'tabs' && <TabBar rail={rail} active={definition.tab} />}
      {isDrawn && (
        <>
          {/* Tab bar and rail have customer service in view. */}
          {definition.tab !== 'service' && definition.shell !== 'tabs' && <HelpButton />}
          <SideMenu />
        </>
      )}
    </>
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
