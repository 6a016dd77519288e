/** The entries of the order log once more, to hold what the site opens against them: the same that were followed, or proven. */
import { toHex } from '../../src/encoding.ts';
import { fetchInclusionProof } from '../../src/order-log/tile-proof.ts';
import { TILE_WIDTH, widthOf } from '../../src/order-log/tiles.ts';
import { verifyInclusion } from '../../src/order-log/verify-proof.ts';
import type { TreeHead } from '../../src/order-log/verify-proof.ts';
import { nodeCrypto, sha256 } from '../shell/node-crypto.ts';
import { LogIncomplete } from '../site/log-reader.ts';
import type { LogReader } from '../site/log-reader.ts';

/** The hash of each bundle of entries that was followed, by its number. */
export type FollowedBundles = Map<number, string>;

export function bundleHash(entries: readonly Uint8Array[]): string {
  return toHex(sha256(new Uint8Array(Buffer.concat(entries))));
}

/** An entry of the signed log. @throws LogIncomplete, SiteUnreachable */
export type EntryReader = (index: number) => Promise<Uint8Array<ArrayBuffer>>;

export function createEntryReader(reader: LogReader, head: TreeHead, followed: FollowedBundles): EntryReader {
  let kept: { readonly n: number; readonly entries: readonly Uint8Array[]; readonly isFollowed: boolean } | null = null;
  return async (index) => {
    const n = Math.floor(index / TILE_WIDTH);
    if (kept?.n !== n) {
      const entries = await reader.readEntries({ n, width: widthOf(0, n, head.size) });
      kept = { n, entries, isFollowed: followed.get(n) === bundleHash(entries) };
    }
    const entry = kept.entries[index % TILE_WIDTH];
    if (entry === undefined) throw new LogIncomplete(`entry ${index}`);
    const own = new Uint8Array(entry);
    if (kept.isFollowed) return own;
    const proof = await fetchInclusionProof(index, { size: head.size, readTile: reader.readTile, crypto: nodeCrypto });
    if (!(await verifyInclusion({ index, entry: own, proof }, head, nodeCrypto)))
      throw new LogIncomplete(`entry ${index}`);
    return own;
  };
}
