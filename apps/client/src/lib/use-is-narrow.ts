import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/**
 * Whether an element is narrower than this many rem. A pane may be narrow on a wide screen, and text may be large: both
 * count here, and neither does in a media query.
 */
export function useIsNarrow(ref: RefObject<HTMLElement | null>, rem: number): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => {
      const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setNarrow(element.clientWidth < rem * remPx);
    };
    measure();
    const size = new ResizeObserver(measure);
    size.observe(element);
    return () => size.disconnect();
  }, [ref, rem]);
  return isNarrow;
}
