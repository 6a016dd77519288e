import { useCallback, useSyncExternalStore } from 'react';
import { useDisplay } from './preferences.ts';

/** The three layouts of the shell: phone column, tablet with a rail, desktop with top navigation. */
export type Layout = 'mobile' | 'tablet' | 'desktop';

const TABLET = '(min-width: 768px)';
const DESKTOP = '(min-width: 1024px)';
/** In care mode everything is a quarter larger, so each layout needs a quarter more width. */
const CARE_TABLET = '(min-width: 960px)';
const CARE_DESKTOP = '(min-width: 1280px)';

export function useLayout(): Layout {
  const care = useDisplay().care === 'on';
  const tablet = useMedia(care ? CARE_TABLET : TABLET);
  const desktop = useMedia(care ? CARE_DESKTOP : DESKTOP);
  return desktop ? 'desktop' : tablet ? 'tablet' : 'mobile';
}

/** Room for two columns: the breakpoint `xl` of theme.css. */
export function useIsDesktop(): boolean {
  return useMedia('(min-width: 1024px)');
}

/** A phone held sideways, or a window as low as that: chart and ticket stand side by side. As in theme.css. */
const SIDEWAYS = '(max-height: 30rem) and (min-width: 34rem)';

export function useIsSideways(): boolean {
  return useMedia(SIDEWAYS);
}

/** One of the smallest phones held upright: pages save height there to show their action. As in theme.css. */
const SMALL = '(max-height: 37.5rem) and (max-width: 33.99rem)';

export function useIsSmall(): boolean {
  return useMedia(SMALL);
}

/** Whether this screen is not a phone held upright: such a screen loads its own parts beside the page. */
export function isWide(): boolean {
  return matchMedia(TABLET).matches || matchMedia(SIDEWAYS).matches;
}

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => onScreen(query));
}

const seen = new Map<string, boolean>();

/**
 * Paper has a width of its own. What is printed is the layout on the screen: the parts of another one would have to load
 * first, and the sheet of a phone would be blank.
 */
function onScreen(query: string): boolean {
  const before = seen.get(query);
  if (before !== undefined && matchMedia('print').matches) return before;
  const { matches } = matchMedia(query);
  seen.set(query, matches);
  return matches;
}
