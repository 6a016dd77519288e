import { useRef, useState } from 'react';

/**
 * Runs one action at a time. The second of a double press comes before the screen shows the first, so the state of the
 * screen alone cannot stop it.
 */
export function useOneAtATime() {
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  return {
    isBusy,
    async run(this: void, action: () => Promise<void>): Promise<void> {
      if (isRunning.current) return;
      isRunning.current = true;
      setIsBusy(true);
      try {
        await action();
      } finally {
        isRunning.current = false;
        setIsBusy(false);
      }
    },
  };
}
