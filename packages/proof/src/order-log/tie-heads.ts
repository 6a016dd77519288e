/**
 * Whether the heads of the order log that a receipt and its ticks name belong to the one log whose head a reader has. The
 * receipt alone shows only that the order is in the tree of its entry tick, not that anyone else is shown that tree.
 */
import { entryHead } from '../check-log.ts';
import { settledHead } from '../check-settled.ts';
import type { ReadReceipt } from '../read-receipt.ts';
import type { LogHead } from '../tick-chain.ts';
import { isPrefix } from './follow-head.ts';
import type { FollowContext } from './follow-head.ts';
import type { TreeHead } from './verify-proof.ts';

/** A long order has thousands of heads. Of those of ticks these many are compared: that of the entry, and others from first to last. */
const HEADS_MAX = 16;

/** `differs`: a head that the reader's log does not begin with. `ahead`: nothing to compare, or only newer heads. */
export type TiedHeads = { readonly kind: 'tied' | 'ahead' } | { readonly kind: 'differs'; readonly head: TreeHead };

/**
 * That which has the settlement first, if there is one; then that of the entry tick; then the first, the last, and others evenly
 * between.
 */
export function headsToTie(read: ReadReceipt): TreeHead[] {
  const settled = settledHead(read.receipt);
  const entry = entryHead(read);
  const named = read.ticks.flatMap(({ canonical }) => canonical.log ?? []);
  const heads = new Map<bigint, LogHead>(named.map((head) => [head.size, head]));
  const all = [...heads.values()];
  const count = Math.min(all.length, HEADS_MAX - 1);
  const step = (all.length - 1) / Math.max(1, count - 1);
  const chosen = Array.from({ length: count }, (_, at) => all[Math.round(at * step)]);
  const unique = new Set([entry, ...chosen].map((head) => head?.size));
  const ofTicks = [...unique].flatMap((size) => {
    const head = size === undefined ? undefined : heads.get(size);
    return head === undefined ? [] : [{ size: Number(head.size), root: head.root }];
  });
  return settled === null ? ofTicks : [settled, ...ofTicks];
}

/**
 * Compares with the newest head that the reader has verified. Heads that are newer than it are left out; if the first of
 * them is, that of the settlement or the entry, the answer is `ahead`.
 * @throws TileMissing, and what else the port throws
 */
export async function tieHeads(
  heads: readonly TreeHead[],
  newest: TreeHead,
  source: Pick<FollowContext, 'readTile' | 'crypto'>,
): Promise<TiedHeads> {
  const [first] = heads;
  if (first === undefined) return { kind: 'ahead' };
  const older = heads.filter(({ size }) => size <= newest.size);
  const found = await Promise.all(older.map(async (head) => ((await isPrefix(head, newest, source)) ? null : head)));
  const differing = found.find((head) => head !== null);
  if (differing !== undefined && differing !== null) return { kind: 'differs', head: differing };
  return { kind: first.size <= newest.size ? 'tied' : 'ahead' };
}
