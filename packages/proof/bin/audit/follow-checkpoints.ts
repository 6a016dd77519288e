/** Reads the signed checkpoints of a product's prices since the last audit. */
import { parseCheckpointText } from '../../src/checkpoint.ts';
import { mayStillSign } from '../../src/key-rotation.ts';
import type { TracedKey } from '../../src/key-rotation.ts';
import { verifyNote } from '../../src/signed-note.ts';
import { slotOf, walkCheckpoints } from '../../src/walk-checkpoints.ts';
import { nodeCrypto } from '../shell/node-crypto.ts';
import type { PublicData } from '../site/public-data.ts';
import type { Findings } from './findings.ts';

export type SignedHeads = {
  /** The hash that a checkpoint names, by the number of the price. */
  readonly hashes: ReadonlyMap<bigint, string>;
  /** The newest hourly note. */
  readonly hour: string | null;
  readonly count: number;
};

type From = { readonly product: string; readonly hour: string | null; readonly sinceMs: number };

/** Null if one of them is wrong. @throws SiteUnreachable, DataMalformed */
export async function followCheckpoints(
  data: PublicData,
  { product, hour, sinceMs }: From,
  keys: readonly TracedKey[],
  findings: Findings,
): Promise<SignedHeads | null> {
  const keptSlot = hour === null ? null : Date.parse(slotOf(hour) ?? '');
  const hours = (await notesSince(data, product, 'hour', keptSlot ?? sinceMs)).reverse();
  const walked = await walkCheckpoints(hour, hours, keys, nodeCrypto);
  if (!walked.ok) {
    findings.add('CHECKPOINT', `${product}, ${slotOf(walked.error.served) ?? 'an hour'}: ${walked.error.problem}`);
    return null;
  }
  const hashes = new Map<bigint, string>();
  const minutes = await notesSince(data, product, 'minute', sinceMs);
  for (const note of [...hours, ...minutes]) {
    const verified = await verifyNote(note, keys, nodeCrypto);
    const checkpoint = verified.ok ? parseCheckpointText(verified.value.text) : verified;
    const isRight =
      verified.ok &&
      checkpoint.ok &&
      checkpoint.value.product === product &&
      mayStillSign(verified.value.key, checkpoint.value.slot);
    if (!isRight) {
      findings.add('CHECKPOINT', `${product}, ${slotOf(note) ?? 'a minute'}`);
      return null;
    }
    const { seq, hash } = checkpoint.value;
    const known = hashes.get(seq);
    if (known !== undefined && known !== hash) {
      findings.add('CHECKPOINT', `${product}, price ${seq}: two hashes are signed`);
      return null;
    }
    hashes.set(seq, hash);
  }
  return { hashes, hour: walked.value, count: hours.length + minutes.length };
}

/** Newest first, up to and with the first at or before the moment. */
async function notesSince(
  data: PublicData,
  product: string,
  kind: 'hour' | 'minute',
  sinceMs: number,
): Promise<string[]> {
  const notes: string[] = [];
  for (let cursor: string | null = null; ;) {
    const page: Awaited<ReturnType<PublicData['readCheckpoints']>> = await data.readCheckpoints(product, kind, cursor);
    for (const { slot, note } of page.items) {
      if (slot < sinceMs) return notes;
      notes.push(note);
    }
    if (page.nextCursor === null || page.nextCursor === cursor) return notes;
    cursor = page.nextCursor;
  }
}
