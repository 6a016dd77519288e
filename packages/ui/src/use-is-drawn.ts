import { startTransition, useEffect, useState } from 'react';

/** What comes with every price interrupts a step, and it begins anew: it waits no longer than this. */
const STEP_MS_MAX = 500;

/**
 * False while the asking component is drawn for the first time, true once that frame has been painted. What nobody sees at
 * first is drawn in a step of its own: on a slow phone one long step keeps a touch waiting.
 */
export function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    let next: ReturnType<typeof setTimeout> | undefined;
    // The next task after the callbacks of a frame comes when that frame has been painted.
    const frame = requestAnimationFrame(() => {
      next = setTimeout(() => startTransition(() => setDrawn(true)));
    });
    // A page in the background has no frames.
    const timer = setTimeout(() => setDrawn(true), STEP_MS_MAX);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(next);
      clearTimeout(timer);
    };
  }, []);
  return isDrawn;
}
