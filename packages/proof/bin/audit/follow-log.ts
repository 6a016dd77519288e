/**
 * Follows the order log: the head continues the one that was kept, every new entry is read and gives the signed root, and
 * every new hash of the tiles is that of its entries. One bundle of entries is in memory at a time.
 */
import { fromHex, toHex } from '../../src/encoding.ts';
import { EMPTY_TREE, growTree, rootOf } from '../../src/order-log/grow-tree.ts';
import type { TilePiece, TreeEdge } from '../../src/order-log/grow-tree.ts';
import { TILE_WIDTH, widthOf } from '../../src/order-log/tiles.ts';
import { EMPTY_ROOT, HASH_BYTES, hashLeaf } from '../../src/order-log/tree.ts';
import { verifyConsistency } from '../../src/order-log/verify-proof.ts';
import type { TreeHead } from '../../src/order-log/verify-proof.ts';
import { nodeCrypto, sha256 } from '../shell/node-crypto.ts';
import { LogIncomplete } from '../site/log-reader.ts';
import type { LogReader } from '../site/log-reader.ts';
import type { LogState } from './audit-state.ts';
import type { Findings } from './findings.ts';
import { bundleHash } from './read-entries.ts';
import type { FollowedBundles } from './read-entries.ts';

export type FollowedLog = {
  readonly state: LogState;
  readonly entries: number;
  /** Those that were read now. */
  readonly bundles: FollowedBundles;
};

/** Null if something is wrong with the log: then nothing of it is kept. @throws SiteUnreachable */
export async function followLog(
  reader: LogReader,
  kept: LogState | null,
  served: TreeHead & { readonly note: string },
  findings: Findings,
): Promise<FollowedLog | null> {
  try {
    return await follow(reader, kept, served, findings);
  } catch (error) {
    if (!(error instanceof LogIncomplete)) throw error;
    findings.add('LOG_INCOMPLETE', error.message);
    return null;
  }
}

async function follow(
  reader: LogReader,
  kept: LogState | null,
  served: TreeHead & { readonly note: string },
  findings: Findings,
): Promise<FollowedLog | null> {
  const known = kept ?? { size: 0, root: EMPTY_ROOT };
  if (served.size < known.size) {
    findings.add('LOG_SHRANK', `${served.size} entries, and ${known.size} before`);
    return null;
  }
  const proof = await reader.proveConsistency(known.size, served.size);
  if (!(await verifyConsistency(known, served, proof, nodeCrypto))) {
    findings.add('LOG_FORKED', `from ${known.size} entries to ${served.size}`);
    return null;
  }
  const bundles: FollowedBundles = new Map();
  let edge = kept === null ? EMPTY_TREE : edgeOf(kept);
  for (let n = Math.floor(known.size / TILE_WIDTH); n * TILE_WIDTH < served.size; n += 1) {
    const entries = await reader.readEntries({ n, width: widthOf(0, n, served.size) });
    const old = Math.max(0, known.size - n * TILE_WIDTH);
    if (entries.some(({ length }) => length !== HASH_BYTES) || !areKnown(entries.slice(0, old), edge)) {
      findings.add('LOG_ENTRIES', `bundle ${n}`);
      return null;
    }
    bundles.set(n, bundleHash(entries));
    const grown = growTree(edge, entries.slice(old), sha256);
    for (const piece of grown.pieces) {
      if (await isServed(reader, piece, served.size)) continue;
      findings.add('LOG_TILES', `level ${piece.level}, tile ${piece.n}`);
      return null;
    }
    ({ edge } = grown);
  }
  if (rootOf(edge, sha256) !== served.root) {
    findings.add('LOG_ENTRIES', `${served.size} entries`);
    return null;
  }
  const { size, root, note } = served;
  return { state: { size, root, note, edge: edge.tiles.map(toHex) }, entries: size - known.size, bundles };
}

/** Whether these entries are the ones that were read before. */
function areKnown(entries: readonly Uint8Array[], { tiles }: TreeEdge): boolean {
  const hashes = Buffer.concat(entries.map((entry) => hashLeaf(entry, sha256)));
  return entries.length === 0 || hashes.equals(tiles[0] ?? new Uint8Array(0));
}

async function isServed(reader: LogReader, { level, n, from, hashes }: TilePiece, size: number): Promise<boolean> {
  const tile = await reader.readTile({ level, n, width: widthOf(level, n, size) });
  const start = from * HASH_BYTES;
  return Buffer.from(hashes).equals(tile.subarray(start, start + hashes.length));
}

function edgeOf({ size, edge }: LogState): TreeEdge {
  return { size, tiles: edge.map((tile) => fromHex(tile) ?? new Uint8Array(0)) };
}
