import { hash } from 'node:crypto';
import { toHex } from '@candor/proof/encoding';
import { nodesFromTiles, tilesOf } from '@candor/proof/order-log/tiles';
import { consistencyNodes, inclusionNodes, makeProof } from '@candor/proof/order-log/tree';
import type { LeafRange, Sha256 } from '@candor/proof/order-log/tree';
import type { TreeHead } from '@candor/proof/order-log/verify-proof';
import type { Db } from '../../platform/db/pool.ts';
import { selectHeadFrom, selectLogIndex, selectSettlementIndex, selectTermsIndex, selectTiles } from './log-store.ts';

/** Where an order is in the order log, and the proof that the tree with a head has it: hex, from the leaf to the root. */
export interface LogPlace {
  readonly index: number;
  readonly proof: string[];
}

/**
 * The place of an order in the tree of this size; null if it is not in it.
 * @param known its index, of an order that the database has no more
 */
export async function proveOrder(
  db: Db,
  orderId: string,
  size: number,
  known?: number | null,
): Promise<LogPlace | null> {
  const index = known === undefined ? await selectLogIndex(db, orderId) : known;
  if (index === null || index >= size) return null;
  return { index, proof: (await hashRanges(db, inclusionNodes(index, size), size)).map(toHex) };
}

/** The place of a version of a product's terms in the tree of this size; null if it is not in it. */
export async function proveTerms(
  db: Db,
  { product, version }: { readonly product: string; readonly version: number },
  size: number,
): Promise<LogPlace | null> {
  const index = await selectTermsIndex(db, product, version);
  if (index === null || index >= size) return null;
  return { index, proof: (await hashRanges(db, inclusionNodes(index, size), size)).map(toHex) };
}

/** Where the settlement of an order is in the order log, under which head, and that this head continues an older one. */
export interface SettlementPlace extends LogPlace {
  readonly head: TreeHead;
  readonly consistency: string[];
}

/**
 * The place of an order's settlement in the first tree that has it and is not smaller than `fromSize`; null while there is
 * none. So every receipt of an order names the same head.
 * @param known its index, where the database has the order no more
 */
export async function proveSettlement(
  db: Db,
  orderId: string,
  fromSize: number,
  known?: number | null,
): Promise<SettlementPlace | null> {
  const index = known === undefined ? await selectSettlementIndex(db, orderId) : known;
  const head = index === null ? null : await selectHeadFrom(db, Math.max(index + 1, fromSize));
  if (index === null || head === null) return null;
  const proof = await hashRanges(db, inclusionNodes(index, head.size), head.size);
  const consistency = await proveConsistency(db, fromSize, head.size);
  return { index, proof: proof.map(toHex), head, consistency: consistency.map(toHex) };
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
