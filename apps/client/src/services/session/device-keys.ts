import { browserDeviceCrypto } from '@candor/api-client/device-crypto';
import type { DeviceCrypto } from '@candor/api-client/device-crypto';
import { createDeviceKeys } from '@candor/api-client/device-keys';
import { keptStore } from '../../lib/kept-store.ts';
import { serverNow } from '../live/server-clock.ts';
import { session } from './session.ts';

/** The keys with which this device signs what moves money. */
export const deviceKeys = createDeviceKeys({ store: keptStore, crypto: deviceCrypto, nowMs: serverNow });

async function deviceCrypto(): Promise<DeviceCrypto> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto.subtle;
  if (subtle !== undefined) return browserDeviceCrypto(subtle);
  return (await import('./bundled-device-key.ts')).bundledDeviceCrypto;
}

/** Deletes the key of each session that ends on this device, in whichever tab. Called once, at startup. */
export function startDeviceKeys(): void {
  let current = session.token();
  session.state.subscribe(() => {
    const token = session.token();
    if (current !== null && token !== current) void deviceKeys.forget(current);
    current = token;
  });
}
