import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { promisify } from 'node:util';

/** A key that signs, wherever its private half is (decision 167). */
export interface SigningKey {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** The Ed25519 signature of a text, 64 bytes. The same text always gives the same one. */
  readonly sign: (text: string) => Promise<Uint8Array>;
  /** Why it cannot sign at the moment, in a few words; undefined when it can. */
  readonly away: () => string | undefined;
}

/** Nothing was signed, and the same text may be signed later. */
export class SigningAway extends Error {
  override name = 'SigningAway';
}

/** The bytes before the 32 bytes of an Ed25519 seed in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_KEY_BYTES = 32;

const signAside = promisify(sign);

/** A key in the memory of this process. It signs on Node's own pool of threads. @param seed 32 bytes. */
export function keyOfSeed(seed: Buffer): SigningKey {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return {
    publicKey: new Uint8Array(spki.subarray(-PUBLIC_KEY_BYTES)),
    away: () => undefined,
    sign: async (text) => await signAside(null, Buffer.from(text, 'utf8'), privateKey),
  };
}
