import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { KEY_NAME, assembleNote, keyHashInput, verifierKeyText } from '@candor/proof/signed-note';
import type { VerifierKey } from '@candor/proof/signed-note';
import { signatures } from '../signatures/signatures.ts';

/** Signs texts as notes that anyone can check with the public half of the site's key. */
export interface Signer {
  readonly key: VerifierKey;
  /** The key in the form that is shown to people and programs. */
  readonly vkey: string;
  /** The same text always gives the same note, because Ed25519 uses no randomness. */
  readonly sign: (text: string) => string;
  /** The same note, made by another thread. */
  readonly signApart: (text: string) => Promise<string>;
  /** A shared acceptance of this text (packages/proof/src/shared-acceptance.ts). */
  readonly shareAcceptance: (text: string) => Promise<string>;
}

/** The bytes before the 32 bytes of an Ed25519 seed in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_KEY_BYTES = 32;
const KEY_HASH_BYTES = 4;

/** @param seed 32 bytes. */
export function createSigner(seed: Buffer): Signer {
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = new Uint8Array(spki.subarray(-PUBLIC_KEY_BYTES));
  const digest = createHash('sha256').update(keyHashInput(KEY_NAME, publicKey)).digest();
  const key = { name: KEY_NAME, keyHash: digest.subarray(0, KEY_HASH_BYTES).toString('hex'), publicKey };
  const by = { key: privateKey, name: KEY_NAME, keyHash: key.keyHash };
  return {
    key,
    vkey: verifierKeyText(key),
    sign: (text) => assembleNote(text, key, sign(null, Buffer.from(text, 'utf8'), privateKey)),
    signApart: async (text) => assembleNote(text, key, await signatures.sign(privateKey, text)),
    shareAcceptance: async (text) => await signatures.shareAcceptance(by, text),
  };
}
