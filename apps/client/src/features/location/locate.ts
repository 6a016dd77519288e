/* Where the device is, asked of the browser. The browser asks the member; nothing is sent to the server. */

import { rounded } from './coordinates.ts';
import type { Coordinates } from './coordinates.ts';

/** Keys of `location.locate.failed`. */
export type LocateFailure = 'denied' | 'unavailable' | 'timeout' | 'unsupported';

const TIMEOUT_MS = 10_000;
const AGE_MS_MAX = 60_000;
const REASONS: Readonly<Record<number, LocateFailure>> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' };

/** Browsers locate on secure connections only. */
export function locate(): Promise<Coordinates | LocateFailure> {
  if (!('geolocation' in navigator) || !globalThis.isSecureContext) return Promise.resolve('unsupported');
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) }),
      ({ code }) => resolve(REASONS[code] ?? 'unavailable'),
      { timeout: TIMEOUT_MS, maximumAge: AGE_MS_MAX },
    );
  });
}
