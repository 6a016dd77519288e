/*
 * Chooses the cryptography that checks proofs: that of the browser if it has one, otherwise the code that comes with
 * the app.
 */

import type { ProofCrypto } from '@candor/proof/crypto-port';
import { fromHex } from '@candor/proof/encoding';

/** insecure: bundled, because the page came without encryption, so its code could have been changed on the way. */
export type CryptoOrigin = 'browser' | 'bundled' | 'insecure';

type ChosenCrypto = { readonly crypto: ProofCrypto; readonly origin: CryptoOrigin };

/** @throws if the bundled code is needed and cannot be loaded */
export async function chooseCrypto(
  subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle,
): Promise<ChosenCrypto> {
  const own = await browserCrypto(subtle);
  if (own !== null) return { crypto: own, origin: 'browser' };
  const { bundledCrypto } = await import('./bundled-crypto.ts');
  return { crypto: bundledCrypto, origin: subtle === undefined ? 'insecure' : 'bundled' };
}

/*
 * The browser's own SHA-256 and Ed25519. Browsers provide them only to encrypted pages, and older browsers do not have
 * Ed25519.
 */

/**
 * Null if the browser cannot do it. RFC 8032's first test vector detects a browser that only claims to support Ed25519.
 */
export async function browserCrypto(
  subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle,
): Promise<ProofCrypto | null> {
  if (subtle === undefined) return null;
  const port: ProofCrypto = {
    sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)),
    verifyEd25519: async (publicKey, message, signature) => {
      try {
        const key = await subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
        return await subtle.verify('Ed25519', key, signature, message);
      } catch {
        return false;
      }
    },
    verifyP256: async (publicKey, message, signature) => {
      try {
        const curve = { name: 'ECDSA', namedCurve: 'P-256' };
        const key = await subtle.importKey('raw', publicKey, curve, false, ['verify']);
        return await subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, message);
      } catch {
        return false;
      }
    },
  };
  return (await knowsEd25519(port)) ? port : null;
}

const RFC_8032_KEY = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
const RFC_8032_SIGNATURE =
  'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b';

async function knowsEd25519({ verifyEd25519 }: ProofCrypto): Promise<boolean> {
  const [key, signature] = [fromHex(RFC_8032_KEY), fromHex(RFC_8032_SIGNATURE)];
  if (key === null || signature === null) return false;
  const takesRight = await verifyEd25519(key, new Uint8Array(), signature);
  return takesRight && !(await verifyEd25519(key, new Uint8Array([0]), signature));
}
