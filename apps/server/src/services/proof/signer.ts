import { hash } from 'node:crypto';
import { KEY_NAME, assembleNote, keyHashInput, verifierKeyText } from '@candor/proof/signed-note';
import type { VerifierKey } from '@candor/proof/signed-note';
import { signatures } from '../signatures/signatures.ts';
import { keyOfSeed } from '../signatures/signing-key.ts';
import type { SigningKey } from '../signatures/signing-key.ts';

/** Signs texts as notes that anyone can check with the public half of the site's key. */
export interface Signer {
  readonly key: VerifierKey;
  /** The key in the form that is shown to people and programs. */
  readonly vkey: string;
  /** The same text always gives the same note, because Ed25519 uses no randomness. */
  readonly sign: (text: string) => Promise<string>;
  /** A shared acceptance of this text (packages/proof/src/shared-acceptance.ts). */
  readonly shareAcceptance: (text: string) => Promise<string>;
  /** Why nothing can be signed at the moment, in a few words; undefined when it can. */
  readonly away: () => string | undefined;
}

const KEY_HASH_HEX = 8;

export function createSigner({ publicKey, sign, away }: SigningKey): Signer {
  const keyHash = hash('sha256', keyHashInput(KEY_NAME, publicKey)).slice(0, KEY_HASH_HEX);
  const key = { name: KEY_NAME, keyHash, publicKey };
  const by = { sign, name: KEY_NAME, keyHash };
  return {
    key,
    vkey: verifierKeyText(key),
    away,
    sign: async (text) => assembleNote(text, key, await sign(text)),
    shareAcceptance: async (text) => await signatures.shareAcceptance(by, text),
  };
}

/** @param seed 32 bytes. */
export function signerOfSeed(seed: Buffer): Signer {
  return createSigner(keyOfSeed(seed));
}
