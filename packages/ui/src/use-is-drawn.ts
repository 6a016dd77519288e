import { useDeferredValue } from 'react';

/**
 * False while the asking component is drawn for the first time, true right after it. What nobody sees at first is drawn in a
 * second step: on a slow phone one long step keeps a touch waiting.
 */
export function useIsDrawn(): boolean {
  return useDeferredValue(true, false);
}
