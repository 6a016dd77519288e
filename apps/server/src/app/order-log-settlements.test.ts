import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { toHex } from '@candor/proof/encoding';
import { settlementEntry } from '@candor/proof/order-log/entries';
import { receiptOutcome } from '@candor/proof/receipt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { atMoment } from '../platform/ids/ids.ts';
import { FENCED_SQLSTATE, takeFeedLead } from '../features/market/feed/feed-store.ts';
import { decideOrderNumbers, sealOrders, sealSettlements } from '../features/market/feed/order-log-store.ts';
import { lockMembersNow } from '../features/trading/order-store.ts';
import { rowOf } from '../platform/db/rows.ts';
import { selectLogIndex, selectSettlementIndex } from '../services/order-log/log-store.ts';
import { selectSettlement } from '../services/receipts/receipt-store.ts';
import type { SettlementRow } from '../services/receipts/receipt-store.ts';
import { outcomeOf } from '../services/receipts/make-receipt.ts';
import { nodeCrypto } from '../services/receipts/node-crypto.ts';
import { settleSql, tried } from '../testing/attacks.ts';
import { tick, startDueOrders } from '../testing/due-orders.ts';
import { makeProduct, makeTicks, writePast } from '../testing/factories.ts';
import { createPrng } from '../testing/simulation/prng.ts';

/**
 * The database commits to every settlement once, whoever writes it and whenever it is committed; orders and their numbers
 * are what they were. What the feed makes of the commitments is tested beside it.
 */
const { site, run } = startDueOrders();
let epoch: bigint;
beforeAll(async () => {
  epoch = await takeFeedLead(site.test.pools.feed);
});
afterAll(async () => {
  await writePast(site.test.ownerPool, `update product set decimals = ${PRICE_DECIMALS} where code = 'PPP'`);
  // The generated orders are nobody's.
  await writePast(
    site.test.ownerPool,
    `delete from settlement s using trade_order o where o.id = s.order_id and o.product like 'P%'`,
  );
  await writePast(site.test.ownerPool, `delete from trade_order where product like 'P%'`);
});

const UNLIMITED = 1_000_000;
const PRICE_DECIMALS = 2;
/** Other than those of the currency, so that one is not taken for the other. */
const GENERATED_DECIMALS = 5;

/** Seals all that can be sealed; returns every entry of the log in its order, hex. */
async function sealed(settlementsMax = UNLIMITED): Promise<string[]> {
  await decideOrderNumbers(site.test.pools.feed, 1_000, null);
  // Until a call finds nothing more: one takes a bounded number.
  for (let known = -1, now = 0; known < now;) {
    known = now;
    now = (await sealOrders(site.test.pools.feed, epoch, 0n)).length;
  }
  await sealSettlements(site.test.pools.feed, epoch, settlementsMax);
  return await entries();
}

async function entries(): Promise<string[]> {
  return (await sealOrders(site.test.pools.feed, epoch, 0n)).flatMap(({ entries: bytes }) =>
    Array.from({ length: bytes.length / 32 }, (_, index) =>
      bytes.subarray(index * 32, index * 32 + 32).toString('hex'),
    ),
  );
}

/** The entry of a settlement, as everyone who has the receipt computes it. */
async function entryFor(
  { id, nonce, version = 3 }: { readonly id: string; readonly nonce: string; readonly version?: number },
  row: SettlementRow,
  decimals = PRICE_DECIMALS,
): Promise<string> {
  const outcome = receiptOutcome(outcomeOf(row, decimals, TEST_CURRENCY));
  const format = version === 3 ? 'candor-order-v3' : 'candor-order-v2';
  return toHex(await settlementEntry({ id, format }, outcome, nonce, nodeCrypto));
}

async function entryOf(orderId: string): Promise<string> {
  const { pool } = site.test;
  const found = await pool.query('select nonce from trade_order where id = $1', [orderId]);
  const row = await selectSettlement(pool, orderId);
  if (row === null) throw new Error('not settled');
  return await entryFor({ id: orderId, nonce: rowOf(z.object({ nonce: z.string() }), found)?.nonce ?? '' }, row);
}

async function settled(): Promise<string> {
  const { row } = await run([tick(0, 10_000), tick(5, 10_100)]);
  if (row?.outcome === undefined || row.outcome === null) throw new Error('not settled');
  return row.id;
}

const SETTLEMENTS = process.env['MUTANTS_ROOT'] === undefined ? 5_000 : 500;

function msOf(us: bigint | null): number | null {
  return us === null ? null : Number(us / 1000n);
}

it(`SQL commits to ${SETTLEMENTS.toLocaleString('en')} generated settlements as packages/proof does`, async () => {
  const prng = createPrng(20_261_124);
  await makeProduct(site.test.ownerPool, 'PPP');
  await writePast(site.test.ownerPool, `update product set decimals = ${GENERATED_DECIMALS} where code = 'PPP'`);
  const before = await sealed();
  const from = Date.UTC(2026, 0, 1);
  const units = () => prng.pick([1n, 9n, 100n, 10n ** 17n, BigInt(prng.below(10_000_000))]);
  const priced = () => prng.pick([0n, 1n, -1n, -3_763n, 10n ** 17n, BigInt(prng.below(10_000_000))]);
  const made = Array.from({ length: SETTLEMENTS }, () => {
    const outcome = prng.pick(['won', 'lost', 'tied', 'voided'] as const);
    const [hasEntry, hasExit] = outcome === 'voided' ? [prng.chance(0.5), prng.chance(0.5)] : [true, true];
    const at = BigInt(from) + BigInt(prng.below(31_536_000)) * 1000n;
    const [entry, exit] = [priced(), priced()];
    return {
      id: atMoment(prng.uuid(), 0),
      nonce: prng.uuid(),
      version: prng.pick([2, 3]),
      outcome,
      reason:
        outcome === 'voided'
          ? prng.pick(['NO_ENTRY_TICK', 'NOT_LOGGED', 'EXIT_NOT_OK', 'FEED_CHANGED'] as const)
          : null,
      entrySeq: hasEntry ? at : null,
      // In microseconds, as the database's clock has them.
      entryUs: hasEntry ? at * 1000n : null,
      entryPrice: hasEntry ? entry : null,
      exitSeq: hasExit ? at + 1n + BigInt(prng.below(100)) : null,
      exitUs: hasExit ? at * 1000n + BigInt(prng.below(5_000_000)) : null,
      exitPrice: !hasExit ? null : outcome === 'tied' ? entry : exit === entry ? exit + 1n : exit,
      profit: prng.pick([1n, -1n, 0n]) * units(),
      credited: prng.chance(0.5) ? 0n : units(),
      settledUs: at * 1000n + BigInt(prng.below(2_000_000_000)),
    };
  });
  await writePast(
    site.test.ownerPool,
    `insert into trade_order (id, nonce, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec,
       terms_version, submitted_at, accepted_at, entry_at, closes_at, document_version, key, fingerprint, request_key, request_signature,
       requested_at, request_terms_hash, request_deadline)
     select id, nonce, 1, 'practice', 'PPP', 'up', 10, 0, 8500, 18, 5, 1, t, t, t + interval '1 second', t + interval '6 seconds', version,
       id, sha256('body'), sha256('key'), sha256('r') || sha256('s'), t, sha256('terms'),
       case when version = 3 then t + interval '3 seconds' end
     from unnest($1::uuid[], $2::uuid[], $3::int[]) o (id, nonce, version), date_trunc('second', now()) t`,
    [made.map(({ id }) => id), made.map(({ nonce }) => nonce), made.map(({ version }) => version)],
  );
  await writePast(
    site.test.ownerPool,
    `with done as (
       insert into settlement (order_id, member_id, outcome, reason, entry_seq, entry_at, entry_price, exit_seq, exit_at, exit_price,
         profit, credited, settled_at)
       select id, 1, outcome, reason, entry_seq, 'epoch'::timestamptz + entry_us * interval '1 microsecond', entry_price, exit_seq,
         'epoch'::timestamptz + exit_us * interval '1 microsecond', exit_price, profit, credited,
         'epoch'::timestamptz + settled_us * interval '1 microsecond'
       from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[],
         $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[]) with ordinality
         as s (id, outcome, reason, entry_seq, entry_us, entry_price, exit_seq, exit_us, exit_price, profit, credited, settled_us, place)
       order by place returning order_id, settled_at
     )
     insert into settlement_batch (orders, during)
     select (array_agg(order_id))[i : i + 499], tstzrange(min(settled_at), max(settled_at), '[]')
     from done, generate_series(1, $13::int, 500) i group by i order by i`,
    [
      made.map(({ id }) => id),
      made.map(({ outcome }) => outcome),
      made.map(({ reason }) => reason),
      ...(
        [
          'entrySeq',
          'entryUs',
          'entryPrice',
          'exitSeq',
          'exitUs',
          'exitPrice',
          'profit',
          'credited',
          'settledUs',
        ] as const
      ).map((key) => `{${made.map((one) => one[key] ?? 'null').join(',')}}`),
      SETTLEMENTS,
    ],
  );
  const after = await sealed(300);
  // Rows are taken whole, until there are as many as asked for.
  expect(after).toHaveLength(before.length + SETTLEMENTS + 500);
  const orders = await sealed();
  expect(orders).toHaveLength(before.length + 2 * SETTLEMENTS);
  const expected = await Promise.all(
    made.map(
      async ({ id, nonce, version, entryUs, exitUs, settledUs, ...row }) =>
        await entryFor(
          { id, nonce, version },
          { ...row, entryAt: msOf(entryUs), exitAt: msOf(exitUs), settledAt: Number(settledUs / 1000n) },
          GENERATED_DECIMALS,
        ),
    ),
  );
  // The log has them in the order of these rows.
  const found = orders.slice(before.length + SETTLEMENTS);
  expect(made.filter((_, index) => found[index] !== expected[index]).slice(0, 3)).toEqual([]);
  expect(new Set(orders).size).toBe(orders.length);
}, 60_000);

describe('sealing', () => {
  it('takes each settlement once, after the orders, and keeps the numbers of orders', async () => {
    const before = await sealed();
    const first = await settled();
    const second = await settled();
    const after = await sealed();
    // Each order is of a product of its own: the terms of both come first.
    expect(after.slice(before.length + 4)).toEqual([await entryOf(first), await entryOf(second)]);
    expect(await sealed()).toEqual(after);
    const third = await settled();
    await sealed();
    expect(
      await Promise.all([first, second, third].map(async (id) => await selectLogIndex(site.test.pool, id))),
    ).toEqual([2, 3, 7].map((place) => before.length + place));
    expect(
      await Promise.all([first, second, third].map(async (id) => await selectSettlementIndex(site.test.pool, id))),
    ).toEqual([4, 5, 8].map((place) => before.length + place));
  });

  it('has no place for one that is not sealed, or not settled', async () => {
    const id = await settled();
    expect(await selectSettlementIndex(site.test.pool, id)).toBeNull();
    expect(await selectSettlementIndex(site.test.pool, crypto.randomUUID())).toBeNull();
    await sealed();
    expect(await selectSettlementIndex(site.test.pool, id)).not.toBeNull();
  });

  it('finds a settlement that is committed after later ones were sealed', async () => {
    const { row } = await run([tick(0, 10_000)]);
    if (row === undefined) throw new Error('no order');
    await sealed();
    const held = await site.test.pools.worker.connect();
    try {
      await held.query('begin');
      await makeTicks(site.test, row.product, [{ at: row.closesAt, price: 10_001 }]);
      await lockMembersNow(held, [row.memberId]);
      await held.query(settleSql(`'${row.id}'::uuid`, { product: `'${row.product}'` }));
      const later = await settled();
      const before = await sealed();
      expect(before.at(-1)).toBe(await entryOf(later));
      await held.query('commit');
      expect((await sealed()).slice(before.length)).toEqual([await entryOf(row.id)]);
    } finally {
      held.release();
    }
  });

  it('is fenced like the ticks', async () => {
    const older = epoch;
    epoch = await takeFeedLead(site.test.pools.feed);
    await expect(sealSettlements(site.test.pools.feed, older, UNLIMITED)).rejects.toMatchObject({
      code: FENCED_SQLSTATE,
    });
  });
});

describe('what is settled together', () => {
  it.each([
    'update settlement_batch set first = first + 1 where first is not null',
    'update settlement_batch set first = null where first is not null',
    `update settlement_batch set orders = array[gen_random_uuid()]`,
    `update settlement_batch set during = 'empty', first = 0 where first is null`,
    'delete from settlement_batch',
    'truncate settlement_batch',
  ])('nobody changes, not even the owner: %s', async (sql) => {
    await settled();
    await sealed();
    await settled();
    expect(await tried(site.test.ownerPool, sql)).toBe('CD010');
  });

  it('is one row of a statement, or several of a very large one', async () => {
    const { ownerPool } = site.test;
    const newest = async () =>
      await ownerPool.query<{ orders: number }>(
        'select cardinality(orders) as orders from settlement_batch order by id desc limit 3',
      );
    const large = await ownerPool.connect();
    try {
      await large.query('begin');
      await large.query('alter table settlement disable trigger accept_settlements');
      await large.query('alter table settlement disable trigger pay_settlements');
      await large.query('alter table settlement disable trigger count_own_results');
      await large.query(`insert into settlement (order_id, member_id, outcome, reason, profit, credited)
        select uuidv7(), 1, 'voided', 'NO_ENTRY_TICK', 0, 0 from generate_series(1, 4001)`);
      const { rows } = await large.query<{ orders: number }>(
        'select cardinality(orders) as orders from settlement_batch order by id desc limit 3',
      );
      expect(rows.map(({ orders }) => orders)).toEqual([1, 2000, 2000]);
      // Each is found by its own moment.
      const found = await large.query<{ count: bigint }>(`select count(*) from settlement s
        join settlement_batch b on b.during @> s.settled_at and s.order_id = any (b.orders)
        where cardinality(b.orders) = 2000 and b.first is null`);
      expect(found.rows[0]?.count).toBe(4000n);
    } finally {
      await large.query('rollback');
      large.release();
    }
    await settled();
    expect((await newest()).rows[0]?.orders).toBe(1);
  });
});
