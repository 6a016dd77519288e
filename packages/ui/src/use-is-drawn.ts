import { startTransition, useEffect, useState } from 'react';

/** What comes with every price interrupts a step, and it begins anew: it waits no longer than this. */
const STEP_MS_MAX = 500;

/**
 * False while the asking component is drawn for the first time, true right after it. What nobody sees at first is drawn in a
 * step of its own: on a slow phone one long step keeps a touch waiting.
 */
export function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    startTransition(() => setDrawn(true));
    const timer = setTimeout(() => setDrawn(true), STEP_MS_MAX);
    return () => clearTimeout(timer);
  }, []);
  return isDrawn;
}
