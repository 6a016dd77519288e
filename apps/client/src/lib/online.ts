import { observable } from '@candor/api-client/observable';
import { useSyncExternalStore } from 'react';

/*
 * Whether the server can be reached. What was heard of it in the last seconds counts more than what the device says: some say
 * "offline" while prices come, behind a VPN or in a web view.
 */

const heard = observable(false);

/** The live connection says whether something came in the last seconds. */
export const setHeard = heard.set;

export function isOnline(): boolean {
  return heard.get() || navigator.onLine;
}

export function useOnline(): boolean {
  return useSyncExternalStore(followOnline, isOnline, () => true);
}

export function followOnline(listener: () => void): () => void {
  const stop = heard.subscribe(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    stop();
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
