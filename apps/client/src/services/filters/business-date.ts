import { useEffect, useState } from 'react';
import { formatDate } from '../../lib/time.ts';
import { serverNow } from '../live/server-clock.ts';
import { useSite } from '../session/site.ts';

const LOOK_EVERY_MS = 30_000;

/** Today's business date: dates of filters and earnings are the site's, not the device's. It changes at midnight. */
export function useBusinessDate(): string {
  const { timeZone } = useSite();
  const [nowMs, setNowMs] = useState(serverNow);
  useEffect(() => {
    const look = () => setNowMs(serverNow());
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return formatDate(nowMs, timeZone);
}
