import { hash } from 'node:crypto';
import { toHex } from '@candor/proof/encoding';
import { nodesFromTiles, tilesOf } from '@candor/proof/order-log/tiles';
import { consistencyNodes, inclusionNodes, makeProof } from '@candor/proof/order-log/tree';
import type { LeafRange, Sha256 } from '@candor/proof/order-log/tree';
import type { Db } from '../../platform/db/pool.ts';
import { selectLogIndex, selectTiles } from './log-store.ts';

/** Where an order is in the order log, and the proof that the tree with a head has it: hex, from the leaf to the root. */
export interface LogPlace {
  readonly index: number;
  readonly proof: string[];
}

/** The place of an order in the tree of this size; null if it is not in it. */
export async function proveOrder(db: Db, orderId: string, size: number): Promise<LogPlace | null> {
  const index = await selectLogIndex(db, orderId);
  if (index === null || index >= size) return null;
  return { index, proof: (await hashRanges(db, inclusionNodes(index, size), size)).map(toHex) };
}

/** That the tree of this size begins with the tree of the old size. */
export async function proveConsistency(db: Db, oldSize: number, size: number): Promise<Uint8Array[]> {
  return await hashRanges(db, consistencyNodes(oldSize, size), size);
}

async function hashRanges(db: Db, ranges: readonly LeafRange[], size: number): Promise<Uint8Array[]> {
  const read = await selectTiles(db, tilesOf(ranges, size));
  const readNode = nodesFromTiles((level, n) => read(level, n) ?? new Uint8Array(0), sha256);
  return makeProof(ranges, readNode, sha256);
}

export const sha256: Sha256 = (bytes) => new Uint8Array(hash('sha256', bytes, 'buffer'));
