// SQL of the order log for the feed role, which sees hashes and no order or settlement.

import type { TilePiece } from '@candor/proof/order-log/grow-tree';
import type { TreeHead } from '@candor/proof/order-log/verify-proof';
import * as z from 'zod/mini';
import { byteaArray, int4Array, int8Array } from '../../../platform/db/binary-array.ts';
import { bytes, int4, int8 } from '../../../platform/db/rows.ts';
import { firstValue, manyRows, write } from '../../../platform/db/statement.ts';

/**
 * Waits until no placement is running, and keeps the number up to which every order is known. Returns null if that takes
 * longer than `waitMsMax`, or if the database's clock shows an earlier moment than `acceptedBefore` (epoch ms): every order
 * that is accepted before it would not be covered.
 */
export const decideOrderNumbers = firstValue(
  z.nullable(int8),
  'select decide_order_numbers($1, to_timestamp($2::float8 / 1000)) as no',
  (waitMsMax: number, acceptedBefore: number | null) => [waitMsMax, acceptedBefore],
  { name: 'decide-order-numbers', or: null },
);

/** Commitments of 32 bytes each, in the order of the log. `first`: the index of the first. */
export interface SealedBatch {
  readonly first: bigint;
  readonly entries: Buffer;
}

/** How many batches one call of `sealOrders` returns at most. */
export const BATCHES_MAX = 1_000;

/** How many entries of one kind a call of `sealOrders` seals at most, as the database says. */
export const SEALED_MAX = 2_000;

/**
 * Seals terms that are new and the orders whose numbers are decided, the oldest first, at most SEALED_MAX of each, and returns all batches
 * from this index on, at most BATCHES_MAX. If the last one is full, there may be more to seal.
 * @throws FENCED_SQLSTATE
 */
export const sealOrders = manyRows(
  z.object({ first: int8, entries: bytes }),
  'select first, entries from seal_orders($1, $2)',
  (epoch: bigint, fromIndex: bigint) => [epoch, fromIndex],
  { name: 'seal-orders' },
);

/**
 * Seals settlements that no batch has, the oldest first, about this many at most; `sealOrders` returns the batch. Returns
 * how many. They wait for nothing: whatever is committed later is sealed later.
 * @throws FENCED_SQLSTATE
 */
export const sealSettlements = firstValue(
  int4,
  'select seal_settlements($1, $2) as count',
  (epoch: bigint, settlementsMax: number) => [epoch, settlementsMax],
  { name: 'seal-settlements', or: 0 },
);

/** Writes a head of the tree and what is new in its tiles: all or nothing. @throws FENCED_SQLSTATE */
export const appendOrderLog = write(
  `select append_order_log($1, $2, decode($3, 'hex'), $4::int[]::smallint[], $5::bigint[], $6::int[], $7::bytea[])`,
  (epoch: bigint, head: TreeHead, pieces: readonly TilePiece[]) => [
    epoch,
    head.size,
    head.root,
    int4Array(pieces.map(({ level }) => level)),
    int8Array(pieces.map(({ n }) => BigInt(n))),
    int4Array(pieces.map(({ from }) => from)),
    byteaArray(pieces.map(({ hashes }) => Buffer.from(hashes))),
  ],
  { name: 'append-order-log' },
);
