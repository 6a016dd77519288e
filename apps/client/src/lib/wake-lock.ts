import { useEffect } from 'react';

/** Keeps the screen on while `wanted`, if the browser can; it releases the lock whenever the page is hidden. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let left = false;
    let lock: WakeLockSentinel | null = null;
    const take = async () => {
      if (document.visibilityState !== 'visible') return;
      // The browser refuses when the battery is low; the screen then turns off as usual.
      const taken = await navigator.wakeLock.request('screen').catch(() => null);
      if (left) void taken?.release();
      else lock = taken;
    };
    const renew = () => void take();
    void take();
    document.addEventListener('visibilitychange', renew);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', renew);
      void lock?.release();
    };
  }, [wanted]);
}
