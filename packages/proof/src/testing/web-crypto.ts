/** WebCrypto, a global in every Node and browser. Declared here because this package depends on no platform. */
import type { ProofCrypto } from '../crypto-port.ts';
import { toHex, utf8 } from '../encoding.ts';
import { assembleNote, KEY_NAME, keyHashInput } from '../signed-note.ts';
import type { VerifierKey } from '../signed-note.ts';

type Key = { readonly type: string };
type Bytes = Uint8Array<ArrayBuffer>;

declare const crypto: {
  readonly subtle: {
    digest(name: string, bytes: Bytes): Promise<ArrayBuffer>;
    generateKey(name: string, extractable: boolean, uses: string[]): Promise<{ privateKey: Key; publicKey: Key }>;
    exportKey(format: 'raw', key: Key): Promise<ArrayBuffer>;
    importKey(format: 'raw', bytes: Bytes, name: string, extractable: boolean, uses: string[]): Promise<Key>;
    sign(name: string, key: Key, message: Bytes): Promise<ArrayBuffer>;
    verify(name: string, key: Key, signature: Bytes, message: Bytes): Promise<boolean>;
  };
};

const { subtle } = crypto;

export const webCrypto: ProofCrypto = {
  sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)),
  verifyEd25519: async (publicKey, message, signature) => {
    const key = await subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
    return await subtle.verify('Ed25519', key, signature, message);
  },
};

/** A site's key, as the server stores it. */
export type TestSigner = { readonly key: VerifierKey; readonly sign: (text: string) => Promise<string> };

/** A new key with the given name. */
export async function testSigner(name = KEY_NAME): Promise<TestSigner> {
  const pair = await subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const publicKey = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  const keyHash = toHex((await webCrypto.sha256(keyHashInput(name, publicKey))).slice(0, 4));
  const key = { name, keyHash, publicKey };
  return {
    key,
    sign: async (text) =>
      assembleNote(text, key, new Uint8Array(await subtle.sign('Ed25519', pair.privateKey, utf8(text)))),
  };
}
