import { hash } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';
import type { TestDevice } from '../../apps/server/src/testing/test-device.ts';

type Held = { token: string; device: Pick<TestDevice, 'jwk' | 'deviceKey'> };

/** Puts the key of the member's session where the client keeps it. As after a login, no script can read it. */
export async function giveDeviceKey(context: BrowserContext, { token, device }: Held): Promise<void> {
  const session = hash('sha256', token, 'hex');
  await context.addInitScript(
    async ({ jwk, session, publicKey }) => {
      // The blank page before the first address.
      if (!isSecureContext) return;
      const secret = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
      const request = indexedDB.open('candor', 1);
      request.onupgradeneeded = () => request.result.createObjectStore('kept');
      request.onsuccess = () => {
        const kept = request.result.transaction('kept', 'readwrite').objectStore('kept');
        kept.put([{ session, secret, publicKey }], 'device-keys');
        kept.put([publicKey], 'device-public-keys');
        kept.transaction.oncomplete = () => request.result.close();
      };
    },
    { jwk: device.jwk, session, publicKey: Buffer.from(device.deviceKey, 'base64url').toString('hex') },
  );
}
