/** Histories of hourly checkpoints, signed as a site signs them. */
import { checkpointText, NO_CHECKPOINT_HASH } from '../checkpoint.ts';
import { textHash } from '../encoding.ts';
import { webCrypto } from './web-crypto.ts';
import type { TestSigner } from './web-crypto.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-11-21T07:00:00.000Z');

export type HistoryShape = {
  /** Another mark makes another history: every head's hash contains it. */
  readonly mark?: string;
  /** The value that the first checkpoint has as its predecessor. */
  readonly previous?: string;
  readonly product?: string;
};

/** The notes of these hours, counted from the first hour of the history. Each names the one before it in the list. */
export async function makeHistory(
  hours: readonly number[],
  signer: TestSigner,
  { mark = 'a', previous = NO_CHECKPOINT_HASH, product = 'BTCUSDT' }: HistoryShape = {},
): Promise<string[]> {
  const notes: string[] = [];
  let before = previous;
  for (const hour of hours) {
    const slot = START + hour * HOUR_MS;
    const seq = BigInt(hour + 1) * 3600n;
    const hash = mark.repeat(64);
    const text = checkpointText({ product, kind: 'hour', slot, seq, at: slot, hash, previous: before });
    notes.push(await signer.sign(text));
    before = await textHash(text, webCrypto);
  }
  return notes;
}
