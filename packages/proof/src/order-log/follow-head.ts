/**
 * Whether the head of the order log that a site serves continues the one that somebody kept. A kept head is only ever
 * replaced by one that contains it.
 */
import type { ProofCrypto } from '../crypto-port.ts';
import { mayStillSign } from '../key-rotation.ts';
import type { TracedKey } from '../key-rotation.ts';
import { verifyLogCheckpoint } from './log-checkpoint.ts';
import type { LogCheckpointProblem } from './log-checkpoint.ts';
import { fetchConsistencyProof } from './tile-proof.ts';
import type { TileFetch } from './tile-proof.ts';
import { verifyConsistency } from './verify-proof.ts';
import type { TreeHead } from './verify-proof.ts';

/** A tile that a signed head says is there, and that the site does not serve. */
export class TileMissing extends Error {
  override readonly name = 'TileMissing';
}

/** LOG_ROOT_DIFFERS: two signed heads of one size. LOG_FORKED: the tiles do not lead from one signed head to the other. */
export type LogLie = 'LOG_ROOT_DIFFERS' | 'LOG_FORKED';

/**
 * What a slow machine of an honest site may show for a moment, but not for long. LOG_BEHIND: a smaller head, and the kept
 * one begins with it. LOG_SHRANK: a smaller head, and nothing shows that. LOG_INCOMPLETE: a tile is missing. The others:
 * the head is not signed.
 */
export type LogDoubt = 'LOG_BEHIND' | 'LOG_SHRANK' | 'LOG_INCOMPLETE' | 'KEY_RETIRED' | LogCheckpointProblem;

export type FollowedHead =
  /** It is the kept one, or contains it. */
  | { readonly kind: 'holds'; readonly head: TreeHead }
  | { readonly kind: 'lie'; readonly problem: LogLie; readonly head: TreeHead }
  /** `head` is null if nobody signed it. */
  | { readonly kind: 'doubt'; readonly problem: LogDoubt; readonly head: TreeHead | null };

export type FollowContext = {
  readonly keys: readonly TracedKey[];
  /** Throws TileMissing; anything else that it throws says nothing about the site, and is passed on. */
  readonly readTile: TileFetch;
  readonly crypto: ProofCrypto;
  /** Epoch ms of the site's clock. */
  readonly nowMs: number;
};

/** @param kept null if none was kept yet: then any signed head holds */
export async function followHead(kept: TreeHead | null, note: string, context: FollowContext): Promise<FollowedHead> {
  const verified = await verifyLogCheckpoint(note, context.keys, context.crypto);
  if (!verified.ok) return { kind: 'doubt', problem: verified.error, head: null };
  const { head, key } = verified.value;
  if (!mayStillSign(key, context.nowMs)) return { kind: 'doubt', problem: 'KEY_RETIRED', head };
  if (kept === null) return { kind: 'holds', head };
  if (head.size === kept.size) {
    return head.root === kept.root ? { kind: 'holds', head } : { kind: 'lie', problem: 'LOG_ROOT_DIFFERS', head };
  }
  const isNewer = head.size > kept.size;
  const [older, newer] = isNewer ? [kept, head] : [head, kept];
  try {
    if (!(await isPrefix(older, newer, context))) return { kind: 'lie', problem: 'LOG_FORKED', head };
    return isNewer ? { kind: 'holds', head } : { kind: 'doubt', problem: 'LOG_BEHIND', head };
  } catch (error) {
    if (!(error instanceof TileMissing)) throw error;
    return { kind: 'doubt', problem: isNewer ? 'LOG_INCOMPLETE' : 'LOG_SHRANK', head };
  }
}

/** Whether the newer tree begins with the older one, by the tiles that are served. @throws TileMissing */
export async function isPrefix(
  older: TreeHead,
  newer: TreeHead,
  { readTile, crypto }: Pick<FollowContext, 'readTile' | 'crypto'>,
): Promise<boolean> {
  if (older.size > newer.size) return false;
  const proof = await fetchConsistencyProof(older.size, { size: newer.size, readTile, crypto });
  return await verifyConsistency(older, newer, proof, crypto);
}
