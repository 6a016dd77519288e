/**
 * The line of a witness below a checkpoint: it saw this head, at this time, and no head before it that does not fit.
 * Rules: https://c2sp.org/tlog-cosignature (version 1, Ed25519).
 */
import { assert } from '@candor/domain/assert';
import type { ProofCrypto } from '../crypto-port.ts';
import { COSIGNATURE, keyText, noteLine, parseVerifierKey, verifySignature } from '../signed-note.ts';
import type { NoteLine, VerifierKey } from '../signed-note.ts';

const COSIGNATURE_FORMAT = 'cosignature/v1';
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

/** A witness's key. The same 32 bytes as a key for notes have another hash. */
export type WitnessKey = VerifierKey;

/** Who signed a checkpoint, and when (seconds since 1970). */
export type Cosigned = { readonly key: WitnessKey; readonly atSec: number };

/** "witness.example+1a2b3c4d+BA…". */
export function witnessKeyText(key: WitnessKey): string {
  return keyText(key, COSIGNATURE);
}

/** Reads only what witnessKeyText writes. */
export async function parseWitnessKey(text: string, crypto: ProofCrypto): ReturnType<typeof parseVerifierKey> {
  return await parseVerifierKey(text, crypto, COSIGNATURE);
}

/** The text that a witness signs. `checkpoint` is the checkpoint's own text, without signatures. */
export function cosignatureText(checkpoint: string, atSec: number): string {
  assert(Number.isSafeInteger(atSec) && atSec >= 0, 'a time is whole seconds');
  return `${COSIGNATURE_FORMAT}\ntime ${atSec}\n${checkpoint}`;
}

/** The line to add below a checkpoint's note, ended by a line feed. */
export function cosignatureLine(
  key: Pick<WitnessKey, 'name' | 'keyHash'>,
  atSec: number,
  signature: Uint8Array,
): string {
  assert(signature.length === SIGNATURE_BYTES, 'a signature has 64 bytes');
  const body = new Uint8Array(TIME_BYTES + SIGNATURE_BYTES);
  for (let [at, rest] = [TIME_BYTES - 1, atSec]; at >= 0; at -= 1, rest = Math.floor(rest / 256)) body[at] = rest % 256;
  body.set(signature, TIME_BYTES);
  return noteLine(key, body);
}

/** Which of the witnesses signed the checkpoint, each once. Lines that do not hold are left out. */
export async function verifyCosignatures(
  checkpoint: { readonly text: string; readonly lines: readonly NoteLine[] },
  witnesses: readonly WitnessKey[],
  crypto: ProofCrypto,
): Promise<Cosigned[]> {
  const cosigned: Cosigned[] = [];
  for (const key of witnesses) {
    const named = checkpoint.lines.filter(({ name, keyHash }) => name === key.name && keyHash === key.keyHash);
    for (const { body } of named) {
      const atSec = await timeOf(body, key, checkpoint.text, crypto);
      if (atSec === null) continue;
      cosigned.push({ key, atSec });
      break;
    }
  }
  return cosigned;
}

/** The time that the witness signed; null if the line is not its cosignature of the text. */
async function timeOf(
  body: Uint8Array<ArrayBuffer>,
  key: WitnessKey,
  text: string,
  crypto: ProofCrypto,
): Promise<number | null> {
  if (body.length !== TIME_BYTES + SIGNATURE_BYTES) return null;
  const atSec = body.subarray(0, TIME_BYTES).reduce((seconds, byte) => seconds * 256 + byte, 0);
  if (!Number.isSafeInteger(atSec)) return null;
  const holds = await verifySignature(key, cosignatureText(text, atSec), body.slice(TIME_BYTES), crypto);
  return holds ? atSec : null;
}
