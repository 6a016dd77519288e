import { useEffect } from 'react';
import type { RefObject } from 'react';

const DECIDE_PX = 8;
/** A finger that rests this long means the crosshair, whichever way it then moves. */
const REST_MS = 220;

/**
 * Lets a quick upward or downward swipe that starts on the chart scroll the page. The chart would take every drag for
 * itself, and a phone page under a tall chart could not be left.
 */
export function useTouchScroll(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let start: { x: number; y: number; atMs: number } | null = null;
    let takes: 'page' | 'chart' | null = null;
    const began = (event: TouchEvent) => {
      const touch = event.touches[0];
      start =
        touch && event.touches.length === 1 ? { x: touch.clientX, y: touch.clientY, atMs: event.timeStamp } : null;
      takes = start === null ? 'chart' : null;
    };
    const moved = (event: TouchEvent) => {
      const touch = event.touches[0];
      if (takes === null && start && touch) {
        const across = Math.abs(touch.clientX - start.x);
        const down = Math.abs(touch.clientY - start.y);
        if (event.timeStamp - start.atMs > REST_MS) takes = 'chart';
        else if (Math.max(across, down) >= DECIDE_PX) takes = down > across * 1.2 ? 'page' : 'chart';
      }
      // Undecided movement reaches nobody: the chart would claim the touch with it.
      if (takes !== 'chart') event.stopPropagation();
    };
    element.addEventListener('touchstart', began, { capture: true, passive: true });
    element.addEventListener('touchmove', moved, { capture: true, passive: true });
    return () => {
      element.removeEventListener('touchstart', began, { capture: true });
      element.removeEventListener('touchmove', moved, { capture: true });
    };
  }, [ref]);
}
