import { useEffect, useState } from 'react';

/**
 * How much of the page's bottom the keyboard of a phone covers. Some browsers make the page smaller themselves, then it is
 * nothing; others lay the keyboard over it.
 */
export function useKeyboardInset(): number {
  const [inset, setInset] = useState(0);
  useEffect(() => {
    // Old browsers have none.
    const viewport: VisualViewport | null | undefined = window.visualViewport;
    if (!viewport) return;
    // A zoomed page has a small viewport too, and no keyboard.
    const look = () =>
      setInset(viewport.scale > 1 ? 0 : Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop));
    viewport.addEventListener('resize', look);
    viewport.addEventListener('scroll', look);
    return () => {
      viewport.removeEventListener('resize', look);
      viewport.removeEventListener('scroll', look);
    };
  }, []);
  return inset;
}
