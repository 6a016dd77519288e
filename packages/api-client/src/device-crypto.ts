/*
 * What a device signs its calls with. The browser's own keys cannot be read by any script, not even by ours: they can
 * only be used here. Pages without encryption get no keys from the browser; there the app brings its own code.
 */

import { within } from './within.ts';

export type DeviceCrypto = {
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;
  /** `secret` can be stored in IndexedDB. `publicKey` is what the server gets. */
  newKey: () => Promise<{ secret: unknown; publicKey: Uint8Array }>;
  /** 64 bytes. @throws if the secret is of another kind */
  sign: (secret: unknown, bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;
};

// Every browser of today has this curve; not all of them have Ed25519.
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' };

/** On a slow phone a key takes a tenth of a second. */
const ANSWER_MS_MAX = 10_000;

export function browserDeviceCrypto(subtle: SubtleCrypto): DeviceCrypto {
  return {
    sha256: async (bytes) => new Uint8Array(await within(ANSWER_MS_MAX, subtle.digest('SHA-256', bytes))),
    async newKey() {
      const pair = await within(ANSWER_MS_MAX, subtle.generateKey(CURVE, false, ['sign', 'verify']));
      const raw = await within(ANSWER_MS_MAX, subtle.exportKey('raw', pair.publicKey));
      return { secret: pair.privateKey, publicKey: new Uint8Array(raw) };
    },
    async sign(secret, bytes) {
      if (!(secret instanceof CryptoKey)) throw new TypeError('not a key of the browser');
      return new Uint8Array(await within(ANSWER_MS_MAX, subtle.sign(SIGNATURE, secret, bytes)));
    },
  };
}
