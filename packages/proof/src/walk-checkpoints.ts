/** Whether the hourly checkpoints that are served now still contain the one that somebody kept. */
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import { extendsCheckpoint, parseCheckpointText } from './checkpoint.ts';
import type { Checkpoint, ExtensionProblem } from './checkpoint.ts';
import type { ProofCrypto } from './crypto-port.ts';
import { textHash } from './encoding.ts';
import { verifyNote } from './signed-note.ts';
import type { NoteProblem, VerifierKey } from './signed-note.ts';

/** KEPT_MISSING: what is served does not begin with the kept checkpoint. */
export type WalkProblem = NoteProblem | ExtensionProblem | 'CHECKPOINT_MALFORMED' | 'KEPT_MISSING';

/** Where a history stopped being the one that was kept. */
export type BrokenHistory = {
  readonly problem: WalkProblem;
  /** The note that does not fit; empty where there is none. */
  readonly served: string;
};

type Link = { readonly note: string; readonly text: string; readonly hash: string; readonly checkpoint: Checkpoint };

/**
 * Follows a product's history from the kept checkpoint to the newest. An hour in which nobody led the feed has no
 * checkpoint: the next one then names the last there is, so that none can be left out all the same.
 * @param kept the note that was followed last; it was checked then. Null where none was.
 * @param notes served hourly checkpoints of its product, oldest first, from the kept one on
 * @returns the newest note; null where there is none
 */
export async function walkCheckpoints(
  kept: string | null,
  notes: readonly string[],
  keys: readonly VerifierKey[],
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
      // The texts are compared: a note signed again by a newer key says the same.
      if (next.text !== last?.text) return broken('KEPT_MISSING', note);
    } else if (last !== null) {
      const extended = extendsCheckpoint(last.checkpoint, last.hash, next.checkpoint);
      if (!extended.ok) return broken(extended.error, note);
    }
    last = next;
  }
  return ok(last?.note ?? null);
}

/** The moment a checkpoint's note speaks for, ISO; null where it is none. Says nothing about its signature. */
export function slotOf(note: string): string | null {
  return parseCheckpointText(note.slice(0, note.lastIndexOf('\n\n') + 1)).ok ? (note.split('\n')[3] ?? null) : null;
}

async function readLink(
  note: string,
  keys: readonly VerifierKey[],
  crypto: ProofCrypto,
): Promise<Result<Link, WalkProblem>> {
  const verified = await verifyNote(note, keys, crypto);
  if (!verified.ok) return verified;
  const { text } = verified.value;
  const checkpoint = parseCheckpointText(text);
  if (!checkpoint.ok) return checkpoint;
  if (checkpoint.value.kind !== 'hour') return err('CHECKPOINT_MALFORMED');
  return ok({ note, text, hash: await textHash(text, crypto), checkpoint: checkpoint.value });
}

function broken(problem: WalkProblem, served: string): Result<never, BrokenHistory> {
  return err({ problem, served });
}
