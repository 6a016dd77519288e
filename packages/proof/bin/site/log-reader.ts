/** The order log as a site serves it: the signed head, and the tiles from which anyone makes proofs. */
import { fromUtf8 } from '../../src/encoding.ts';
import { LOG_ORIGIN, verifyLogCheckpoint } from '../../src/order-log/log-checkpoint.ts';
import type { LogCheckpointProblem, VerifiedLogCheckpoint } from '../../src/order-log/log-checkpoint.ts';
import { entryBundlePath, nodesFromTiles, readEntryBundle, tilePath, tilesOf } from '../../src/order-log/tiles.ts';
import type { EntryBundle, Tile } from '../../src/order-log/tiles.ts';
import { consistencyNodes, HASH_BYTES, makeProof } from '../../src/order-log/tree.ts';
import type { VerifierKey } from '../../src/signed-note.ts';
import { nodeCrypto, sha256 } from '../shell/node-crypto.ts';
import type { SiteClient } from './site-client.ts';

const LOG = '/api/log';
const CHECKPOINT_BYTES_MAX = 64 * 1024;
const TILE_BYTES_MAX = 256 * HASH_BYTES;
const BUNDLE_BYTES_MAX = 256 * (2 + HASH_BYTES);
/** 8 MB at most. */
const TILES_KEPT_MAX = 1_024;

/** What a site does not serve, though its signed head says that it exists. */
export class LogIncomplete extends Error {
  override readonly name = 'LogIncomplete';
}

export type ServedCheckpoint =
  | ({ readonly ok: true; readonly note: string } & Pick<VerifiedLogCheckpoint<VerifierKey>, 'head' | 'text' | 'lines'>)
  | { readonly ok: false; readonly problem: LogCheckpointProblem | 'LOG_MISSING' };

export type LogReader = {
  readonly readCheckpoint: (keys: readonly VerifierKey[]) => Promise<ServedCheckpoint>;
  /** The hashes of a tile, as many as asked. @throws LogIncomplete, SiteUnreachable */
  readonly readTile: (tile: Tile) => Promise<Uint8Array<ArrayBuffer>>;
  /** @throws LogIncomplete, SiteUnreachable */
  readonly readEntries: (bundle: EntryBundle) => Promise<readonly Uint8Array[]>;
  /** A proof that nobody has checked. @throws LogIncomplete, SiteUnreachable */
  readonly proveConsistency: (oldSize: number, size: number) => Promise<Uint8Array[]>;
};

export function createLogReader({ get }: SiteClient): LogReader {
  const kept = new Map<string, Uint8Array<ArrayBuffer>>();
  const readTile = async (tile: Tile): Promise<Uint8Array<ArrayBuffer>> => {
    const path = tilePath(tile);
    const known = kept.get(path);
    kept.delete(path);
    const bytes = known ?? (await get(`${LOG}/${path}`, TILE_BYTES_MAX));
    if (bytes?.length !== tile.width * HASH_BYTES) throw new LogIncomplete(path);
    kept.set(path, bytes);
    for (const oldest of kept.keys()) {
      if (kept.size <= TILES_KEPT_MAX) break;
      kept.delete(oldest);
    }
    return bytes;
  };
  return {
    readCheckpoint: async (keys) => {
      const bytes = await get(`${LOG}/checkpoint`, CHECKPOINT_BYTES_MAX);
      if (bytes === null) return { ok: false, problem: 'LOG_MISSING' };
      const note = fromUtf8(bytes);
      if (note?.startsWith(`${LOG_ORIGIN}\n`) !== true) return { ok: false, problem: 'NOTE_MALFORMED' };
      const verified = await verifyLogCheckpoint(note, keys, nodeCrypto);
      return verified.ok ? { ok: true, note, ...verified.value } : { ok: false, problem: verified.error };
    },
    readTile,
    readEntries: async (bundle) => {
      const path = entryBundlePath(bundle);
      const bytes = await get(`${LOG}/${path}`, BUNDLE_BYTES_MAX);
      const entries = bytes === null ? null : readEntryBundle(bytes);
      if (entries?.length !== bundle.width) throw new LogIncomplete(path);
      return entries;
    },
    proveConsistency: async (oldSize, size) => {
      const ranges = consistencyNodes(oldSize, size);
      const tiles = new Map<string, Uint8Array>();
      for (const tile of tilesOf(ranges, size)) tiles.set(`${tile.level}/${tile.n}`, await readTile(tile));
      const readNode = nodesFromTiles((level, n) => tiles.get(`${level}/${n}`) ?? new Uint8Array(0), sha256);
      return makeProof(ranges, readNode, sha256);
    },
  };
}
