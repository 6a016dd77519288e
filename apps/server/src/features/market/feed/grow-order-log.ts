/**
 * The leader's side of the order log: it has the database seal the orders that are placed, and appends the commitments to
 * the tree whose head the ticks name. It sees hashes and no order. Prices never wait for it longer than COMMIT_MS_MAX: if
 * it is late, the ticks name the last head, and the orders that are not under it are void (NOT_LOGGED). Settlements have no
 * such deadline: they are sealed between two seconds, a bounded number at a time, and a second never waits for more. A sealing is bounded, too:
 * what waited through an outage is sealed and written in parts, one after the other.
 */
import { assert } from '@candor/domain/assert';
import { edgeOf, growTree, rootOf } from '@candor/proof/order-log/grow-tree';
import type { TilePiece, TreeEdge } from '@candor/proof/order-log/grow-tree';
import { TILE_WIDTH, widthOf } from '@candor/proof/order-log/tiles';
import { HASH_BYTES } from '@candor/proof/order-log/tree';
import type { TreeHead } from '@candor/proof/order-log/verify-proof';
import type { Db } from '../../../platform/db/pool.ts';
import { withinMs } from '../../../platform/jobs/within-ms.ts';
import type { Log } from '../../../platform/log/log.ts';
import { selectNewestHead, selectTiles } from '../../../services/order-log/log-store.ts';
import { sha256 } from '../../../services/order-log/prove-order.ts';
import {
  appendOrderLog,
  BATCHES_MAX,
  decideOrderNumbers,
  SEALED_MAX,
  sealOrders,
  sealSettlements,
} from './order-log-store.ts';
import type { SealedBatch } from './order-log-store.ts';

export interface OrderLog {
  /** Seals what is placed, between two seconds, so that little is left for the second; then what is settled. It never fails. */
  sealAhead(): Promise<void>;
  /**
   * Seals and writes all that is accepted before `at`, a second that has begun. Returns the head for the ticks of this
   * second. It never fails.
   */
  commit(at: number): Promise<TreeHead>;
}

export interface OrderLogDeps {
  readonly db: Db;
  readonly log: Log;
  /** Called for each second whose head may not cover every order that is placed. */
  readonly onLogLate?: (() => void) | undefined;
}

/** How long a second waits for the log: the wait for running placements, and the sealing itself. */
const COMMIT_MS_MAX = 600;
const DECIDE_MS_MAX = 500;
/** Placements that begin meanwhile wait as long. */
const DECIDE_AHEAD_MS_MAX = 50;
/** What a second may have to wait for besides its orders; `npm run bench -- settlement` measures how long it takes. */
const SETTLEMENTS_MAX = 2_000;

/** The tree with what is sealed. `pieces` are what is not written yet, one for each tile. */
interface Tree {
  readonly edge: TreeEdge;
  readonly pieces: ReadonlyMap<string, TilePiece>;
}

/** @throws errors of the database, if the newest head cannot be read */
export async function openOrderLog({ db, log, onLogLate }: OrderLogDeps, epoch: bigint): Promise<OrderLog> {
  let head = await selectNewestHead(db);
  // Null: read it again from what is written. That is always right.
  let tree: Tree | null = null;
  let running: Promise<void> | null = null;
  let isLate = false;

  const write = async (): Promise<void> => {
    if (tree === null || tree.edge.size === head.size) return;
    const next = { size: tree.edge.size, root: rootOf(tree.edge, sha256) };
    await appendOrderLog(db, epoch, next, [...tree.pieces.values()]);
    [head, tree] = [next, { edge: tree.edge, pieces: new Map() }];
  };

  const seal = async (waitMsMax: number, acceptedBefore: number | null): Promise<boolean> => {
    const decided = await decideOrderNumbers(db, waitMsMax, acceptedBefore);
    if (decided === null) return false;
    await takeSealed();
    return true;
  };

  /** The tree with all that is sealed. What waited through an outage is written in parts, so that nothing grows with it. */
  const takeSealed = async (): Promise<void> => {
    if (tree === null) [head, tree] = await readTree(db);
    for (let more = true; more;) {
      const batches = await sealOrders(db, epoch, BigInt(tree.edge.size));
      for (const batch of batches) tree = grow(tree, batch);
      more = batches.length === BATCHES_MAX || isFull(batches.at(-1));
      if (more) await write();
    }
  };

  /** One after the other. After a failure nobody knows what was written, so the tree is read again. */
  const run = (work: () => Promise<void>): Promise<void> => {
    const before = running ?? Promise.resolve();
    const done: Promise<void> = before
      .then(work)
      .catch((error: unknown) => {
        tree = null;
        log.error({ err: error }, 'feed: the order log could not be written');
      })
      .finally(() => {
        if (running === done) running = null;
      });
    running = done;
    return done;
  };

  return {
    sealAhead: async () => {
      if (running !== null) return;
      await run(async () => {
        await seal(DECIDE_AHEAD_MS_MAX, null);
        if ((await sealSettlements(db, epoch, SETTLEMENTS_MAX)) > 0) await takeSealed();
      });
    },
    commit: async (at) => {
      let isWhole = false;
      // A commit that still runs is not followed by more and more of them.
      if (!isLate) {
        isLate = true;
        const done = run(async () => {
          const isSealed = await seal(DECIDE_MS_MAX, at);
          await write();
          isWhole = isSealed;
        }).finally(() => (isLate = false));
        await withinMs(COMMIT_MS_MAX, done).catch(() => undefined);
      }
      if (!isWhole) {
        log.warn({ size: head.size }, 'feed: the order log is late');
        onLogLate?.();
      }
      return head;
    },
  };
}

function isFull(batch: SealedBatch | undefined): boolean {
  return batch !== undefined && batch.entries.length >= SEALED_MAX * HASH_BYTES;
}

/** The written tree and its head. @throws if its tiles do not give its root: then nothing may be appended to it. */
async function readTree(db: Db): Promise<[TreeHead, Tree]> {
  const head = await selectNewestHead(db);
  const readTile = await selectTiles(db, newestTiles(head.size));
  const edge = edgeOf(head.size, (level, n) => readTile(level, n) ?? new Uint8Array(0));
  assert(rootOf(edge, sha256) === head.root, 'the tiles of the order log give its root');
  return [head, { edge, pieces: new Map() }];
}

/** The newest tile of each level, if it is not full. */
function newestTiles(size: number): { level: number; n: number }[] {
  const tiles: { level: number; n: number }[] = [];
  for (let level = 0; size >= TILE_WIDTH ** level; level += 1) {
    const n = Math.floor(size / TILE_WIDTH ** (level + 1));
    if (widthOf(level, n, size) > 0) tiles.push({ level, n });
  }
  return tiles;
}

function grow(tree: Tree, { first, entries }: SealedBatch): Tree {
  assert(Number(first) === tree.edge.size, 'the batches of the log have no gap');
  const list = Array.from({ length: entries.length / HASH_BYTES }, (_, index) =>
    entries.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
  const { edge, pieces } = growTree(tree.edge, list, sha256);
  const all = new Map(tree.pieces);
  for (const piece of pieces) {
    const key = `${piece.level}/${piece.n}`;
    const before = all.get(key);
    const hashes = before === undefined ? piece.hashes : Buffer.concat([before.hashes, piece.hashes]);
    all.set(key, { ...piece, from: before?.from ?? piece.from, hashes });
  }
  return { edge, pieces: all };
}
