/** Whether the hourly checkpoints that the site serves now still contain the one that a person kept. */
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import { extendsCheckpoint, parseCheckpointText } from './checkpoint.ts';
import type { Checkpoint, ExtensionProblem } from './checkpoint.ts';
import type { ProofCrypto } from './crypto-port.ts';
import { textHash } from './encoding.ts';
import { mayStillSign } from './key-rotation.ts';
import type { TracedKey } from './key-rotation.ts';
import { verifyNote } from './signed-note.ts';
import type { NoteProblem } from './signed-note.ts';

/**
 * KEPT_MISSING: the served list does not begin with the kept checkpoint. KEY_RETIRED: the key that signed was replaced
 * before.
 */
export type WalkProblem = NoteProblem | ExtensionProblem | 'CHECKPOINT_MALFORMED' | 'KEPT_MISSING' | 'KEY_RETIRED';

/** The place where the history differs from the one that was kept. */
export type BrokenHistory = {
  readonly problem: WalkProblem;
  /** The note that does not fit; empty if there is none. */
  readonly served: string;
};

type Link = { readonly note: string; readonly text: string; readonly hash: string; readonly checkpoint: Checkpoint };

/**
 * Follows a product's history from the kept checkpoint to the newest. If no instance led the feed in some hour, that
 * hour has no checkpoint. The next checkpoint then names the last existing one, so a checkpoint still cannot be left
 * out.
 * @param kept the note that was followed last; it was checked then. Null if there is none.
 * @param notes the served hourly checkpoints of its product, oldest first, starting with the kept one
 * @returns the newest note; null if there is none
 */
export async function walkCheckpoints(
  kept: string | null,
  notes: readonly string[],
  keys: readonly TracedKey[],
  crypto: ProofCrypto,
): Promise<Result<string | null, BrokenHistory>> {
  let last: Link | null = null;
  if (kept !== null) {
    const read = await readLink(kept, keys, crypto);
    if (!read.ok) return broken(read.error, kept);
    last = read.value;
    if (notes.length === 0) return broken('KEPT_MISSING', '');
  }
  for (const [index, note] of notes.entries()) {
    const read = await readLink(note, keys, crypto);
    if (!read.ok) return broken(read.error, note);
    const next = read.value;
    if (kept !== null && index === 0) {
      // This compares texts: the same note signed again by a newer key is equal.
      if (next.text !== last?.text) return broken('KEPT_MISSING', note);
    } else if (last !== null) {
      const extended = extendsCheckpoint(last.checkpoint, last.hash, next.checkpoint);
      if (!extended.ok) return broken(extended.error, note);
    }
    last = next;
  }
  return ok(last?.note ?? null);
}

/** The moment of a checkpoint's note, ISO; null if it is not such a note. The signature is not checked. */
export function slotOf(note: string): string | null {
  return parseCheckpointText(note.slice(0, note.lastIndexOf('\n\n') + 1)).ok ? (note.split('\n')[3] ?? null) : null;
}

async function readLink(
  note: string,
  keys: readonly TracedKey[],
  crypto: ProofCrypto,
): Promise<Result<Link, WalkProblem>> {
  const verified = await verifyNote(note, keys, crypto);
  if (!verified.ok) return verified;
  const { text } = verified.value;
  const checkpoint = parseCheckpointText(text);
  if (!checkpoint.ok) return checkpoint;
  if (checkpoint.value.kind !== 'hour') return err('CHECKPOINT_MALFORMED');
  if (!mayStillSign(verified.value.key, checkpoint.value.slot)) return err('KEY_RETIRED');
  return ok({ note, text, hash: await textHash(text, crypto), checkpoint: checkpoint.value });
}

function broken(problem: WalkProblem, served: string): Result<never, BrokenHistory> {
  return err({ problem, served });
}
