import { useEffect, useState } from 'react';
import { serverNow } from '../live/server-clock.ts';

const SECOND_MS = 1_000;

/**
 * Seconds until something may be done again, and how to start them. They are read off the clock: a page that was put aside, as while
 * the member reads the message with the code, does not stand still.
 */
export function useCountdown(): readonly [number, (seconds: number) => void] {
  const [endsAtMs, setEndsAtMs] = useState(0);
  const [leftSec, setLeftSec] = useState(0);
  const isWaiting = leftSec > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const look = () => setLeftSec(Math.max(0, Math.ceil((endsAtMs - serverNow()) / SECOND_MS)));
    const timer = setInterval(look, SECOND_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isWaiting, endsAtMs]);
  const start = (seconds: number) => {
    setEndsAtMs(serverNow() + seconds * SECOND_MS);
    setLeftSec(seconds);
  };
  return [leftSec, start];
}
