import { createHash, randomUUID } from 'node:crypto';
import { fromHex, toHex } from '@candor/proof/encoding';
import { nodesFromTiles, tilesOf } from '@candor/proof/order-log/tiles';
import { consistencyNodes, EMPTY_ROOT, inclusionNodes, makeProof } from '@candor/proof/order-log/tree';
import type { LeafRange, Sha256 } from '@candor/proof/order-log/tree';
import { verifyConsistency, verifyInclusion } from '@candor/proof/order-log/verify-proof';
import type { TreeHead } from '@candor/proof/order-log/verify-proof';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { nodeCrypto } from '../../../services/receipts/node-crypto.ts';
import { selectEntries, selectLogIndex, selectNewestHead, selectTiles } from '../../../services/order-log/log-store.ts';
import { makeProduct, writePast } from '../../../testing/factories.ts';
import { clearForLog, placeForLog, settleForLog } from '../../../testing/log-orders.ts';
import { createTestDb } from '../../../testing/test-db.ts';
import type { TestDb } from '../../../testing/test-db.ts';
import { takeFeedLead } from './feed-store.ts';
import { openOrderLog } from './grow-order-log.ts';
import { SEALED_MAX } from './order-log-store.ts';
import type { OrderLog } from './grow-order-log.ts';

/** What the feed makes of the commitments: a tree that only grows, with a proof for each order under every later head. */
let test: TestDb;
let late: number;
beforeAll(async () => {
  test = await createTestDb();
  await makeProduct(test.ownerPool);
});
afterEach(() => void vi.useRealTimers());
afterAll(async () => {
  await clearForLog(test.ownerPool);
  await test.drop();
});

async function lead(): Promise<OrderLog> {
  late = 0;
  return await openLog(test.pools.feed, await takeFeedLead(test.pools.feed));
}

async function openLog(db: Parameters<typeof openOrderLog>[0]['db'], epoch: bigint): Promise<OrderLog> {
  return await openOrderLog({ db, log: pino({ level: 'silent' }), onLogLate: () => (late += 1) }, epoch);
}

/** The head that has everything which is placed. */
async function wholeHead(log: OrderLog): Promise<TreeHead> {
  return await vi.waitFor(async () => {
    const before = late;
    const head = await log.commit(0);
    expect(late).toBe(before);
    return head;
  }, 30_000);
}

async function placed(count: number): Promise<void> {
  await placeForLog(test.ownerPool, count);
}

const sha256: Sha256 = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest());

async function proofOf(ranges: LeafRange[], size: number): Promise<Uint8Array[]> {
  const read = await selectTiles(test.pool, tilesOf(ranges, size));
  return makeProof(
    ranges,
    nodesFromTiles((level, n) => read(level, n) ?? new Uint8Array(0), sha256),
    sha256,
  );
}

async function isIn(index: number, head: TreeHead): Promise<boolean> {
  const entry = await selectEntries(test.pool, index, index + 1);
  const proof = await proofOf(inclusionNodes(index, head.size), head.size);
  return await verifyInclusion({ index, entry, proof }, head, nodeCrypto);
}

async function grewFrom(older: TreeHead, newer: TreeHead): Promise<boolean> {
  return await verifyConsistency(
    older,
    newer,
    await proofOf(consistencyNodes(older.size, newer.size), newer.size),
    nodeCrypto,
  );
}

it('begins empty, and with the terms that there are', async () => {
  expect(await selectNewestHead(test.pool)).toEqual({ size: 0, root: EMPTY_ROOT });
  const head = await (await lead()).commit(0);
  expect(head.size).toBe(1);
  expect(await isIn(0, head)).toBe(true);
  expect(late).toBe(0);
});

it('has every order under every later head, over tiles that are full and that are not', async () => {
  const log = await lead();
  const heads: TreeHead[] = [await log.commit(0)];
  for (const count of [1, 3, 250, 2, 1, 600, 65_000]) {
    await placed(count);
    if (count % 2 === 0) await log.sealAhead();
    const older = heads.at(-1) ?? { size: 0, root: EMPTY_ROOT };
    // So many at once may take longer than a second waits for them.
    const newer = await vi.waitFor(async () => {
      const head = await log.commit(0);
      expect(head.size).toBe(older.size + count);
      return head;
    });
    heads.push(newer);
    expect(await selectNewestHead(test.pool)).toEqual(newer);
    expect(await grewFrom(older, newer)).toBe(true);
    for (const index of [0, older.size, newer.size - 1, newer.size >> 1]) expect(await isIn(index, newer)).toBe(true);
  }
  expect(await log.commit(0)).toEqual(heads.at(-1));
  const { rows } = await test.pool.query<{ count: number }>(
    'select count(*)::int as count from order_log_tile group by level order by level',
  );
  expect(rows.map(({ count }) => count)).toEqual([258, 2, 1]);
}, 60_000);

describe('what waited through an outage', () => {
  const batchesFrom = async (first: number) => {
    const { rows } = await test.pool.query<{ kind: string; count: number }>(
      'select kind, count from order_log_batch where first >= $1 order by first',
      [first],
    );
    return rows.map(({ kind, count }) => [kind, count]);
  };

  it('is sealed in parts, one after the other, in order, and every part has its proofs', async () => {
    const log = await lead();
    const older = await log.commit(0);
    await placed(3 * SEALED_MAX + 7);
    const newer = await wholeHead(log);
    expect(newer.size).toBe(older.size + 3 * SEALED_MAX + 7);
    const full = ['orders', SEALED_MAX];
    expect(await batchesFrom(older.size)).toEqual([full, full, full, ['orders', 7]]);
    expect(await grewFrom(older, newer)).toBe(true);
    const places = [0, 1, 2, 3].flatMap((part) => [part * SEALED_MAX, part * SEALED_MAX + 6]);
    const { rows } = await test.pool.query<{ id: string }>(
      'select id from trade_order where nonce is not null order by no desc limit $1',
      [3 * SEALED_MAX + 7],
    );
    const ids = rows.map(({ id }) => id).reverse();
    for (const place of places) {
      const id = ids[place] ?? '';
      expect(await selectLogIndex(test.pool, id)).toBe(older.size + place);
      expect(await isIn(older.size + place, newer)).toBe(true);
    }
    // Heads of the parts were written on the way.
    const { rows: heads } = await test.pool.query('select size from order_log_head where size > $1', [older.size]);
    expect(heads).toHaveLength(4);
  }, 30_000);

  it('has all its terms before its first order', async () => {
    const log = await lead();
    const older = await log.commit(0);
    await test.ownerPool.query(
      `insert into terms (product, version, durations, fee_rate, presets)
       select product, n, durations, fee_rate, presets from terms, generate_series(2, $1::int) n where product = 'TESTUSD' and version = 1`,
      [SEALED_MAX + 3],
    );
    await placed(1);
    const newer = await wholeHead(log);
    expect(await batchesFrom(older.size)).toEqual([
      ['terms', SEALED_MAX],
      ['terms', 2],
      ['orders', 1],
    ]);
    expect(newer.size).toBe(older.size + SEALED_MAX + 3);
  }, 30_000);
});

describe('a new leader', () => {
  it('continues the tree, with what was sealed and not written', async () => {
    const before = await lead();
    await placed(5);
    const older = await before.commit(0);
    await placed(300);
    await before.sealAhead();
    const after = await lead();
    await placed(1);
    const newer = await after.commit(0);
    expect(newer.size).toBe(older.size + 301);
    expect(await grewFrom(older, newer)).toBe(true);
    expect(await isIn(older.size, newer)).toBe(true);
  });

  it('fences the one before: it writes no head, and its ticks name the last', async () => {
    const before = await lead();
    const older = await before.commit(0);
    const after = await lead();
    await placed(1);
    expect(await before.commit(0)).toEqual(older);
    expect(late).toBe(1);
    expect((await after.commit(0)).size).toBe(older.size + 1);
  });

  it('appends nothing to tiles that do not give the root', async () => {
    const older = await (await lead()).commit(0);
    const tile = 'where level = 0 and n = (select max(n) from order_log_tile where level = 0)';
    await writePast(test.ownerPool, `update order_log_tile set hashes = sha256('x') || substr(hashes, 33) ${tile}`);
    await placed(1);
    const log = await lead();
    expect(await log.commit(0)).toEqual(older);
    expect(late).toBe(1);
    const first = toHex(sha256(Buffer.concat([Buffer.from([0]), await entryOfNewestTile(older.size)])));
    await writePast(
      test.ownerPool,
      `update order_log_tile set hashes = decode($1, 'hex') || substr(hashes, 33) ${tile}`,
      [first],
    );
    // The same leader goes on once they do.
    expect((await log.commit(0)).size).toBe(older.size + 1);
  });
});

async function entryOfNewestTile(size: number): Promise<Buffer> {
  const first = size - (size % 256);
  return await selectEntries(test.pool, first, first + 1);
}

describe('a log that is late', () => {
  it('keeps the last head while a placement hangs, and has everything after it', async () => {
    const log = await lead();
    const older = await log.commit(0);
    const held = await test.pools.http.connect();
    await held.query('begin');
    await held.query('select hold_order_numbers()');
    await placed(2);
    expect(await log.commit(0)).toEqual(older);
    expect(late).toBe(1);
    await held.query('commit');
    held.release();
    expect((await log.commit(0)).size).toBe(older.size + 2);
    expect(late).toBe(1);
  });

  it('keeps the last head if the clock of the feed is ahead of that of the database', async () => {
    const log = await lead();
    const older = await log.commit(0);
    await placed(1);
    expect(await log.commit(Date.now() + 60_000)).toEqual(older);
    expect((await log.commit(0)).size).toBe(older.size + 1);
  });

  it('never holds a second for long, whatever the database does', async () => {
    const head = await selectNewestHead(test.pool);
    const hanging = Promise.withResolvers<never>();
    const hangs = { query: vi.fn<() => Promise<never>>(async () => await hanging.promise) };
    const opening = { query: vi.fn(async (...given: unknown[]) => await query(...given)) };
    const query = async (...given: unknown[]): Promise<unknown> =>
      JSON.stringify(given).includes('select-newest-log-head')
        ? { rows: [[BigInt(head.size), head.root]], fields: [{ name: 'size' }, { name: 'root' }] }
        : await hangs.query();
    late = 0;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much of a pool as the log uses
    const log = await openLog(opening as never, 1n);
    vi.useFakeTimers();
    for (const second of [1000, 2000, 3000]) {
      const committing = log.commit(second);
      await vi.advanceTimersByTimeAsync(600);
      expect(await committing).toEqual(head);
      expect(late).toBe(second / 1000);
    }
    // What hangs is not asked again, and nothing waits behind it.
    expect(hangs.query).toHaveBeenCalledTimes(1);
    hanging.reject(new Error('the connection is lost'));
    await vi.advanceTimersByTimeAsync(0);
    expect(hangs.query).toHaveBeenCalledTimes(1);
    expect(await log.commit(4000)).toEqual(head);
    expect(hangs.query).toHaveBeenCalledTimes(2);
  });
});

describe('the database', () => {
  const append = async (epoch: bigint, size: number, pieces: [number, number, number, string][]): Promise<void> => {
    await test.pools.feed.query(
      `select append_order_log($1, $2, sha256('root'), $3::smallint[], $4::bigint[], $5::int[], $6::bytea[])`,
      [
        epoch,
        size,
        pieces.map(([level]) => level),
        pieces.map(([, n]) => n),
        pieces.map(([, , from]) => from),
        pieces.map(([, , , hashes]) => Buffer.from(fromHex(hashes) ?? [])),
      ],
    );
  };

  it('refuses a head that is no end of a batch, not later, or whose tiles do not fit', async () => {
    const log = await lead();
    const { size } = await log.commit(0);
    await placed(2);
    await log.sealAhead();
    const epoch = await takeFeedLead(test.pools.feed);
    const n = Math.floor(size / 256);
    const leaves = 'ab'.repeat(64);
    const refused = (reason: string) => ({ code: 'CD010', message: `ORDER_LOG_REFUSED: ${reason}` });
    await expect(append(epoch, size, [])).rejects.toMatchObject(refused('NOT_AFTER_LAST'));
    await expect(append(epoch, size + 1, [[0, n, size % 256, 'ab'.repeat(32)]])).rejects.toMatchObject(
      refused('NOT_SEALED'),
    );
    await expect(append(epoch, size + 3, [[0, n, size % 256, 'ab'.repeat(96)]])).rejects.toMatchObject(
      refused('NOT_SEALED'),
    );
    await expect(append(epoch, size + 2, [])).rejects.toMatchObject(refused('LEAVES'));
    await expect(append(epoch, size + 2, [[0, n, size % 256, `${leaves}ab`]])).rejects.toMatchObject(refused('LEAVES'));
    for (const [at, from] of [
      [n, (size % 256) - 1],
      [n, (size % 256) + 1],
      [n, 0],
      [n - 1, 254],
      [n + 1, 2],
    ] as const)
      await expect(append(epoch, size + 2, [[0, at, from, leaves]])).rejects.toMatchObject(refused('TILE'));
    await expect(append(epoch - 1n, size + 2, [[0, n, size % 256, leaves]])).rejects.toMatchObject({ code: 'CD001' });
    expect((await (await lead()).commit(0)).size).toBe(size + 2);
  });

  it.each([
    ['delete from order_log_tile', 'CD010'],
    ['truncate order_log_tile', 'CD010'],
    [`update order_log_tile set hashes = sha256('x')`, 'CD010'],
    [`update order_log_tile set hashes = substr(hashes, 1, length(hashes) - 32) where length(hashes) > 32`, 'CD010'],
    ['update order_log_tile set n = n + 1000000', 'CD010'],
    ['delete from order_log_head', 'CD010'],
    [`update order_log_head set root = sha256('x')`, 'CD010'],
    ['truncate order_log_head cascade', 'CD010'],
  ])('lets nobody change what is written, not even the owner: %s', async (sql, code) => {
    await expect(test.ownerPool.query(sql)).rejects.toMatchObject({ code });
    for (const role of ['http', 'feed', 'worker', 'console'] as const)
      await expect(test.pools[role].query(sql)).rejects.toMatchObject({ code: '42501' });
  });

  it('gives no role a way to write a head or a tile by hand', async () => {
    for (const role of ['http', 'feed', 'worker', 'console'] as const) {
      await expect(
        test.pools[role].query(`insert into order_log_head values (1e9, sha256('x'), now())`),
      ).rejects.toMatchObject({ code: '42501' });
      await expect(
        test.pools[role].query(`insert into order_log_tile values (6, 0, sha256('${randomUUID()}'))`),
      ).rejects.toMatchObject({ code: '42501' });
    }
  });
});

describe('settlements', () => {
  const settled = async (statements: number, each: number) => await settleForLog(test.ownerPool, statements, each);

  it('are sealed between seconds, a bounded number at a time, and are under the next head', async () => {
    const log = await lead();
    await settled(5, 1_000);
    // So many orders at once may take longer than a second waits for them.
    const sizes = [(await wholeHead(log)).size];
    late = 0;
    for (let n = 0; n < 3; n += 1) {
      await log.sealAhead();
      sizes.push((await log.commit(0)).size);
    }
    expect(sizes.map((size) => size - (sizes[0] ?? 0))).toEqual([0, 2_000, 4_000, 5_000]);
    const head = await selectNewestHead(test.pool);
    expect(await isIn(head.size - 1, head)).toBe(true);
    expect(late).toBe(0);
  });

  it('are sealed once by the next leader, if the one before was killed', async () => {
    const before = await lead();
    const older = await before.commit(0);
    await settled(1, 3);
    // Sealed, and not in a head: the leader is killed between both.
    await before.sealAhead();
    expect((await test.pool.query('select from settlement_batch where first is null')).rowCount).toBe(0);
    await settled(1, 4);
    const after = await lead();
    await before.sealAhead();
    expect(await before.commit(0)).toEqual(older);
    await after.sealAhead();
    const newer = await after.commit(0);
    expect(newer.size).toBe(older.size + 3 + 4 + 7);
    expect(await grewFrom(older, newer)).toBe(true);
    await after.sealAhead();
    expect(await after.commit(0)).toEqual(newer);
    const { rows } = await test.pool.query<{ places: bigint; orders: bigint }>(
      `select count(distinct first) as places, count(*) as orders from settlement_batch where first >= ${older.size}`,
    );
    expect(rows).toEqual([{ places: 2n, orders: 2n }]);
  });
});
