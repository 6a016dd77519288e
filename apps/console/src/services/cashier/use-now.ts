import { useEffect, useState } from 'react';

const EVERY_MS = 15_000;

/** The time of day, again every quarter of a minute. */
export function useNow(): number {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
