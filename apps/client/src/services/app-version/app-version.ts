/*
 * Which version of the app runs. The service worker keeps the whole app on the device. A new version is fetched beside
 * the running one, and takes over when the member says so, or once every tab is closed.
 */

import { observable } from '@candor/api-client/observable';

const LOOK_EVERY_MS = 30 * 60_000;
/** A worker that does not take over in this time is left behind: the page is loaded all the same. */
const TAKE_OVER_MS_MAX = 4_000;

/** A new version is on the device and waits; or another tab has put it in place, and this page is the old one. */
export const newVersion = observable<'waiting' | 'in-place' | null>(null);

let registration: ServiceWorkerRegistration | null = null;
let isReloading = false;

/** Fetches the app onto the device, and looks for a new version from now on. Call it once, when the first screen is done. */
export async function startAppVersion(): Promise<void> {
  const { serviceWorker } = navigator;
  // A page without a worker is followed by its first one: nothing is replaced then.
  let isFollowed = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isReloading) location.reload();
    else if (isFollowed) newVersion.set('in-place');
    isFollowed = true;
  });
  // Never from the cache of the browser, the scripts it imports neither.
  registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  watch(registration);
  const look = () => {
    if (!document.hidden && navigator.onLine) void registration?.update().catch(() => undefined);
  };
  setInterval(look, LOOK_EVERY_MS);
  document.addEventListener('visibilitychange', look);
}

function watch(found: ServiceWorkerRegistration): void {
  const tell = () => {
    if (found.waiting !== null && navigator.serviceWorker.controller !== null) newVersion.set('waiting');
  };
  tell();
  found.addEventListener('updatefound', () => found.installing?.addEventListener('statechange', tell));
}

/** One press: the new version takes over, and the page is loaded in it. */
export function takeNewVersion(): void {
  isReloading = true;
  const waiting = registration?.waiting ?? null;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
  waiting?.postMessage({ type: 'SKIP_WAITING' });
  if (waiting === null) location.reload();
  else setTimeout(() => location.reload(), TAKE_OVER_MS_MAX);
}
