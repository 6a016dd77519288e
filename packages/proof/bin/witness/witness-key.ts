/** The witness's own key, made at the first start and kept in a file that only its owner may read. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fromBase64, toHex, utf8 } from '../../src/encoding.ts';
import { cosignatureLine, cosignatureText } from '../../src/order-log/cosignature.ts';
import type { WitnessKey } from '../../src/order-log/cosignature.ts';
import { COSIGNATURE, keyHashInput } from '../../src/signed-note.ts';
import { sha256 } from '../shell/node-crypto.ts';
import { writeDurably } from '../shell/write-durably.ts';

const FORMAT = 'candor-witness-key-v1';
const OWNER_ONLY = 0o600;
const PUBLIC_KEY_BYTES = 32;

export type WitnessSigner = {
  readonly key: WitnessKey;
  /** The line for a checkpoint's text. */
  readonly cosign: (checkpoint: string, atSec: number) => string;
};

/**
 * Reads the key, or makes one with this name if the file does not exist. A name of a key never changes: its hash covers it.
 * @throws if the file is not such a key, or has another name
 */
export async function openWitnessKey(path: string, name: string | null): Promise<WitnessSigner> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (text !== null) return readKey(text, path, name);
  if (name === null) throw new Error('A new witness needs a name: --name witness.example.org');
  const { privateKey } = generateKeyPairSync('ed25519');
  const der = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  await writeDurably(path, `${FORMAT}\n${name}\n${der}\n`, OWNER_ONLY);
  return signerOf(name, privateKey);
}

function readKey(text: string, path: string, asked: string | null): WitnessSigner {
  const [format, name = '', der = '', end] = text.split('\n');
  const bytes = fromBase64(der);
  if (format !== FORMAT || bytes === null || end !== '') throw new Error(`${path} is not the key of a witness.`);
  if (asked !== null && asked !== name) throw new Error(`The key in ${path} is named ${name}, not ${asked}.`);
  return signerOf(name, createPrivateKey({ key: Buffer.from(bytes), format: 'der', type: 'pkcs8' }));
}

function signerOf(name: string, privateKey: KeyObject): WitnessSigner {
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  const publicKey = new Uint8Array(der.subarray(-PUBLIC_KEY_BYTES));
  const keyHash = toHex(sha256(keyHashInput(name, publicKey, COSIGNATURE)).slice(0, 4));
  const key = { name, keyHash, publicKey };
  return {
    key,
    cosign: (checkpoint, atSec) =>
      cosignatureLine(key, atSec, sign(null, utf8(cosignatureText(checkpoint, atSec)), privateKey)),
  };
}
