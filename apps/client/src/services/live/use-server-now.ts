import { useEffect, useState } from 'react';
import { serverNow } from './server-clock.ts';

const SECOND_MS = 1_000;

/**
 * The server's time in epoch ms. It updates on every whole second while `running`, and when the page becomes visible
 * again.
 */
export function useServerNow(running = true): number {
  const [nowMs, setNowMs] = useState(serverNow);
  useEffect(() => {
    if (!running) return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      clearTimeout(timer);
      const now = serverNow();
      setNowMs(now);
      timer = setTimeout(tick, SECOND_MS - (now % SECOND_MS) + 5);
    };
    tick();
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [running]);
  return nowMs;
}
