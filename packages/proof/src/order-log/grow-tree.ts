/**
 * Appends entries to the tree. Only its right edge is needed for that: of each tile level the hashes after the last full
 * tile. What is written are pieces of tiles; a tile grows from left to right and is never changed.
 */
import { assert } from '@candor/domain/assert';
import { toHex } from '../encoding.ts';
import { hashTile, nodesFromTiles, TILE_WIDTH, widthOf } from './tiles.ts';
import { HASH_BYTES, hashLeaf, hashRange } from './tree.ts';
import type { Sha256 } from './tree.ts';

export type TreeEdge = {
  readonly size: number;
  /** Of each tile level from 0 on: the hashes of its newest tile if that is not full, one after the other. */
  readonly tiles: readonly Uint8Array[];
};

/** Hashes that are new in a tile. `from` is how many it had. */
export type TilePiece = {
  readonly level: number;
  readonly n: number;
  readonly from: number;
  readonly hashes: Uint8Array;
};

export const EMPTY_TREE: TreeEdge = { size: 0, tiles: [] };

/** The edge of a tree of `size` leaves whose newest tiles, full or not, are those that `readTile` gives. */
export function edgeOf(size: number, readTile: (level: number, n: number) => Uint8Array): TreeEdge {
  const tiles: Uint8Array[] = [];
  for (let level = 0; size >= TILE_WIDTH ** level; level += 1) {
    const n = Math.floor(Math.floor(size / TILE_WIDTH ** level) / TILE_WIDTH);
    const width = widthOf(level, n, size);
    const tile = width === 0 ? new Uint8Array(0) : readTile(level, n);
    assert(tile.length >= width * HASH_BYTES, 'a tile has the hashes of the tree');
    tiles.push(tile.slice(0, width * HASH_BYTES));
  }
  return { size, tiles };
}

/** The tree with these entries at its end, and what is new in its tiles, lower levels first. */
export function growTree(
  edge: TreeEdge,
  entries: readonly Uint8Array[],
  sha256: Sha256,
): { readonly edge: TreeEdge; readonly pieces: readonly TilePiece[] } {
  const tiles: Uint8Array[] = [];
  const pieces: TilePiece[] = [];
  let fresh: readonly Uint8Array[] = entries.map((entry) => hashLeaf(entry, sha256));
  for (let level = 0; level < edge.tiles.length || fresh.length > 0; level += 1) {
    const before = Math.floor(edge.size / TILE_WIDTH ** level);
    const open = edge.tiles[level] ?? new Uint8Array(0);
    assert(open.length === (before % TILE_WIDTH) * HASH_BYTES, 'an edge has what is after the last full tile');
    const grown = growLevel({ level, before, open }, fresh, sha256);
    pieces.push(...grown.pieces);
    tiles.push(grown.open);
    fresh = grown.full;
  }
  return { edge: { size: edge.size + entries.length, tiles }, pieces };
}

/** The root of a tree, lower-case hex. */
export function rootOf({ size, tiles }: TreeEdge, sha256: Sha256): string {
  const readNode = nodesFromTiles((level) => tiles[level] ?? new Uint8Array(0), sha256);
  return toHex(hashRange({ start: 0, end: size }, readNode, sha256));
}

/** Appends hashes to one tile level. `full` are the hashes of the tiles that became full. */
function growLevel(
  { level, before, open }: { readonly level: number; readonly before: number; readonly open: Uint8Array },
  fresh: readonly Uint8Array[],
  sha256: Sha256,
): { readonly open: Uint8Array; readonly pieces: TilePiece[]; readonly full: Uint8Array[] } {
  const pieces: TilePiece[] = [];
  const full: Uint8Array[] = [];
  let [tile, count] = [open, before];
  for (let at = 0; at < fresh.length;) {
    const from = count % TILE_WIDTH;
    const taken = fresh.slice(at, at + TILE_WIDTH - from);
    const hashes = joined(taken);
    pieces.push({ level, n: Math.floor(count / TILE_WIDTH), from, hashes });
    tile = joined([tile, hashes]);
    at += taken.length;
    count += taken.length;
    if (count % TILE_WIDTH !== 0) continue;
    full.push(hashTile(tile, sha256));
    tile = new Uint8Array(0);
  }
  return { open: tile, pieces, full };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
