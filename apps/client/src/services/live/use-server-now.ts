import { useEffect, useState } from 'react';
import { serverNow } from './server-clock.ts';

/** The server's time, renewed every `everyMs` and whenever the page becomes visible. For ages and opening countdowns. */
export function useServerNow(everyMs = 1_000): number {
  const [nowMs, setNowMs] = useState(serverNow);
  useEffect(() => {
    const renew = () => setNowMs(serverNow());
    const timer = setInterval(renew, everyMs);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [everyMs]);
  return nowMs;
}
