import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshHeadSql, orderSql, tried } from '../testing/attacks.ts';
import { createAttackedSite } from '../testing/attacked-site.ts';
import type { Target } from '../testing/attacked-site.ts';
import { makeMember } from '../testing/factories.ts';
import { uuidV7 } from '../platform/ids/ids.ts';
import type { TestDb } from '../testing/test-db.ts';

/**
 * An attacker with a full connection of a role tries to place an order against the rules. A correct order in the same
 * form passes, so each attack fails only because of what is wrong in it.
 */
const REFUSED_ORDER = 'CD006';

let test: TestDb;
let member: bigint;
let stranger: bigint;
let newcomer: bigint;
let open: Target;
beforeAll(async () => {
  ({ test, member, stranger, newcomer, open } = await createAttackedSite());
}, 60_000);
afterAll(async () => {
  // The site has an order without its stake, so the conservation check fails.
  await test.drop().catch(() => undefined);
});

beforeEach(async () => {
  for (const product of ['NEWUSD', 'STOPUSD', 'OPENUSD']) await test.ownerPool.query(freshHeadSql(product));
});

function newOrderSql(changes: Record<string, string> = {}): string {
  return orderSql(member, 'NEWUSD', changes);
}

const NO_REQUEST = {
  request_key: 'null::bytea',
  request_signature: 'null::bytea',
  requested_at: 'null::timestamptz',
  request_deadline: 'null::timestamptz',
  request_terms_hash: 'null::bytea',
};

/** The moments of a request, from that of the acceptance on. */
function moments(deadline: string, signed: string): Record<string, string> {
  const now = `date_trunc('milliseconds', now)`;
  return { requested_at: `${now} ${signed}`, request_deadline: `${now} ${deadline}` };
}

describe('an order and its stake', () => {
  const funds = () => `(select posted from account where member_id = ${member} and kind = 'funds')`;

  it('move together: stake and fee are lines in the statement of its member', async () => {
    const id = uuidV7();
    const check = `select 1 / (count(*) = 2 and sum(amount) = ${minor('101')} and bool_and(member_id = ${member})
        and min(debit_balance_after) = ${funds()})::int from transfer where ref_type = 'order' and ref_id = '${id}'`;
    expect(await tried(test.pools.http, newOrderSql({ id: `'${id}'::uuid` }), check)).toBe('done');
  });

  it('have one moment: the transfers are dated with the order', async () => {
    const id = uuidV7();
    const check = `select 1 / (count(*) = 2 and bool_and(t.at = o.accepted_at))::int from transfer t
      join trade_order o on o.id::text = t.ref_id where t.ref_type = 'order' and t.ref_id = '${id}'`;
    expect(await tried(test.pools.http, newOrderSql({ id: `'${id}'::uuid` }), check)).toBe('done');
  });

  it('are refused when the member has less than the stake, or no account', async () => {
    const [poor, nobody] = [await makeMember(test.ownerPool, '100'), await makeMember(test.ownerPool, '0')];
    expect(await tried(test.pools.http, newOrderSql({ member_id: `${poor}` }))).toBe('23514');
    expect(await tried(test.pools.http, newOrderSql({ member_id: `${nobody}` }))).toBe('23502');
  });
});

describe('an order', () => {
  it('passes when it follows the rules', async () => {
    expect(await tried(test.pools.http, newOrderSql())).toBe('done');
  });

  it.each<[string, Record<string, string>, string]>([
    [
      'backdated',
      { accepted_at: `now - interval '1 minute'`, ...moments(`- interval '59 seconds'`, `- interval '61 seconds'`) },
      REFUSED_ORDER,
    ],
    ['accepted before its transaction began', { accepted_at: `now - interval '1 second'` }, REFUSED_ORDER],
    ['accepted in the future', { accepted_at: `now + interval '1 second'` }, REFUSED_ORDER],
    [
      'entering with the newest price',
      {
        entry_at: `entry - interval '1 second'`,
        closes_at: `entry + interval '4 seconds'`,
        accepted_at: `entry - interval '2 seconds'`,
        requested_at: `entry - interval '2 seconds'`,
        request_deadline: 'entry',
      },
      REFUSED_ORDER,
    ],
    [
      'entering too late',
      { entry_at: `entry + interval '1 second'`, closes_at: `entry + interval '6 seconds'` },
      REFUSED_ORDER,
    ],
    ['at a better rate', { payout_rate: '9500', payout: `${minor('195')}` }, REFUSED_ORDER],
    // The payout is for the member to read; settlement pays by the rate.
    ['at a better rate, with the right payout', { payout_rate: '9500' }, REFUSED_ORDER],
    ['with a larger payout', { payout: `${minor('186')}` }, REFUSED_ORDER],
    ['without the fee', { fee: '0' }, REFUSED_ORDER],
    [
      'of a stake above the bound',
      { stake: `${minor('60000')}`, fee: `${minor('600')}`, payout: `${minor('111000')}` },
      REFUSED_ORDER,
    ],
    ['of a stake below the bound', { stake: '1', fee: '0', payout: '1' }, REFUSED_ORDER],
    [
      'of a duration that is not offered',
      { duration_sec: '6', closes_at: `entry + interval '6 seconds'` },
      REFUSED_ORDER,
    ],
    ['under unknown terms', { terms_version: '2' }, REFUSED_ORDER],
    ['of nobody', { member_id: '-1' }, REFUSED_ORDER],
    ['of real money on a practice site', { wallet: `'cash'` }, REFUSED_ORDER],
    ['of a product that was stopped', { product: `'STOPUSD'` }, REFUSED_ORDER],
    [
      'of a product without a fresh price',
      {
        product: `'OLDUSD'`,
        entry_at: `date_trunc('second', now) + interval '1 second'`,
        closes_at: `date_trunc('second', now) + interval '6 seconds'`,
      },
      REFUSED_ORDER,
    ],
    ['beside an open one', { product: `'OPENUSD'` }, '23505'],
  ])('is refused: %s', async (_, changes, code) => {
    expect(await tried(test.pools.http, newOrderSql(changes))).toBe(code);
  });

  it.each<[string, Record<string, string>, string]>([
    ['a key and no signature', { request_signature: 'null' }, '23514'],
    ['a signature and no key', { request_key: 'null' }, '23514'],
    ['no moment', { requested_at: 'null::timestamptz' }, '23514'],
    ['no terms', { request_terms_hash: 'null' }, '23514'],
    ['no idempotency key', { key: 'null::uuid', fingerprint: 'null::bytea' }, '23514'],
    ['a key of another length', { request_key: `decode(repeat('aa', 33), 'hex')` }, '23514'],
    ['half a signature', { request_signature: `sha256('r')` }, '23514'],
    ['a short hash of terms', { request_terms_hash: `'short'::bytea` }, '23514'],
    ['a moment that is too long ago', { requested_at: `date_trunc('second', now) - interval '35 seconds'` }, '23514'],
    ['a moment to come', { requested_at: `date_trunc('second', now) + interval '7 seconds'` }, '23514'],
    [
      'a moment between two milliseconds',
      { requested_at: `date_trunc('second', now) + interval '1 microsecond'` },
      '23514',
    ],
    ['no request at all', NO_REQUEST, '23514'],
    ['no deadline', { request_deadline: 'null::timestamptz' }, '23514'],
    ['a deadline that is over', moments("- interval '1 millisecond'", "- interval '2 seconds'"), '23514'],
    ['a deadline that is the moment of the signature', moments('', ''), '23514'],
    ['a deadline between two milliseconds', moments("+ interval '2000500 microseconds'", ''), '23514'],
    ['a deadline further off than the terms allow', moments("+ interval '3001 milliseconds'", ''), REFUSED_ORDER],
    // The text of an order is that of this version of the site.
    ['the text of before', { document_version: '2' }, '42501'],
  ])('is refused with %s of a request', async (_, changes, code) => {
    expect(await tried(test.pools.http, newOrderSql(changes))).toBe(code);
  });

  it.each(['frozen = true', 'trading_allowed = false'])('is refused for a member with %s', async (change) => {
    const other = await makeMember(test.pool);
    await test.ownerPool.query(`update member set ${change} where id = $1`, [other]);
    expect(await tried(test.pools.http, newOrderSql({ member_id: `${other}` }))).toBe(REFUSED_ORDER);
  });

  it('is refused entering at a second that is over', async () => {
    const columns = {
      entry_at: `date_trunc('second', now) + interval '1 second'`,
      closes_at: `date_trunc('second', now) + interval '6 seconds'`,
    };
    expect(await tried(test.ownerPool, freshHeadSql('NEWUSD'), newOrderSql(columns))).toBe(REFUSED_ORDER);
  });

  it('is refused while the newest price is further ahead of the clock than one can be', async () => {
    const stepped = `update tick_head set at = at + interval '2 seconds' where product = 'NEWUSD'`;
    expect(await tried(test.ownerPool, freshHeadSql('NEWUSD'), newOrderSql())).toBe('done');
    expect(await tried(test.ownerPool, freshHeadSql('NEWUSD'), stepped, newOrderSql())).toBe(REFUSED_ORDER);
  });

  it('is refused for a product that is not offered', async () => {
    const hide = `update product set active = false where code = 'NEWUSD'`;
    expect(await tried(test.ownerPool, hide, newOrderSql())).toBe(REFUSED_ORDER);
  });

  it('is refused when it was accepted more than two seconds ago, even in a transaction that is just as old', async () => {
    const later = (seconds: number): string => `create schema later;
      create function later.clock_timestamp() returns timestamptz language sql volatile as
        'select pg_catalog.clock_timestamp() + interval ''${seconds} seconds''';
      alter function accept_orders() set search_path = later, pg_catalog, public, pg_temp`;
    expect(await tried(test.ownerPool, later(1), newOrderSql())).toBe('done');
    expect(await tried(test.ownerPool, later(3), newOrderSql())).toBe(REFUSED_ORDER);
  });

  it('is refused when the newest price is lost and none of the last three seconds has a good one', async () => {
    const lose = `update tick_head set status = 'STALE' where product = 'NEWUSD'`;
    expect(await tried(test.ownerPool, lose, newOrderSql())).toBe(REFUSED_ORDER);
  });

  it.each([
    ['OK', '0 seconds', 'done'],
    ['STALE', '0 seconds', REFUSED_ORDER],
    ['OK', '10 seconds', REFUSED_ORDER],
    // A price that is known only later is no reason.
    ['OK', '-10 seconds', REFUSED_ORDER],
  ])('with a price that was lost since then, and a tick that was %s %s ago: %s', async (status, ago, code) => {
    const at = `date_trunc('second', clock_timestamp())`;
    const state = await tried(
      test.ownerPool,
      `update tick_head set status = 'STALE', at = ${at} where product = 'NEWUSD'`,
      `update tick set status = '${status}', at = ${at} - interval '${ago}' where product = 'NEWUSD'`,
      newOrderSql(),
    );
    expect(state).toBe(code);
  });

  it('opens a position for each order of the statement', async () => {
    const other = `insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout,
        duration_sec, terms_version, submitted_at, accepted_at, entry_at, closes_at, nonce, key, fingerprint,
        request_key, request_signature, requested_at, request_deadline, request_terms_hash)
      select uuidv7(), x.member_id, o.wallet, 'NEWUSD', o.direction, o.stake, o.fee, o.payout_rate, o.payout,
        o.duration_sec, o.terms_version, o.submitted_at, clock_timestamp(), h.at + interval '1 second', h.at + interval '6 seconds',
        gen_random_uuid(), o.key, o.fingerprint, o.request_key, o.request_signature,
        date_trunc('milliseconds', clock_timestamp()), date_trunc('milliseconds', clock_timestamp()) + interval '3 seconds',
        o.request_terms_hash
      from trade_order o, tick_head h, (values (${stranger}), (${newcomer})) as x (member_id)
      where o.id = '${open.id}' and h.product = 'NEWUSD'`;
    const opened = `select 1 / (count(*) = 2)::int from position where product = 'NEWUSD'`;
    const funds = `insert into account (member_id, wallet, kind, currency, posted)
      values (${newcomer}, 'practice', 'funds', '${TEST_CURRENCY.code}', ${minor('1000')})`;
    expect(await tried(test.ownerPool, funds, other, opened)).toBe('done');
  });

  it('is refused under terms that are no longer current', async () => {
    const publish = `insert into terms (product, version, durations, fee_rate, presets)
      select product, 2, durations, fee_rate, presets from terms where product = 'NEWUSD'`;
    expect(await tried(test.ownerPool, publish, newOrderSql())).toBe(REFUSED_ORDER);
    expect(await tried(test.ownerPool, publish, newOrderSql({ terms_version: '2' }))).toBe('done');
  });
});
