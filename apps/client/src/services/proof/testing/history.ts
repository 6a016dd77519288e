/* Histories of hourly checkpoints, signed as the site signs them. */

import { NO_CHECKPOINT_HASH, checkpointText } from '@candor/proof/checkpoint';
import { textHash, toHex, utf8 } from '@candor/proof/encoding';
import { assembleNote, keyHashInput, verifierKeyText } from '@candor/proof/signed-note';
import type { VerifierKey } from '@candor/proof/signed-note';
import { browserCrypto } from '../browser-crypto.ts';

const { subtle } = globalThis.crypto;
const port = await browserCrypto();
if (!port.ok) throw new Error(port.error);
export const crypto = port.value;
const HOUR = 3_600_000;
const START = Date.parse('2026-11-21T07:00:00.000Z');

export async function makeKey() {
  const pair = await subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const publicKey = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  const digest = await crypto.sha256(keyHashInput('candor', publicKey));
  const key: VerifierKey = { name: 'candor', keyHash: toHex(digest.slice(0, 4)), publicKey };
  const sign = async (text: string) =>
    assembleNote(text, key, new Uint8Array(await subtle.sign('Ed25519', pair.privateKey, utf8(text))));
  return { key, sign, vkey: verifierKeyText(key) };
}

export const ours = await makeKey();

/** So many hours of one history; another `mark` is another history. */
export async function history(
  hours: number,
  mark = 'a',
  from = { hour: 0, previous: NO_CHECKPOINT_HASH },
): Promise<string[]> {
  const notes: string[] = [];
  let { previous } = from;
  for (let hour = from.hour; hour < from.hour + hours; hour++) {
    const slot = START + hour * HOUR;
    const seq = BigInt(hour + 1) * 3_600n;
    const text = checkpointText({
      product: 'BTCUSDT',
      kind: 'hour',
      slot,
      seq,
      at: slot,
      hash: mark.repeat(64),
      previous,
    });
    notes.push(await ours.sign(text));
    previous = await textHash(text, crypto);
  }
  return notes;
}
