/* The order log as this site serves it. Every read has a bound, and each tile is read once. Nothing is checked here. */

import { readLogCheckpoint } from '@candor/contract/calls/order-log';
import { readBytes } from '@candor/api-client/read-bytes';
import { LOG_TILES_PATH } from '@candor/contract/paths';
import { assert } from '@candor/domain/assert';
import { fromUtf8, toBase64 } from '@candor/proof/encoding';
import { TileMissing } from '@candor/proof/order-log/follow-head';
import type { TileFetch } from '@candor/proof/order-log/tile-proof';
import { entryBundlePath, readEntryBundle, TILE_WIDTH, tilePath } from '@candor/proof/order-log/tiles';
import type { EntryBundle } from '@candor/proof/order-log/tiles';
import { HASH_BYTES } from '@candor/proof/order-log/tree';
import { hosts } from '../api/hosts.ts';

const CHECKPOINT_BYTES_MAX = 16 * 1024;
const TILE_BYTES_MAX = TILE_WIDTH * HASH_BYTES;
const BUNDLE_BYTES_MAX = TILE_WIDTH * (2 + HASH_BYTES);
/** Proofs need some ten of them, however long the log is. */
const READS_MAX = 256;

export type SiteLog = {
  /** The hashes of a tile. @throws TileMissing if the site does not have it; ApiError if it was not reached */
  readonly readTile: TileFetch;
  /** @throws TileMissing, ApiError */
  readonly readEntries: (bundle: EntryBundle) => Promise<readonly Uint8Array[]>;
  /** The tiles that were read, in base64 by their path: evidence. */
  readonly tilesRead: () => Promise<Readonly<Record<string, string>>>;
};

/** What is read once stays for as long as the returned log is used: for one look, or one check. */
export function openSiteLog(): SiteLog {
  const tiles = new Map<string, Promise<Uint8Array>>();
  let reads = 0;
  const read = async (path: string, bytesMax: number): Promise<Uint8Array> => {
    reads += 1;
    assert(reads <= READS_MAX, 'a proof reads few tiles');
    const bytes = await readBytes(hosts.urlOf(LOG + path), bytesMax);
    if (bytes === null) throw new TileMissing(path);
    return bytes;
  };
  return {
    readTile: (tile) => {
      const path = tilePath(tile);
      const known = tiles.get(path) ?? ofLength(read(path, TILE_BYTES_MAX), tile.width * HASH_BYTES, path);
      tiles.set(path, known);
      return known;
    },
    readEntries: async (bundle) => {
      const path = entryBundlePath(bundle);
      const entries = readEntryBundle(await read(path, BUNDLE_BYTES_MAX));
      if (entries?.length !== bundle.width) throw new TileMissing(path);
      return entries;
    },
    tilesRead: async () => {
      const found: Record<string, string> = {};
      for (const [path, bytes] of tiles) {
        const tile = await bytes.catch(() => null);
        if (tile !== null) found[path] = toBase64(tile);
      }
      return found;
    },
  };
}

/** The signed head that everyone is shown now; null if the site serves none. @throws ApiError */
export async function readCheckpoint(): Promise<string | null> {
  const bytes = await readBytes(hosts.urlOf(readLogCheckpoint.path), CHECKPOINT_BYTES_MAX);
  return bytes === null ? null : (fromUtf8(bytes) ?? '');
}

const LOG = LOG_TILES_PATH.slice(0, -'tile/'.length);

async function ofLength(reading: Promise<Uint8Array>, length: number, path: string): Promise<Uint8Array> {
  const bytes = await reading;
  if (bytes.length !== length) throw new TileMissing(path);
  return bytes;
}
