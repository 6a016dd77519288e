/* Whether the hourly checkpoints that are served now still contain the one this device keeps. Pure: texts in, texts out. */

import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import { extendsCheckpoint, parseCheckpointText } from '@candor/proof/checkpoint';
import type { Checkpoint } from '@candor/proof/checkpoint';
import type { ProofCrypto } from '@candor/proof/crypto-port';
import { textHash } from '@candor/proof/encoding';
import { verifyNote } from '@candor/proof/signed-note';
import type { VerifierKey } from '@candor/proof/signed-note';

/** Where a history stopped being the one that was kept. */
export type BrokenChain = {
  readonly problem: string;
  /** The note that does not fit; empty where the kept one is missing. */
  readonly served: string;
};

type Read = { readonly note: string; readonly text: string; readonly hash: string; readonly checkpoint: Checkpoint };

/**
 * @param kept the last note that was followed; it was checked then
 * @param notes served hourly checkpoints of its product, oldest first, from the kept one on
 * @returns the newest note
 */
export async function followChain(
  kept: string | null,
  notes: readonly string[],
  keys: readonly VerifierKey[],
  crypto: ProofCrypto,
): Promise<Result<string | null, BrokenChain>> {
  let last: Read | null = null;
  if (kept !== null) {
    const read = await readNote(kept, keys, crypto);
    if (!read.ok) return err(broken(read.error, kept));
    last = read.value;
    if (notes.length === 0) return err(broken('KEPT_MISSING', ''));
  }
  for (const [index, note] of notes.entries()) {
    const read = await readNote(note, keys, crypto);
    if (!read.ok) return err(broken(read.error, note));
    const next = read.value;
    if (kept !== null && index === 0) {
      if (next.text !== last?.text) return err(broken('KEPT_MISSING', note));
    } else if (last !== null) {
      const extended = extendsCheckpoint(last.checkpoint, last.hash, next.checkpoint);
      if (!extended.ok) return err(broken(extended.error, note));
    }
    last = next;
  }
  return ok(last?.note ?? null);
}

/** The moment a note speaks for, ISO; null where it is none. */
export function slotOf(note: string): string | null {
  return parseCheckpointText(note.slice(0, note.lastIndexOf('\n\n') + 1)).ok ? (note.split('\n')[3] ?? null) : null;
}

async function readNote(
  note: string,
  keys: readonly VerifierKey[],
  crypto: ProofCrypto,
): Promise<Result<Read, string>> {
  const verified = await verifyNote(note, keys, crypto);
  if (!verified.ok) return verified;
  const { text } = verified.value;
  const checkpoint = parseCheckpointText(text);
  if (!checkpoint.ok) return checkpoint;
  if (checkpoint.value.kind !== 'hour') return err('CHECKPOINT_MALFORMED');
  return ok({ note, text, hash: await textHash(text, crypto), checkpoint: checkpoint.value });
}

function broken(problem: string, served: string): BrokenChain {
  return { problem, served };
}
