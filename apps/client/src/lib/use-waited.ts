import { useEffect, useState } from 'react';

/** What waits for answers, waits no longer than this. */
const ASKING_MS_MAX = 1_500;

/**
 * True once nothing is asked any more, or it took too long; then it stays true. What may or may not be there is shown together with what
 * is below it: a block that came later would push that away.
 */
export function useWaited(isAsking: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  const [isOver, setOver] = useState(false);
  if (!isOver && (!isAsking || isSlow)) setOver(true);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), ASKING_MS_MAX);
    return () => clearTimeout(timer);
  }, []);
  return isOver || !isAsking;
}
