import { hash } from 'node:crypto';
import { toHex } from '@candor/proof/encoding';
import { nodesFromTiles, tilesOf } from '@candor/proof/order-log/tiles';
import { inclusionNodes, makeProof } from '@candor/proof/order-log/tree';
import type { Sha256 } from '@candor/proof/order-log/tree';
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
  const ranges = inclusionNodes(index, size);
  const read = await selectTiles(db, tilesOf(ranges, size));
  const readNode = nodesFromTiles((level, n) => read(level, n) ?? new Uint8Array(0), sha256);
  return { index, proof: makeProof(ranges, readNode, sha256).map(toHex) };
}

export const sha256: Sha256 = (bytes) => new Uint8Array(hash('sha256', bytes, 'buffer'));
