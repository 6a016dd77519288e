import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';

const GAP_PX = 12;

/**
 * Keeps the pills clear of a page's sticky action, wherever it is while the page scrolls. It also sets `--pill-room`,
 * the space the pills take, so that the last lines of the page can be read above them.
 */
export function usePillRoom(ref: RefObject<HTMLElement | null>, isAtBottom: boolean): void {
  useLayoutEffect(() => {
    const pills = ref.current;
    if (!pills || !isAtBottom) return;
    const root = document.documentElement.style;
    let frame = 0;
    const measure = () => {
      frame = 0;
      const action = document.querySelector('main [data-sticky-action]')?.getBoundingClientRect();
      const height = pills.offsetHeight;
      root.setProperty('--pill-room', height === 0 ? '0px' : `${height + GAP_PX}px`);
      if (action) root.setProperty('--pill-bottom', `${Math.max(0, window.innerHeight - action.top) + GAP_PX}px`);
      else root.removeProperty('--pill-bottom');
    };
    const later = () => {
      if (frame === 0) frame = requestAnimationFrame(measure);
    };
    measure();
    const size = new ResizeObserver(later);
    size.observe(pills);
    // The page changed, or its action appeared or disappeared.
    const page = new MutationObserver(later);
    const content = document.getElementById('content');
    if (content) page.observe(content, { childList: true, subtree: true });
    window.addEventListener('scroll', later, { passive: true });
    window.addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      size.disconnect();
      page.disconnect();
      window.removeEventListener('scroll', later);
      window.removeEventListener('resize', later);
      root.removeProperty('--pill-room');
      root.removeProperty('--pill-bottom');
    };
  }, [ref, isAtBottom]);
}
