/* Where a page stands when it is shown: at its top, or where it was left if back led to it. */

import { useEffect, useRef } from 'react';
import { useEntryKey } from '../lib/location.ts';
import { rememberedScroll } from '../lib/page-scroll.ts';

/**
 * A step of a wizard, and the same page with another thing on it, is read from its top as a new page is. Lists fill after
 * the page is shown, so going back waits up to a second for the page to be tall enough.
 */
export function usePageScroll(isReady: boolean): void {
  const key = useEntryKey();
  const shown = useRef<string | null>(null);
  useEffect(() => {
    // The screen waits behind another one.
    if (!isReady || key === null) return;
    const isOtherView = shown.current !== null;
    shown.current = key;
    const target = rememberedScroll();
    const until = performance.now() + 1_000;
    let frame = 0;
    const settle = () => {
      window.scrollTo(0, target);
      if (target > 0 && window.scrollY < target - 1 && performance.now() < until) frame = requestAnimationFrame(settle);
    };
    settle();
    // What the new view gave the focus to is seen, also in a low window.
    if (isOtherView && document.activeElement instanceof HTMLInputElement)
      document.activeElement.scrollIntoView({ block: 'nearest' });
    return () => cancelAnimationFrame(frame);
  }, [isReady, key]);
}
