/*
 * The key of a device on a page without encryption, where the browser offers no keys: an Ed25519 seed that scripts can read.
 * Whoever can change such a page could read everything on it anyway. Loaded only there.
 */

import { etc, getPublicKey, hashes, sign, utils } from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import type { DeviceCrypto } from '@candor/api-client/device-crypto';

hashes.sha512 = sha512;

export const bundledDeviceCrypto: DeviceCrypto = {
  sha256: (bytes) => Promise.resolve(sha256(bytes)),
  newKey: () => {
    const seed = utils.randomSecretKey();
    return Promise.resolve({ secret: { seed: etc.bytesToHex(seed) }, publicKey: getPublicKey(seed) });
  },
  sign: (secret, bytes) => {
    if (typeof secret !== 'object' || secret === null || !('seed' in secret) || typeof secret.seed !== 'string')
      return Promise.reject(new TypeError('not a key of this app'));
    return Promise.resolve(sign(bytes, etc.hexToBytes(secret.seed)));
  },
};
