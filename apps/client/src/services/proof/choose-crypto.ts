/*
 * Chooses the cryptography that checks proofs: that of the browser if it has one, otherwise the code that comes with
 * the app.
 */

import type { ProofCrypto } from '@candor/proof/crypto-port';
import { browserCrypto } from './browser-crypto.ts';

/** insecure: bundled, because the page came without encryption, so its code could have been changed on the way. */
export type CryptoOrigin = 'browser' | 'bundled' | 'insecure';

export type ChosenCrypto = { readonly crypto: ProofCrypto; readonly origin: CryptoOrigin };

/** @throws if the bundled code is needed and cannot be loaded */
export async function chooseCrypto(
  subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle,
): Promise<ChosenCrypto> {
  const own = await browserCrypto(subtle);
  if (own !== null) return { crypto: own, origin: 'browser' };
  const { bundledCrypto } = await import('./bundled-crypto.ts');
  return { crypto: bundledCrypto, origin: subtle === undefined ? 'insecure' : 'bundled' };
}
