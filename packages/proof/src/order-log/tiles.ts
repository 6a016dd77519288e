/**
 * How the tree is stored and served: tiles of up to 256 hashes, in the layout of C2SP tlog-tiles. Tile level t has the
 * hashes of the complete subtrees of level 8t. Rules: https://c2sp.org/tlog-tiles.
 */
import { assert } from '@candor/domain/assert';
import { HASH_BYTES, hashNode, subtreesOf } from './tree.ts';
import type { LeafRange, NodeReader, Sha256, Subtree } from './tree.ts';

/** Hashes in a full tile, and entries in a full bundle. */
export const TILE_WIDTH = 256;

/** Levels of the tree in one level of tiles. */
const TILE_HEIGHT = 8;
const ENTRY_LENGTH_BYTES = 2;

/** A tile of hashes. `width` is how many it has: 256 if it is full. */
export type Tile = { readonly level: number; readonly n: number; readonly width: number };

/** Entries themselves, instead of hashes. */
export type EntryBundle = { readonly n: number; readonly width: number };

/** The hashes of a tile, one after the other. */
export type TileReader = (level: number, n: number) => Uint8Array;

/** The tile with this subtree in a tree of `size` leaves. */
export function tileOf({ level, index }: Subtree, size: number): Tile {
  const tileLevel = Math.floor(level / TILE_HEIGHT);
  const n = tileNumber({ level, index });
  return { level: tileLevel, n, width: widthOf(tileLevel, n, size) };
}

/** How many hashes tile `n` of this level has in a tree of `size` leaves: 0 if there is no such tile. */
export function widthOf(level: number, n: number, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  return Math.max(0, Math.min(TILE_WIDTH, hashes - n * TILE_WIDTH));
}

/** The tiles that a proof from these ranges reads, each once. */
export function tilesOf(ranges: readonly LeafRange[], size: number): Tile[] {
  const tiles = new Map<string, Tile>();
  for (const subtree of ranges.flatMap(subtreesOf)) {
    const tile = tileOf(subtree, size);
    tiles.set(`${tile.level}/${tile.n}`, tile);
  }
  return [...tiles.values()];
}

/** Reads complete subtrees from tiles. A tile may be wider than needed. */
export function nodesFromTiles(readTile: TileReader, sha256: Sha256): NodeReader {
  return (level, index) => {
    const tileLevel = Math.floor(level / TILE_HEIGHT);
    const { first, count } = hashesUnder({ level, index });
    return foldTile(readTile(tileLevel, tileNumber({ level, index })), first, count, sha256);
  };
}

/** The hash over a full tile, which is one of the next tile level. */
export function hashTile(tile: Uint8Array, sha256: Sha256): Uint8Array {
  return foldTile(tile, 0, TILE_WIDTH, sha256);
}

/** "tile/0/x001/067" or, of a tile with 5 hashes, "tile/0/x001/067.p/5". */
export function tilePath({ level, n, width }: Tile): string {
  return `tile/${level}/${numberPath(n)}${partPath(width)}`;
}

/** "tile/entries/x001/067". */
export function entryBundlePath({ n, width }: EntryBundle): string {
  return `tile/entries/${numberPath(n)}${partPath(width)}`;
}

/** Reads only what tilePath and entryBundlePath write; null for any other path. `level` is 'entries' for a bundle. */
export function parseTilePath(
  path: string,
): { readonly level: number | 'entries'; readonly n: number; readonly width: number } | null {
  const match = /^tile\/(entries|[0-6])\/((?:x\d{3}\/)*)(\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path);
  if (match === null) return null;
  const [, levelText = '', groups = '', lastGroup = '', widthText] = match;
  const n = Number(groups.replaceAll(/[x/]/g, '') + lastGroup);
  const width = widthText === undefined ? TILE_WIDTH : Number(widthText);
  if (!Number.isSafeInteger(n * TILE_WIDTH)) return null;
  if (widthText !== undefined && width >= TILE_WIDTH) return null;
  const level = levelText === 'entries' ? levelText : Number(levelText);
  const written = level === 'entries' ? entryBundlePath({ n, width }) : tilePath({ level, n, width });
  return written === path ? { level, n, width } : null;
}

/** Entries as a bundle has them: each with its length in two bytes, the higher one first. */
export function writeEntryBundle(entries: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(entries.reduce((total, entry) => total + ENTRY_LENGTH_BYTES + entry.length, 0));
  let at = 0;
  for (const entry of entries) {
    assert(entry.length < 2 ** 16, 'the length of an entry fits two bytes');
    bytes[at] = entry.length >> 8;
    bytes[at + 1] = entry.length & 0xff;
    bytes.set(entry, at + ENTRY_LENGTH_BYTES);
    at += ENTRY_LENGTH_BYTES + entry.length;
  }
  return bytes;
}

/** Reads only what writeEntryBundle writes; null for any other bytes. */
export function readEntryBundle(bytes: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length) {
    const [high, low] = [bytes[at], bytes[at + 1]];
    if (high === undefined || low === undefined) return null;
    const start = at + ENTRY_LENGTH_BYTES;
    at = start + (high << 8) + low;
    if (at > bytes.length) return null;
    entries.push(bytes.slice(start, at));
  }
  return entries;
}

/** Where the hashes under a subtree are in its tile: `count` of them, from `first` on. */
export function hashesUnder({ level, index }: Subtree): { readonly first: number; readonly count: number } {
  const count = 2 ** (level % TILE_HEIGHT);
  return { first: (index * count) % TILE_WIDTH, count };
}

/** The number of the tile with this subtree. */
function tileNumber({ level, index }: Subtree): number {
  return Math.floor((index * 2 ** (level % TILE_HEIGHT)) / TILE_WIDTH);
}

/** The hash over `count` hashes of a tile, a power of two, from `from` on. */
function foldTile(tile: Uint8Array, from: number, count: number, sha256: Sha256): Uint8Array {
  if (count === 1) return hashAt(tile, from);
  const half = count / 2;
  return hashNode(foldTile(tile, from, half, sha256), foldTile(tile, from + half, half, sha256), sha256);
}

function hashAt(tile: Uint8Array, at: number): Uint8Array {
  const hash = tile.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);
  assert(hash.length === HASH_BYTES, 'the tile has this hash');
  return hash;
}

/** Groups of three digits; all but the last begin with an x. */
function numberPath(n: number): string {
  assert(Number.isSafeInteger(n) && n >= 0, 'tiles are counted from zero');
  const digits = String(n);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
}

function partPath(width: number): string {
  assert(Number.isSafeInteger(width) && width > 0 && width <= TILE_WIDTH, 'a tile has 1 to 256 hashes');
  return width === TILE_WIDTH ? '' : `.p/${width}`;
}
