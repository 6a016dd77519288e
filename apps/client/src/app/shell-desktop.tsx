/* Wide screens: top navigation from 1024 px. Between 768 and 1023 px, the five entries are in a rail on the left. */

import { useTranslations } from 'use-intl';
import { DesktopKeys } from './desktop-keys.tsx';
import { FavouritesTicker, useTicker } from './favourites-ticker.tsx';
import type { RouteDefinition } from './route-table.ts';
import { SideMenu } from './side-menu.tsx';
import { TabBar } from './tab-bar.tsx';
import { TopNav } from './top-nav.tsx';

type Part = { definition: RouteDefinition; rail: boolean };

/** Above the screen, or beside it. */
export function DesktopTop({ definition, rail }: Part) {
  const t = useTranslations('shell');
  const ticker = useTicker();
  return (
    <>
      <button
        type="button"
        onClick={() => document.getElementById('content')?.focus()}
        className="sr-only z-50 rounded-control bg-selected px-4 py-3 font-bold text-on-selected focus:not-sr-only focus:fixed focus:start-4 focus:top-4"
      >
        {t('skip')}
      </button>
      {rail ? (
        <TabBar rail active={definition.tab} />
      ) : (
        <TopNav ticker={ticker.length > 0 && <FavouritesTicker products={ticker} />} />
      )}
    </>
  );
}

/** Bar and rail lead to customer service: nothing floats. */
export function DesktopEnd({ rail }: Pick<Part, 'rail'>) {
  return (
    <>
      <DesktopKeys />
      {rail && <SideMenu />}
    </>
  );
}
