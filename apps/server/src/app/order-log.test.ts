import { createHash } from 'node:crypto';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { canonicalJson } from '@candor/proof/canonical-json';
import { toHex } from '@candor/proof/encoding';
import { orderEntry, termsEntry } from '@candor/proof/order-log/entries';
import { orderDocument } from '@candor/proof/order-document';
import { termsDocument } from '@candor/proof/terms-document';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bigintArray } from '../platform/db/array-literal.ts';
import type { Connection, Pool } from '../platform/db/pool.ts';
import { acceptedTexts } from '../services/receipts/accepted-order.ts';
import { nodeCrypto } from '../services/receipts/node-crypto.ts';
import { selectLogIndex, selectTermsIndex } from '../services/order-log/log-store.ts';
import { termsVersion } from '../services/quotes/quote-store.ts';
import { decideOrderNumbers, sealOrders } from '../features/market/feed/order-log-store.ts';
import { FENCED_SQLSTATE, takeFeedLead } from '../features/market/feed/feed-store.ts';
import { selectOrdersById } from '../features/trading/order-store.ts';
import { placeOrders } from '../features/trading/place-orders.ts';
import { orderSql, tried } from '../testing/attacks.ts';
import { databaseNow, makeCommand, makeFresh, makeMember, makeProduct, writePast } from '../testing/factories.ts';
import { createPrng } from '../testing/simulation/prng.ts';
import { createTestDb } from '../testing/test-db.ts';
import { atMoment, uuidV7 } from '../platform/ids/ids.ts';
import type { TestDb } from '../testing/test-db.ts';

/**
 * The database commits to every order, in the order of their numbers, and nobody can place one behind what is sealed or
 * change what is. What the feed makes of the commitments is tested beside it.
 */
const WAIT_MS = 1_000;

let test: TestDb;
let epoch: bigint;
beforeAll(async () => {
  test = await createTestDb();
  for (const product of ['AAUSD', 'BBUSD', 'CCUSD']) {
    await makeProduct(test.ownerPool, product, { feeRate: 100 });
  }
  epoch = await takeFeedLead(test.pools.feed);
});
afterAll(async () => {
  // The generated orders are nobody's.
  await writePast(test.ownerPool, `delete from trade_order where product like 'P%'`);
  await test.drop();
});

/** Seals all that can be sealed; returns every commitment of the log in its order, hex. */
async function sealed(): Promise<string[]> {
  await decideOrderNumbers(test.pools.feed, WAIT_MS, null);
  let batches = await sealOrders(test.pools.feed, epoch, 0n);
  // Until a call finds nothing more: one takes a bounded number.
  for (let known = -1; known < batches.length;) {
    known = batches.length;
    batches = await sealOrders(test.pools.feed, epoch, 0n);
  }
  return batches.flatMap(({ entries }) =>
    Array.from({ length: entries.length / 32 }, (_, index) =>
      entries.subarray(index * 32, index * 32 + 32).toString('hex'),
    ),
  );
}

/** The entry of an order as everyone who has the order and its nonce computes it. */
async function commitmentsOf(ids: readonly string[]): Promise<string[]> {
  const rows = await selectOrdersById(test.pool, ids);
  return await Promise.all(
    rows.map(async (row) => toHex(await orderEntry(orderDocument(acceptedTexts(row)), row.nonce ?? '', nodeCrypto))),
  );
}

async function entryOfTerms(product: string, version: number): Promise<string> {
  const terms = await termsVersion(test.pool, product, version);
  if (terms === null) throw new Error('no such terms');
  const hash = createHash('sha256')
    .update(canonicalJson(termsDocument(terms, TEST_CURRENCY)))
    .digest('hex');
  return toHex(await termsEntry({ product, version, hash }, nodeCrypto));
}

async function place(product: string, memberId?: bigint): Promise<string> {
  await makeFresh(test, product);
  const [answer] = await placeOrders(test.pool, 'practice', [
    makeCommand(memberId ?? (await makeMember(test.pool)), { product }),
  ]);
  if (answer?.ok !== true) throw new Error(`refused: ${JSON.stringify(answer)}`);
  expect(answer.order.logNonce).toMatch(/^[0-9a-f-]{36}$/);
  return answer.order.id;
}

async function begun(pool: Pool): Promise<Connection> {
  const connection = await pool.connect();
  await connection.query('begin');
  return connection;
}

async function ended(connection: Connection, how: 'commit' | 'rollback'): Promise<void> {
  await connection.query(how);
  connection.release();
}

/** An order of document version 1, one that no device signed, one that a device with a key of either kind signed, or one with a deadline. */
function generatedRequest(prng: ReturnType<typeof createPrng>, entryAt: number) {
  const key = prng.uuid();
  const version = prng.pick([1, 2, 2, 3, 3]);
  if (version === 1 || (version === 2 && prng.below(2) === 0))
    return { key, version, signer: null, signature: null, signedAt: null, deadline: null, seen: null };
  const bytes = (count: number) => Buffer.from(Array.from({ length: count }, () => prng.below(256)));
  const signer = prng.pick([bytes(32), Buffer.concat([Buffer.of(4), bytes(64)])]);
  // Accepted in the second before the entry.
  const signedAt =
    version === 2 ? entryAt - 1000 + prng.below(5000) - prng.below(30_000) : entryAt - 1 - prng.below(2000);
  const deadline = version === 2 ? null : Math.max(entryAt, signedAt + 1 + prng.below(3000));
  return { key, version, signer, signature: bytes(64), signedAt, deadline, seen: bytes(32) };
}

const SEED = 20_261_123;
const ORDERS = process.env['MUTANTS_ROOT'] === undefined ? 5_000 : 500;

it(`SQL commits to ${ORDERS.toLocaleString('en')} generated orders as packages/proof does`, async () => {
  const prng = createPrng(SEED);
  const products = ['PPP', 'PX1', 'P12345678901'];
  for (const product of products) await makeProduct(test.ownerPool, product);
  const from = Date.UTC(2026, 0, 1);
  const orders = Array.from({ length: ORDERS }, () => {
    const entryAt = from + prng.below(31_536_000) * 1000;
    return {
      id: atMoment(prng.uuid(), 0),
      nonce: prng.uuid(),
      product: prng.pick(products),
      direction: prng.pick(['up', 'down']),
      wallet: prng.pick(['practice', 'cash']),
      stake: prng.pick([1n, 9n, 10n, 99n, 100n, 10n ** 15n, 10n ** 18n, BigInt(1 + prng.below(10_000_000))]),
      fee: prng.pick([0n, 1n, 12n, 10n ** 17n, BigInt(prng.below(10_000))]),
      rate: prng.pick([1n, 850n, 8_500n, 10_000n, 12_345_678n, BigInt(1 + prng.below(20_000))]),
      payout: prng.pick([1n, 18_500n, 9n * 10n ** 18n, BigInt(1 + prng.below(10_000_000))]),
      seconds: 1 + prng.below(3_600),
      // In microseconds: what another program writes need not be whole milliseconds.
      submittedUs: BigInt(entryAt) * 1000n - BigInt(prng.below(2_000_000)),
      acceptedUs: BigInt(entryAt) * 1000n - BigInt(1 + prng.below(999_999)),
      entryAt,
      ...generatedRequest(prng, entryAt),
    };
  });
  const before = await sealed();
  await writePast(
    test.ownerPool,
    `insert into trade_order (id, nonce, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec,
       terms_version, submitted_at, accepted_at, entry_at, closes_at, key, fingerprint, document_version, request_key,
       request_signature, requested_at, request_deadline, request_terms_hash)
     select id, nonce, 1, wallet, product, direction, stake, fee, rate, payout, seconds, 1,
       'epoch'::timestamptz + submitted * interval '1 microsecond', 'epoch'::timestamptz + accepted * interval '1 microsecond',
       entry, entry + make_interval(secs => seconds), key, sha256('body'), version, signer, signature, signed, deadline, seen
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[],
       $10::int[], $11::bigint[], $12::bigint[], $13::timestamptz[], $14::uuid[], $15::int[], $16::bytea[], $17::bytea[],
       $18::timestamptz[], $19::timestamptz[], $20::bytea[])
       as o (id, nonce, wallet, product, direction, stake, fee, rate, payout, seconds, submitted, accepted, entry, key, version,
         signer, signature, signed, deadline, seen)`,
    [
      orders.map(({ id }) => id),
      orders.map(({ nonce }) => nonce),
      orders.map(({ wallet }) => wallet),
      orders.map(({ product }) => product),
      orders.map(({ direction }) => direction),
      bigintArray(orders.map(({ stake }) => stake)),
      bigintArray(orders.map(({ fee }) => fee)),
      bigintArray(orders.map(({ rate }) => rate)),
      bigintArray(orders.map(({ payout }) => payout)),
      orders.map(({ seconds }) => seconds),
      bigintArray(orders.map(({ submittedUs }) => submittedUs)),
      bigintArray(orders.map(({ acceptedUs }) => acceptedUs)),
      orders.map(({ entryAt }) => new Date(entryAt).toISOString()),
      orders.map(({ key }) => key),
      orders.map(({ version }) => version),
      orders.map(({ signer }) => signer),
      orders.map(({ signature }) => signature),
      orders.map(({ signedAt }) => (signedAt === null ? null : new Date(signedAt).toISOString())),
      orders.map(({ deadline }) => (deadline === null ? null : new Date(deadline).toISOString())),
      orders.map(({ seen }) => seen),
    ],
  );
  const after = await sealed();
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.slice(before.length)).toEqual(await commitmentsOf(orders.map(({ id }) => id)));
  expect(new Set(after).size).toBe(before.length + ORDERS);
}, 60_000);

describe('sealing', () => {
  it('takes each order once, in the order of their numbers, and answers from any index on', async () => {
    const before = await sealed();
    const first = await place('AAUSD');
    const second = await place('BBUSD');
    expect((await sealed()).slice(before.length)).toEqual(await commitmentsOf([first, second]));
    const third = await place('CCUSD');
    const all = await sealed();
    expect(all.slice(before.length)).toEqual(await commitmentsOf([first, second, third]));
    expect(await sealed()).toEqual(all);
    const [last, ...more] = await sealOrders(test.pools.feed, epoch, BigInt(before.length + 1));
    expect(more).toEqual([]);
    expect(last?.first).toBe(BigInt(before.length + 2));
    expect(last?.entries.toString('hex')).toBe(all.at(-1));
  });

  it('puts terms that are new before the orders, each version once', async () => {
    const before = await sealed();
    for (const product of ['DDUSD', 'EEUSD']) {
      await makeProduct(test.ownerPool, product);
    }
    const id = await place('EEUSD');
    const after = await sealed();
    const terms = [await entryOfTerms('DDUSD', 1), await entryOfTerms('EEUSD', 1)];
    expect(after.slice(before.length)).toEqual([...terms, ...(await commitmentsOf([id]))]);
    expect(await selectTermsIndex(test.pool, 'EEUSD', 1)).toBe(before.length + 1);
    expect(await selectLogIndex(test.pool, id)).toBe(before.length + 2);
    await test.ownerPool.query(`insert into terms (product, version, durations, fee_rate, presets)
      select product, 2, durations, fee_rate + 1, presets from terms where product = 'DDUSD'`);
    expect(await selectTermsIndex(test.pool, 'DDUSD', 2)).toBeNull();
    // They wait for no order.
    expect((await sealed()).slice(after.length)).toEqual([await entryOfTerms('DDUSD', 2)]);
    const next = await place('EEUSD');
    expect((await sealed()).slice(after.length + 1)).toEqual(await commitmentsOf([next]));
    expect(await selectLogIndex(test.pool, next)).toBe(after.length + 1);
  });

  it('is fenced like the ticks', async () => {
    const older = epoch;
    epoch = await takeFeedLead(test.pools.feed);
    await expect(sealOrders(test.pools.feed, older, 0n)).rejects.toMatchObject({ code: FENCED_SQLSTATE });
  });

  it('waits for a placement that is running, and finds its order', async () => {
    const before = await sealed();
    const member = await makeMember(test.pool);
    await makeFresh(test, 'AAUSD');
    const held = await begun(test.pools.http);
    const id = uuidV7();
    await held.query(orderSql(member, 'AAUSD', { id: `'${id}'::uuid` }));
    const deciding = decideOrderNumbers(test.pools.feed, WAIT_MS, null);
    await ended(held, 'commit');
    expect(await deciding).not.toBeNull();
    expect((await sealed()).slice(before.length)).toEqual(await commitmentsOf([id]));
  });

  it('gives up on a placement that hangs; a later one waits for neither', async () => {
    const before = await sealed();
    const member = await makeMember(test.pool);
    await makeFresh(test, 'AAUSD');
    const held = await begun(test.pools.http);
    const id = uuidV7();
    await held.query(orderSql(member, 'AAUSD', { id: `'${id}'::uuid` }));
    const startMs = performance.now();
    expect(await decideOrderNumbers(test.pools.feed, 50, null)).toBeNull();
    // It did not end by the limit of its connection, five seconds for a lock.
    expect(performance.now() - startMs).toBeLessThan(4_500);
    const other = await place('BBUSD');
    // Neither is sealed: the number of the one that hangs is lower, and it may still come.
    expect(await sealOrders(test.pools.feed, epoch, BigInt(before.length))).toEqual([]);
    await ended(held, 'commit');
    expect((await sealed()).slice(before.length)).toEqual(await commitmentsOf([id, other]));
  });

  it('does not wait for a number that was drawn and given up', async () => {
    const before = await sealed();
    await makeFresh(test, 'AAUSD');
    const held = await begun(test.pools.http);
    await held.query(orderSql(await makeMember(test.pool), 'AAUSD'));
    await ended(held, 'rollback');
    const id = await place('BBUSD');
    expect((await sealed()).slice(before.length)).toEqual(await commitmentsOf([id]));
  });

  it('decides nothing for a caller whose clock is ahead: an order could still be accepted before its moment', async () => {
    const before = await sealed();
    const id = await place('AAUSD');
    const now = await databaseNow(test.pool);
    expect(await decideOrderNumbers(test.pools.feed, WAIT_MS, now + 60_000)).toBeNull();
    expect(await sealOrders(test.pools.feed, epoch, BigInt(before.length))).toEqual([]);
    expect(await decideOrderNumbers(test.pools.feed, WAIT_MS, now)).not.toBeNull();
    expect((await sealed()).slice(before.length)).toEqual(await commitmentsOf([id]));
  });

  it('begins with the first order of a new site', async () => {
    const { rows } = await test.ownerPool.query('select begins_after::text as no from order_log');
    expect(rows).toEqual([{ no: '0' }]);
  });
});

describe('an order behind what is sealed', () => {
  it('cannot be placed by naming its number', async () => {
    const member = await makeMember(test.pool);
    await makeFresh(test, 'AAUSD');
    const given = await begun(test.ownerPool);
    const { rows } = await given.query<{ no: string }>(`${orderSql(member, 'AAUSD')} returning no::text as no`);
    await ended(given, 'rollback');
    await place('AAUSD');
    await sealed();
    const sql = (no: string) =>
      orderSql(member, 'BBUSD', { no }).replace(') select ', ') overriding system value select ');
    const free = rows[0]?.no ?? '';
    await makeFresh(test, 'BBUSD');
    // The role has no right to name a number at all; not even the owner can name an old one that nobody has.
    expect(await tried(test.pools.http, sql(free))).toBe('42501');
    expect(await tried(test.ownerPool, sql(free))).toBe('CD006');
    expect(await tried(test.ownerPool, sql(`${free} + 1000`))).toBe('done');
  });

  it('cannot be placed by a transaction that drew its number early', async () => {
    // Without the trigger before the statement, a number could be drawn, sealed over, and used.
    await makeFresh(test, 'AAUSD');
    const held = await begun(test.pools.http);
    await held.query(orderSql(await makeMember(test.pool), 'AAUSD'));
    await held.query('savepoint later');
    expect(await decideOrderNumbers(test.pools.feed, 50, null)).toBeNull();
    await ended(held, 'rollback');
  });

  it('cannot be placed without a nonce', async () => {
    const member = await makeMember(test.pool);
    await makeFresh(test, 'AAUSD');
    expect(await tried(test.pools.http, orderSql(member, 'AAUSD'))).toBe('done');
    expect(await tried(test.pools.http, orderSql(member, 'AAUSD', { nonce: 'null::uuid' }))).toBe('CD006');
  });
});

describe('what is sealed', () => {
  it.each([
    `update order_log_batch set entries = sha256('x') where first = 0`,
    'update order_log_batch set last_no = last_no + 1',
    'delete from order_log_batch',
    'truncate order_log_batch',
    'update log_terms set index = index + 1000 where index is not null',
    'update log_terms set index = null where index is not null',
    'update log_terms set version = version + 1 where index is not null',
    'delete from log_terms',
    'truncate log_terms',
  ])('nobody changes, not even the owner: %s', async (sql) => {
    await place('CCUSD');
    await sealed();
    for (const role of ['http', 'feed', 'worker', 'console'] as const)
      expect(await tried(test.pools[role], sql)).toBe('42501');
    expect(await tried(test.ownerPool, sql)).toBe('CD010');
  });

  it('nobody turns waiting terms into others', async () => {
    await test.ownerPool.query(`insert into terms (product, version, durations, fee_rate, presets)
      select product, 2, durations, fee_rate, presets from terms where product = 'CCUSD'`);
    const waiting = 'where index is null';
    expect(await tried(test.ownerPool, `update log_terms set version = 9, index = 1000000 ${waiting}`)).toBe('CD010');
    expect(await tried(test.ownerPool, `update log_terms set version = 9 ${waiting}`)).toBe('CD010');
  });

  it('no role writes or moves by hand', async () => {
    for (const pool of [test.pools.http, test.pools.feed, test.pools.worker, test.pools.console]) {
      expect(await tried(pool, `insert into log_terms (product, version) values ('AAUSD', 9)`)).toBe('42501');
      expect(await tried(pool, `insert into order_log_batch values (99, 1, sha256('x'), 1, now())`)).toBe('42501');
      expect(await tried(pool, 'update order_log set decided_no = decided_no + 1000')).toBe('42501');
    }
    expect(await tried(test.pools.http, 'select seal_orders(1, 0)')).toBe('42501');
    expect(await tried(test.pools.worker, 'select decide_order_numbers(1, now())')).toBe('42501');
    expect(await tried(test.pools.feed, 'select from trade_order')).toBe('42501');
  });
});
