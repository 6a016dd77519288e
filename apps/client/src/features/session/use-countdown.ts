import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** Seconds until something may be done again, and how to start them. */
export function useCountdown(): readonly [number, (seconds: number) => void] {
  const [leftSec, setLeftSec] = useState(0);
  const isWaiting = leftSec > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setLeftSec((left) => Math.max(0, left - 1)), SECOND_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return [leftSec, setLeftSec];
}
