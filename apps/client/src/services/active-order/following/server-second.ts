import { useSyncExternalStore } from 'react';
import { serverNow } from '../../live/server-clock.ts';

/*
 * The server's clock in whole seconds, for screens that show ages and countdowns. All of them share one timer. It is
 * set again at every second so that it does not drift, and the clock is read again when the page becomes visible.
 */

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Epoch ms of the current second by the server's clock; renders once a second. */
export function useServerSecond(): number {
  return useSyncExternalStore(subscribe, presentSecond);
}

function presentSecond(): number {
  return Math.floor(serverNow() / 1_000) * 1_000;
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    document.addEventListener('visibilitychange', tick);
    wait();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

function tick(): void {
  for (const listener of listeners) listener();
  wait();
}

function wait(): void {
  clearTimeout(timer);
  timer = setTimeout(tick, 1_000 - (serverNow() % 1_000) + 5);
}
