import { useLayoutEffect } from 'react';
import type { RefObject } from 'react';

const ROOM = '--strip-room';

/**
 * Reserves the height of the strip at the foot of the window on every page, as `--strip-room`: what sticks to the bottom
 * stands above it, and the last lines of a page can be read above it. Letters that are large make it higher.
 */
export function useStripRoom(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const strip = ref.current;
    if (!strip) return;
    const measure = () => changeRoom(strip.getBoundingClientRect().height);
    measure();
    const size = new ResizeObserver(measure);
    size.observe(strip);
    return () => {
      size.disconnect();
      changeRoom(0);
    };
  }, [ref]);
}

/** Every change makes the browser compute the styles of the whole page again. */
function changeRoom(height: number): void {
  const { style } = document.documentElement;
  const room = height === 0 ? '' : `${height}px`;
  if (style.getPropertyValue(ROOM) !== room) style.setProperty(ROOM, room);
}
