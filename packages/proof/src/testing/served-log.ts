/** An order log as a site serves it, for tests: signed heads and tiles of any list of entries. */
import { edgeOf, EMPTY_TREE, growTree, rootOf } from '../order-log/grow-tree.ts';
import type { TreeEdge } from '../order-log/grow-tree.ts';
import { TileMissing } from '../order-log/follow-head.ts';
import { logCheckpointText } from '../order-log/log-checkpoint.ts';
import { widthOf } from '../order-log/tiles.ts';
import type { Tile } from '../order-log/tiles.ts';
import { HASH_BYTES } from '../order-log/tree.ts';
import type { TreeHead } from '../order-log/verify-proof.ts';
import type { Receipt } from '../receipt.ts';
import { sha256 } from './naive-tree.ts';
import { makeLog, placedEntries } from './order-logs.ts';
import { settlementEntry } from './settled.ts';
import type { TestSigner } from './web-crypto.ts';

export type ServedLog = {
  readonly entries: readonly Uint8Array[];
  /** The head of its first entries, by default of all. */
  readonly head: (size?: number) => TreeHead;
  readonly checkpoint: (signer: TestSigner, size?: number) => Promise<string>;
  /** Throws TileMissing for what the log does not have. */
  readonly readTile: (tile: Tile) => Promise<Uint8Array>;
};

export function serveLog(entries: readonly Uint8Array[]): ServedLog {
  const tiles = new Map<string, Uint8Array>();
  const { edge, pieces } = growTree(EMPTY_TREE, entries, sha256);
  for (const { level, n, hashes } of pieces) {
    tiles.set(`${level}/${n}`, new Uint8Array([...(tiles.get(`${level}/${n}`) ?? []), ...hashes]));
  }
  const read = (level: number, n: number) => tiles.get(`${level}/${n}`) ?? new Uint8Array(0);
  const edgeAt = (size: number): TreeEdge => (size === edge.size ? edge : edgeOf(size, read));
  const head = (size = edge.size): TreeHead => ({ size, root: rootOf(edgeAt(size), sha256) });
  return {
    entries,
    head,
    checkpoint: async (signer, size) => await signer.sign(logCheckpointText(head(size))),
    readTile: async ({ level, n, width }) => {
      if (widthOf(level, n, edge.size) < width) throw new TileMissing(`${level}/${n}`);
      return read(level, n).slice(0, width * HASH_BYTES);
    },
  };
}

/** The log of makeReceipt, with that receipt's order and settlement at their places, and as many entries. */
export async function serveLogOf(
  { order, log, outcome = null, settled = null }: Pick<Receipt, 'order' | 'log'> & Partial<Receipt>,
  size: number,
): Promise<ServedLog> {
  if (log === undefined || log === null) return serveLog(makeLog(size).entries);
  const entries = [...makeLog(size, ...(await placedEntries(order, log))).entries];
  if (settled !== null && settled.index < size) entries[settled.index] = await settlementEntry({ order, outcome });
  return serveLog(entries);
}
