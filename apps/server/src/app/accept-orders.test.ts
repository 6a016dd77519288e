import { amountOf, minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freshHeadSql, orderSql, refusalOf, transfersSql } from '../testing/attacks.ts';
import { databaseNow, makeMember, makeProduct, makeTicks, OTHER_CURRENCY } from '../testing/factories.ts';
import { createTestDb } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';

/**
 * Every check of accept_orders, one by one: an order that passes, and with one change only the check of this change
 * refuses it. attacks-on-orders.test.ts tries the same from the side of an attacker.
 */
const PRODUCT = 'NEWUSD';

let test: TestDb;
let member: bigint;

beforeAll(async () => {
  test = await createTestDb();
  member = await makeMember(test.pool);
  // Each test has its own newest tick; this one is too old to be a price.
  const old = Math.floor((await databaseNow(test.pool)) / 1000) * 1000 - 60_000;
  for (const product of [PRODUCT, 'OTHERUSD']) {
    await makeProduct(test.ownerPool, product, { feeRate: 100 });
    await makeTicks(test, product, [{ at: old, price: 10_000 }]);
  }
}, 60_000);
afterAll(async () => await test.drop());

/** What happens to the order after the owner has prepared the database for it. */
async function ordered(changes: Readonly<Record<string, string>>, ...prepared: string[]): Promise<string> {
  return await refusalOf(test.ownerPool, freshHeadSql(PRODUCT), ...prepared, orderSql(member, PRODUCT, changes));
}

/** The columns of an order that enters at the first whole second after `accepted`. */
function at(accepted: string): Record<string, string> {
  const entry = `date_trunc('second', ${accepted}) + interval '1 second'`;
  return { accepted_at: accepted, entry_at: entry, closes_at: `${entry} + interval '5 seconds'` };
}

it('an order that follows the rules passes and opens its position', async () => {
  await test.ownerPool.query(freshHeadSql(PRODUCT));
  expect(await refusalOf(test.pools.http, orderSql(member, PRODUCT))).toBe('done');
  const position = `select 1 / count(*) from position where member_id = ${member} and product = '${PRODUCT}'`;
  expect(await refusalOf(test.ownerPool, orderSql(member, PRODUCT), position)).toBe('done');
});

describe('the acceptance time', () => {
  it('is inside the transaction that writes the order, and not in the future', async () => {
    expect(await ordered({ accepted_at: `now() - interval '1 second'` })).toBe('ACCEPTED_AT');
    expect(await ordered({ accepted_at: `now() - interval '2 milliseconds'` })).toBe('ACCEPTED_AT');
    expect(await ordered({ accepted_at: `now()` })).toBe('done');
    expect(await ordered({ accepted_at: `clock_timestamp() + interval '1 second'` })).toBe('ACCEPTED_AT');
  });

  it('is at most two seconds before the write, even in a long transaction', async () => {
    // The rule's own clock is set forward; the transaction is rolled back with it.
    const later = (by: string): string[] => [
      'create schema later',
      `create function later.clock_timestamp() returns timestamptz language sql
         as $$ select pg_catalog.clock_timestamp() + interval '${by}' $$`,
      'alter function accept_orders() set search_path = later, pg_catalog, public, pg_temp',
    ];
    expect(await ordered({}, ...later('1.5 seconds'))).toBe('done');
    expect(await ordered({}, ...later('2.5 seconds'))).toBe('ACCEPTED_AT');
  });
});

describe('the entry time', () => {
  const entryAt = (sql: string) => ({ entry_at: sql, closes_at: `${sql} + interval '5 seconds'` });
  /** The newest tick is at the second before this one. */
  const head = `update tick_head set at = date_trunc('second', clock_timestamp()) - interval '1 second'`;
  const second = `date_trunc('second', now)`;

  it('is the first whole second after acceptance', async () => {
    expect(await ordered(entryAt(`${second} + interval '1 second'`), head)).toBe('done');
    // A check of the table already refuses what is not after the acceptance.
    expect(await ordered(entryAt(second), head)).toBe('23514');
    expect(await ordered(entryAt(`${second} + interval '2 seconds'`), head)).toBe('ENTRY_AT');
  });

  it('is not before a known tick, and at most a second after it', async () => {
    expect(await ordered(entryAt(`entry - interval '1 second'`))).toBe('done');
    expect(await ordered(entryAt(`entry - interval '2 seconds'`))).toBe('ENTRY_AT');
    expect(await ordered(entryAt(`entry + interval '1 second'`))).toBe('ENTRY_AT');
  });
});

/** As after a step of the clock back: the newest tick is so many seconds ahead of it. */
function aheadBy(seconds: number): string {
  const at = `date_trunc('second', clock_timestamp()) + interval '${seconds} seconds'`;
  return `update tick_head set at = ${at} where product = '${PRODUCT}'`;
}

describe('the entry time after a step of the clock back', () => {
  it('is at most three seconds after the one of the acceptance, wherever the newest tick is', async () => {
    expect(await ordered({}, aheadBy(2))).toBe('done');
    expect(await ordered({}, aheadBy(4))).toBe('ENTRY_AT');
    expect(await ordered({}, aheadBy(3600))).toBe('ENTRY_AT');
  });
});

describe('the entry time under terms that delay it', () => {
  const delayed = `insert into terms (product, version, durations, fee_rate, presets, entry_delay_sec)
    select product, 2, durations, fee_rate, presets, 3 from terms where product = '${PRODUCT}' and version = 1`;
  const head = `update tick_head set at = date_trunc('second', clock_timestamp()) - interval '1 second'`;
  const entered = async (sql: string, ...prepared: string[]) =>
    await ordered(
      { terms_version: '2', entry_at: sql, closes_at: `${sql} + interval '5 seconds'` },
      delayed,
      ...prepared,
    );

  it('is so many seconds after the first whole one', async () => {
    const after = (seconds: number): string => `date_trunc('second', now) + interval '${seconds} seconds'`;
    expect(await entered(after(4), head)).toBe('done');
    expect(await entered(after(1), head)).toBe('ENTRY_AT');
    expect(await entered(after(3), head)).toBe('ENTRY_AT');
    expect(await entered(after(5), head)).toBe('ENTRY_AT');
  });

  it('is so many seconds after the one that a known tick gives', async () => {
    expect(await entered(`entry + interval '3 seconds'`)).toBe('done');
    expect(await entered(`entry + interval '2 seconds'`)).toBe('done');
    expect(await entered(`entry + interval '1 second'`)).toBe('ENTRY_AT');
    expect(await entered(`entry + interval '4 seconds'`)).toBe('ENTRY_AT');
    expect(await entered(`entry + interval '3 seconds'`, aheadBy(4))).toBe('ENTRY_AT');
  });
});

describe('an order is refused', () => {
  it.each(['frozen = true', 'trading_allowed = false'])('from a member with %s', async (change) => {
    expect(await ordered({}, `update member set ${change} where id = ${member}`)).toBe('MEMBER');
  });

  it.each(['active = false', 'forbidden = true'])('for a product with %s', async (change) => {
    expect(await ordered({}, `update product set ${change} where code = '${PRODUCT}'`)).toBe('PRODUCT');
  });

  it('with cash on a practice site, but not on a live one', async () => {
    expect(await ordered({ wallet: `'cash'` })).toBe('WALLET');
    const cash = `insert into account (member_id, wallet, kind, currency, posted)
      values (${member}, 'cash', 'funds', '${TEST_CURRENCY.code}', ${minor('1000')})`;
    expect(await ordered({ wallet: `'cash'` }, `update site set mode = 'live'`, cash)).toBe('done');
  });
});

describe('a fresh price', () => {
  /** Sets the newest tick back to this age, without an older one to fall back on. */
  const head = (age: string, status = 'OK'): string =>
    `update tick_head set at = clock_timestamp() - interval '${age}', status = '${status}' where product = '${PRODUCT}'`;
  /** A tick of this age. Its hash is of no interest here. */
  const tick = (age: string, status = 'OK', product = PRODUCT): string[] => [
    `select ensure_tick_partition(((clock_timestamp() - interval '${age}') at time zone 'UTC')::date)`,
    `insert into tick (product, seq, at, price, status, feed, epoch, sources, sources_digest, prev_hash, hash)
       select '${product}', 100, clock_timestamp() - interval '${age}', 10000, '${status}', 'simulated', 1, '[]', h, h, h
       from sha256('') as h`,
  ];

  it('is at most three seconds old', async () => {
    expect(await ordered(at('now'), head('2.5 seconds'))).toBe('done');
    expect(await ordered(at('now'), head('3.5 seconds'))).toBe('PRICE');
  });

  it('is not a lost one, unless the order was decided on the tick before', async () => {
    const lost = head('0.1 seconds', 'STALE');
    expect(await ordered(at('now'), lost)).toBe('PRICE');
    expect(await ordered(at('now'), lost, ...tick('2 seconds'))).toBe('done');
    expect(await ordered(at('now'), lost, ...tick('3.5 seconds'))).toBe('PRICE');
    expect(await ordered(at('now'), lost, ...tick('2 seconds', 'STALE'))).toBe('PRICE');
    expect(await ordered(at('now'), lost, ...tick('2 seconds', 'OK', 'OTHERUSD'))).toBe('PRICE');
    expect(await ordered(at('now'), lost, ...tick('-10 seconds'))).toBe('PRICE');
  });
});

describe('the current terms', () => {
  /** A stake whose fee (1 %) and gain (85 %) both end in a half: both are rounded down. */
  const uneven = minor('100') + 50n;
  const stakeOf = (stake: bigint, { fee = stake / 100n, gain = (stake * 8500n) / 10_000n } = {}) => ({
    stake: `${stake}`,
    fee: `${fee}`,
    payout: `${stake + gain}`,
  });

  it.each([
    ['the lowest stake', stakeOf(minor('10'))],
    ['the highest stake', stakeOf(minor('50000'))],
    [`a stake of ${amountOf(uneven)}`, stakeOf(uneven)],
  ])('take %s', async (_, changes) => {
    expect(await ordered(changes)).toBe('done');
  });

  it.each([
    ['a stake below the lowest', stakeOf(minor('10') - 1n)],
    ['a stake above the highest', stakeOf(minor('50000') + 1n)],
    ['a lower fee', stakeOf(uneven, { fee: uneven / 100n - 1n })],
    ['a fee that is rounded up', stakeOf(uneven, { fee: uneven / 100n + 1n })],
    ['a payout that is rounded up', stakeOf(uneven, { gain: (uneven * 8500n) / 10_000n + 1n })],
    ['a lower payout', stakeOf(uneven, { gain: (uneven * 8500n) / 10_000n - 1n })],
    ['another rate', { payout_rate: '8501' }],
  ])('refuse %s', async (_, changes) => {
    expect(await ordered(changes)).toBe('TERMS');
  });

  it('belong to the product and to a duration that it offers', async () => {
    const closes = `entry + interval '6 seconds'`;
    expect(await ordered({ duration_sec: '6', closes_at: closes })).toBe('TERMS');
    const minute = { duration_sec: '60', closes_at: `entry + interval '60 seconds'` };
    expect(await ordered(minute)).toBe('done');
    // Each duration has its own rate.
    const better = `insert into terms (product, version, durations, fee_rate, presets)
      select product, 2, jsonb_set(durations, '{1,payoutRate}', '9000'), fee_rate, presets
      from terms where product = '${PRODUCT}'`;
    const rate = { payout_rate: '9000', payout: `${minor('190')}`, terms_version: '2' };
    expect(await ordered({ ...minute, ...rate }, better)).toBe('done');
    expect(await ordered(rate, better)).toBe('TERMS');
  });

  it('are the newest', async () => {
    const publish = `insert into terms (product, version, durations, fee_rate, presets)
      select product, 2, durations, fee_rate, presets from terms where product = '${PRODUCT}'`;
    expect(await ordered({}, publish)).toBe('TERMS');
    expect(await ordered({ terms_version: '2' }, publish)).toBe('done');
  });
});

it.each([
  ['the other wallet', `'cash', 'funds', '${TEST_CURRENCY.code}'`],
  ['savings', `'practice', 'savings', '${TEST_CURRENCY.code}'`],
  ['another currency', `'practice', 'funds', '${OTHER_CURRENCY}'`],
])('a stake is paid from the funds of its wallet, and not from %s', async (_, account) => {
  const other = `insert into account (member_id, wallet, kind, currency, posted)
    values (${member}, ${account}, ${minor('100000')})`;
  const paid = `select 1 / (count(*) = 2 and bool_and(a.wallet = 'practice' and a.kind = 'funds' and a.currency = '${TEST_CURRENCY.code}'))::int
    from transfer t join account a on a.id = t.debit_account where t.ref_type = 'order' and t.member_id = ${member}`;
  const left = `select 1 / (posted = ${minor('100000')})::int from account
    where (wallet, kind, currency) = (${account}) and member_id = ${member}`;
  expect(await ordered({}, other)).toBe('done');
  expect(await refusalOf(test.ownerPool, freshHeadSql(PRODUCT), other, orderSql(member, PRODUCT), paid, left)).toBe(
    'done',
  );
});

it('a stake does not overwrite money that comes in while it waits', async () => {
  await test.ownerPool.query(freshHeadSql('OTHERUSD'));
  const payer = await test.ownerPool.connect();
  try {
    // What a settlement does, held open: it credits the member under its own lock of the account.
    await payer.query('begin');
    const credit = { type: 'recharge', debit: ['clearing', null], credit: ['funds', member] } as const;
    await payer.query(transfersSql({ ...credit, refType: 'test', refId: 'test' }));
    // http's own login may leave out the member's lock. Its statement has read the balance, and waits for the account.
    const ordering = refusalOf(test.pools.http, orderSql(member, 'OTHERUSD'));
    await untilOneWaits(test.ownerPool);
    await payer.query('commit');
    // No account, so no stake: the order is refused by the rule that a transfer has accounts.
    expect(await ordering).toBe('23502');
  } finally {
    payer.release();
  }
});

async function untilOneWaits(pool: Pool): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    },
    { interval: 20 },
  );
}
