/** WebCrypto, a global in every Node and browser. Declared here because this package depends on no platform. */
import type { ProofCrypto } from '../crypto-port.ts';
import { fromBase64, fromHex, toHex, utf8 } from '../encoding.ts';
import { cosignatureLine, cosignatureText } from '../order-log/cosignature.ts';
import type { WitnessKey } from '../order-log/cosignature.ts';
import { assembleNote, COSIGNATURE, KEY_NAME, keyHashInput } from '../signed-note.ts';
import type { VerifierKey } from '../signed-note.ts';

type Key = { readonly type: string };
type Bytes = Uint8Array<ArrayBuffer>;

declare const crypto: {
  readonly subtle: {
    digest(name: string, bytes: Bytes): Promise<ArrayBuffer>;
    generateKey(
      algorithm: string | { readonly name: string; readonly namedCurve: string },
      extractable: boolean,
      uses: string[],
    ): Promise<{ privateKey: Key; publicKey: Key }>;
    exportKey(format: 'raw', key: Key): Promise<ArrayBuffer>;
    exportKey(format: 'jwk', key: Key): Promise<{ readonly x?: string }>;
    importKey(
      format: 'raw' | 'pkcs8',
      bytes: Bytes,
      algorithm: string | { readonly name: string; readonly namedCurve: string },
      extractable: boolean,
      uses: string[],
    ): Promise<Key>;
    sign(
      algorithm: string | { readonly name: string; readonly hash: string },
      key: Key,
      message: Bytes,
    ): Promise<ArrayBuffer>;
    verify(
      algorithm: string | { readonly name: string; readonly hash: string },
      key: Key,
      signature: Bytes,
      message: Bytes,
    ): Promise<boolean>;
  };
};

export const { subtle } = crypto;

export const webCrypto: ProofCrypto = {
  sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)),
  verifyEd25519: async (publicKey, message, signature) => {
    const key = await subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
    return await subtle.verify('Ed25519', key, signature, message);
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

/** A site's key, as the server stores it. */
export type TestSigner = { readonly key: VerifierKey; readonly sign: (text: string) => Promise<string> };

/** A new key with the given name. */
export async function testSigner(name = KEY_NAME): Promise<TestSigner> {
  const pair = await subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  return await signerOf(name, pair.privateKey, new Uint8Array(await subtle.exportKey('raw', pair.publicKey)));
}

/** PKCS #8 of an Ed25519 key, up to its 32 bytes. */
const PKCS8_HEAD = '302e020100300506032b657004220420';

/** The same key each time: its 32 secret bytes are all this byte. For files that must not change. */
export async function fixedSigner(byte: number): Promise<TestSigner> {
  const { privateKey, publicKey } = await ed25519KeyOf(byte);
  return await signerOf(KEY_NAME, privateKey, publicKey);
}

export async function ed25519KeyOf(byte: number): Promise<{ privateKey: Key; publicKey: Uint8Array }> {
  const secret = fromHex(PKCS8_HEAD + byte.toString(16).padStart(2, '0').repeat(32));
  if (secret === null) throw new Error('a byte has two hex digits');
  const privateKey = await subtle.importKey('pkcs8', secret, 'Ed25519', true, ['sign']);
  const { x = '' } = await subtle.exportKey('jwk', privateKey);
  const publicKey = fromBase64(`${x.replaceAll('-', '+').replaceAll('_', '/')}=`);
  if (publicKey === null) throw new Error('a public key is 32 bytes');
  return { privateKey, publicKey };
}

async function signerOf(name: string, privateKey: Key, publicKey: Uint8Array): Promise<TestSigner> {
  const keyHash = toHex((await webCrypto.sha256(keyHashInput(name, publicKey))).slice(0, 4));
  const key = { name, keyHash, publicKey };
  return {
    key,
    sign: async (text) => assembleNote(text, key, new Uint8Array(await subtle.sign('Ed25519', privateKey, utf8(text)))),
  };
}

/** A witness's key. `cosign` gives the line for a checkpoint's text. */
export type TestWitness = {
  readonly key: WitnessKey;
  readonly cosign: (checkpoint: string, atSec: number) => Promise<string>;
};

export async function testWitness(name: string): Promise<TestWitness> {
  const { privateKey, publicKey } = await subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const raw = new Uint8Array(await subtle.exportKey('raw', publicKey));
  const keyHash = toHex((await webCrypto.sha256(keyHashInput(name, raw, COSIGNATURE))).slice(0, 4));
  const key = { name, keyHash, publicKey: raw };
  return {
    key,
    cosign: async (checkpoint, atSec) => {
      const signature = await subtle.sign('Ed25519', privateKey, utf8(cosignatureText(checkpoint, atSec)));
      return cosignatureLine(key, atSec, new Uint8Array(signature));
    },
  };
}
