import { useDeferredValue, useEffect, useState } from 'react';

/** What comes with every price interrupts the second step, and it begins anew: it waits no longer than this. */
const STEP_MS_MAX = 500;

/**
 * False while the asking component is drawn for the first time, true right after it. What nobody sees at first is drawn in a
 * second step: on a slow phone one long step keeps a touch waiting.
 */
export function useIsDrawn(): boolean {
  const isDrawn = useDeferredValue(true, false);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (isDrawn) return undefined;
    const timer = setTimeout(() => setLate(true), STEP_MS_MAX);
    return () => clearTimeout(timer);
  }, [isDrawn]);
  return isDrawn || isLate;
}
