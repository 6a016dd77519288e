import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ROLES } from '../platform/db/roles.ts';
import type { Role } from '../platform/db/roles.ts';
import { placeOrders } from '../features/trading/place-orders.ts';
import { settleDueOrders } from '../features/trading/settle-due-orders.ts';
import { orderSql, refusalOf, transfersSql, tried } from '../testing/attacks.ts';
import type { TransferAttack } from '../testing/attacks.ts';
import { databaseNow, makeCommand, makeMember, makeProduct, makeTicks, writePast } from '../testing/factories.ts';
import { makeSite } from '../testing/make-site.ts';
import { createTestDb } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';

/**
 * An attacker has a full connection of one role and tries the harmful writes: money from nothing, a result, a price, an
 * operator, the keys. Everything is refused. A correct write in the same form passes, so each attack fails only because
 * of what is wrong in it.
 */
const DENIED = '42501';
const REFUSED_TRANSFER = 'CD005';
const REFUSED_ORDER = 'CD006';
const REFUSED_SETTLEMENT = 'CD007';

const settledRow = z.object({ id: z.uuid(), member: z.bigint() });
type Target = z.infer<typeof settledRow>;

let test: TestDb;
let member: bigint;
let stranger: bigint;
/** Orders of `member`: open, won, lost, tied, and one that is due and would win. */
let open: Target;
let won: Target;
let lost: Target;
let due: Target;
let tied: Target;
let unpaid: Target;
/** A member whose start money was never granted. */
let newcomer: bigint;

beforeAll(async () => {
  test = await createTestDb();
  await makeSite(test.ownerPool);
  member = await makeMember(test.pool);
  stranger = await makeMember(test.pool);
  newcomer = await makeMember(test.pool, '0');
  const now = Math.floor((await databaseNow(test.pool)) / 1000) * 1000;
  // Prices far in the future stay fresh, however long this takes.
  const ahead = now + 3_600_000;
  const products = 'NEWUSD OPENUSD WONUSD LOSTUSD TIEDUSD DUEUSD UNPAIDUSD STOPUSD OLDUSD'.split(' ');
  for (const product of products) {
    await makeProduct(test.ownerPool, product, { feeRate: 100 });
    await makeTicks(test, product, [{ at: product === 'OLDUSD' ? now - 60_000 : ahead, price: 10_000 }]);
  }
  open = await place('OPENUSD');
  won = await place('WONUSD');
  lost = await place('LOSTUSD');
  tied = await place('TIEDUSD');
  due = await place('DUEUSD');
  unpaid = await place('UNPAIDUSD');
  for (const [product, exit] of [
    ['WONUSD', 10_001],
    ['LOSTUSD', 9_999],
    ['TIEDUSD', 10_000],
  ] as const)
    await close(product, ahead, exit);
  await settleDueOrders(test.pools.worker);
  for (const product of ['DUEUSD', 'UNPAIDUSD']) await close(product, ahead, 10_001);
  await writePast(test.ownerPool, `delete from transfer where ref_id = '${unpaid.id}'`);
  await test.ownerPool.query(`update product set forbidden = true where code = 'STOPUSD'`);
  const operator = await makeMember(test.pool, '0');
  await test.ownerPool.query(`update member set roles = '{admin}' where id = $1`, [operator.toString()]);
}, 60_000);
afterAll(async () => {
  // This test planted an order without its stake.
  await test.drop().catch(() => undefined);
});

async function place(product: string): Promise<Target> {
  const [answer] = await placeOrders(test.pool, 'practice', [makeCommand(member, { product, stake: '100' })]);
  if (answer?.ok !== true) throw new Error(`refused: ${JSON.stringify(answer)}`);
  return { id: answer.order.id, member };
}

async function close(product: string, ahead: number, exit: number): Promise<void> {
  await makeTicks(test, product, [
    { at: ahead + 1000, price: 10_000 },
    { at: ahead + 6000, price: exit },
  ]);
}

// Rights ---------------------------------------------------------------------------------------------------------------

describe('no role', () => {
  it.each([
    ['raise a balance', `update account set posted = posted + 100`],
    [
      'open an account with money',
      `insert into account (member_id, wallet, kind, currency, posted) values (1, 'cash', 'funds', 'CNY', 100)`,
    ],
    ['write a transfer by hand', 'insert into transfer select * from transfer'],
    ['change a transfer', 'update transfer set amount = 1'],
    ['publish a tick by hand', 'insert into tick select * from tick'],
    ['move the newest price', 'update tick_head set price = 1'],
    ['make a partition for ticks', 'select ensure_tick_partition(current_date)'],
    ['change an order', `update trade_order set direction = 'down'`],
    ['delete an order', 'delete from trade_order'],
    ['change a result', `update settlement set outcome = 'won'`],
    ['delete a result', 'delete from settlement'],
    ['delay a close', `update position set closes_at = now() + interval '1 day'`],
    ['hide an open order', 'delete from position'],
    ['open a position without an order', 'insert into position select * from position'],
    [
      'add an operator',
      `insert into member (username, password_hash, withdraw_password_hash, phone, invite_code, roles)
      values ('intruder', 'x', 'x', 'x', 'INTRUDER', '{admin}')`,
    ],
    ['make a member an operator', `update member set roles = '{admin}'`],
    ['give permissions', `update member set permissions = '{*:*:*}'`],
    ['set the password of an operator', `update member set password_hash = 'x' where roles <> '{member}'`],
    ['freeze a member', 'update member set frozen = true'],
    ['retire the key of the site', `select use_proof_key('candor', sha256('mine'))`],
    ['retire the key by hand', 'update proof_key set retired_at = now()'],
    ['add a key', `insert into proof_key (id, name, public_key) values ('00000000', 'candor', sha256('mine'))`],
    ['change the keys of the site', `insert into site_key values ('seal:0000000000000000')`],
    ['change the site', 'update site set practice_grant = 1'],
    ['publish terms', 'insert into terms select * from terms'],
    ['change terms', 'update terms set fee_rate = 0'],
    ['stop a product', 'update product set forbidden = true'],
    ['sign a history by hand', 'insert into checkpoint select * from checkpoint'],
    ['forget an archived file', 'delete from tick_archive'],
    ['rewrite the public figures', 'update fairness_figure set orders = 1'],
    ['become the owner', 'set role candor_owner'],
    ['become another role', `set session authorization candor_owner`],
    ['turn the triggers off', 'set session_replication_role = replica'],
    ['drop a trigger', 'alter table settlement disable trigger all'],
    ['make a function', `create function public.helper() returns int language sql as 'select 1'`],
    ['read the migrations', 'select * from schema_migration'],
  ])('may %s', async (_, sql) => {
    for (const role of ROLES) expect([role, await tried(test.pools[role], sql)]).toEqual([role, DENIED]);
  });

  it('work as another role', async () => {
    for (const role of ROLES)
      for (const other of ROLES.filter((one) => one !== role))
        expect(await tried(test.pools[role], `set role candor_${other}`)).toBe(DENIED);
  });
});

const OTHERS: readonly [name: string, roles: readonly Role[], sql: string][] = [
  ['become the leader of the feed', ['http', 'worker'], 'select take_feed_lead()'],
  ['publish ticks', ['http', 'worker'], `select publish_ticks(1, '[]')`],
  ['sign checkpoints', ['http', 'worker'], `select publish_checkpoints(1, '[]')`],
  ['draw candles', ['http', 'worker'], 'delete from candle'],
  ['read members', ['feed', 'worker'], 'select username from member'],
  ['read sessions', ['feed', 'worker'], 'select token_hash from session'],
  ['give a session another key', ['http', 'feed', 'worker'], `update session set device_key = sha256('mine')`],
  ['take a session over', ['http', 'feed', 'worker'], 'update session set member_id = 1'],
  ['forget a signature', ['http', 'feed'], 'delete from device_nonce'],
  ['open a session', ['feed', 'worker'], 'insert into session (member_id) values (1)'],
  ['read money', ['feed'], 'select * from account'],
  ['write transfers', ['feed'], transferSql({})],
  ['place an order', ['feed', 'worker'], `insert into trade_order (id) values (gen_random_uuid())`],
  ['settle', ['http', 'feed'], `insert into settlement (order_id) values (gen_random_uuid())`],
  ['settle by a verdict', ['http', 'feed'], settleSql('gen_random_uuid()')],
  ['ask what is due', ['http', 'feed'], 'select due_windows(1, 0, 1)'],
  [
    'write a settlement time',
    ['worker'],
    `insert into settlement (order_id, settled_at) values (gen_random_uuid(), now())`,
  ],
  ['drop ticks', ['http', 'feed'], 'select drop_archived_ticks(current_date)'],
  ['record a tick archive', ['http', 'feed'], `select record_tick_archive('AAA', current_date, '', '')`],
  ['write as a member', ['feed', 'worker'], `insert into support_message (member_id, text) values (1, 'x')`],
  [
    'write as an operator',
    ['http'],
    `insert into support_message (member_id, author, text) values (1, 'operator', 'x')`,
  ],
  [
    'write as the check',
    ['http'],
    `insert into support_message (member_id, author, finding) values (1, 'check', '{}')`,
  ],
  ['delete a doubt', ['http', 'feed'], 'delete from support_check'],
  ['count a day', ['http', 'feed'], `insert into fairness_day (day, ends_at) values ('2026-01-01', now())`],
  ['set an order aside', ['http', 'feed'], `select set_order_aside(gen_random_uuid(), 'x')`],
];

it.each(['orderStake', 'fee', 'practiceGrant', 'orderPayout', 'withdraw', 'manualAdd', 'withdrawalReturned'])(
  'the worker writes no transfer of the type %s',
  async (type) => {
    expect(await refusalOf(test.pools.worker, transferSql({ type, refId: crypto.randomUUID() }))).toBe('NOT_ALLOWED');
  },
);

describe('a role without the task', () => {
  it.each(OTHERS)('may not %s', async (_, roles, sql) => {
    for (const role of roles) expect([role, await tried(test.pools[role], sql)]).toEqual([role, DENIED]);
  });
});

it('every right that no-outcome-lever.test.ts does not name is refused', async () => {
  const { rows } = await test.ownerPool.query(
    `select c.relname as name, (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = 1) as col
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const tables = z.array(z.object({ name: z.string(), col: z.string() })).parse(rows);
  const passed: string[] = [];
  for (const role of ROLES)
    for (const { name, col } of tables) {
      const verbs = {
        insert: `insert into "${name}" select * from "${name}" where false`,
        update: `update "${name}" set "${col}" = "${col}" where false`,
        delete: `delete from "${name}" where false`,
        truncate: `truncate "${name}"`,
      };
      for (const [verb, sql] of Object.entries(verbs)) {
        const right = await test.ownerPool.query('select has_table_privilege($1, $2, $3) as may', [
          `candor_${role}`,
          `"${name}"`,
          verb,
        ]);
        const may = z.object({ may: z.boolean() }).parse(right.rows[0]).may;
        if (!may && (await tried(test.pools[role], sql)) === 'done') passed.push(`${role}: ${sql}`);
      }
    }
  expect(passed).toEqual([]);
}, 60_000);

// Transfers ------------------------------------------------------------------------------------------------------------

function transferSql(...changes: Partial<TransferAttack>[]): string {
  return transfersSql(
    ...changes.map((one) => ({ debit: ['funds', member ?? 1n] as const, refId: open?.id ?? '', ...one })),
  );
}

describe('creating money', () => {
  const funds = (): [string, bigint] => ['funds', member];
  const grant = (): Partial<TransferAttack> => ({
    type: 'practiceGrant',
    debit: ['grants', null],
    credit: funds(),
    refType: 'member',
    refId: `${member}`,
  });
  const firstGrant = (): Partial<TransferAttack> => ({
    ...grant(),
    amount: minor('100000'),
    credit: ['funds', newcomer],
    refId: `${newcomer}`,
  });
  const payout = (of: Target): Partial<TransferAttack> => ({
    type: 'orderPayout',
    amount: minor('185'),
    debit: ['house', null],
    credit: funds(),
    refId: of.id,
  });
  const refund = (of: Target): Partial<TransferAttack> => ({
    type: 'orderRefund',
    amount: minor('101'),
    debit: ['escrow', null],
    credit: funds(),
    refId: of.id,
  });

  it.each<[string, Role, () => Partial<TransferAttack>, string]>([
    ['a second grant', 'http', () => ({ ...grant(), amount: minor('100000') }), REFUSED_TRANSFER],
    ['a first grant that is too large', 'http', () => ({ ...firstGrant(), amount: minor('100001') }), REFUSED_TRANSFER],
    ['a first grant for another', 'http', () => ({ ...firstGrant(), refId: `${stranger}` }), REFUSED_TRANSFER],
    ['a first grant in another currency', 'http', () => ({ ...firstGrant(), currency: 'XTS' }), REFUSED_TRANSFER],
    ['a first grant of real money', 'http', () => ({ ...firstGrant(), wallet: 'cash' }), REFUSED_TRANSFER],
    [
      'a reset to more than the start',
      'http',
      () => ({ ...grant(), type: 'practiceReset', amount: minor('100000') }),
      REFUSED_TRANSFER,
    ],
    [
      'a reset of real money',
      'http',
      () => ({ ...grant(), type: 'practiceReset', wallet: 'cash', amount: minor('100000') }),
      REFUSED_TRANSFER,
    ],
    ['a deposit', 'http', () => ({ ...grant(), type: 'recharge', debit: ['clearing', null] }), REFUSED_TRANSFER],
    ['a withdrawal', 'http', () => ({ type: 'withdraw', credit: ['clearing', null] }), REFUSED_TRANSFER],
    ['a payout of a won order', 'http', () => payout(won), REFUSED_TRANSFER],
    ['a payout of a lost order', 'http', () => payout(lost), REFUSED_TRANSFER],
    ['a refund of a tied order', 'http', () => refund(tied), REFUSED_TRANSFER],
    ['a refund of an open order', 'http', () => refund(open), REFUSED_TRANSFER],
    ['a stake twice', 'http', () => ({}), '23505'],
    ['a stake of another amount', 'http', () => ({ amount: minor('99') }), REFUSED_TRANSFER],
    ['a stake of another member', 'http', () => ({ debit: ['funds', stranger] }), REFUSED_TRANSFER],
    ['a stake in another currency', 'http', () => ({ currency: 'XTS' }), REFUSED_TRANSFER],
    ['a stake to the house', 'http', () => ({ credit: ['house', null] }), REFUSED_TRANSFER],
    ['a fee of another amount', 'http', () => ({ type: 'fee', amount: minor('2') }), REFUSED_TRANSFER],
    ['a fee twice', 'http', () => ({ type: 'fee', amount: minor('1') }), '23505'],
  ])('is refused: %s', async (_, role, changes, code) => {
    expect(await tried(test.pools[role], transferSql(changes()))).toBe(code);
  });

  it('is refused: two first grants in one call', async () => {
    expect(await tried(test.pools.http, transferSql(firstGrant()))).toBe('done');
    expect(await tried(test.pools.http, transferSql(firstGrant(), firstGrant()))).toBe(REFUSED_TRANSFER);
  });

  it('is refused: moving money from one member to another, even by the owner', async () => {
    const gift: Partial<TransferAttack> = { type: 'withdraw', refType: 'test', refId: 'x' };
    expect(await tried(test.ownerPool, transferSql({ ...gift, credit: ['clearing', null] }))).toBe('done');
    expect(await tried(test.ownerPool, transferSql({ ...gift, credit: ['funds', stranger] }))).toBe(REFUSED_TRANSFER);
  });

  it.each<['up' | 'down', string]>([
    ['up', '0'],
    ['down', '1000'],
  ])('is refused: a reset %s that ignores held money', async (way, added) => {
    const by: Partial<TransferAttack> = { refType: 'test', refId: 'x' };
    const prepare = [
      transferSql({ ...by, amount: minor('30'), type: 'withdraw', phase: 'pending', credit: ['clearing', null] }),
    ];
    if (added !== '0')
      prepare.push(
        transferSql({ ...by, amount: minor(added), type: 'recharge', debit: ['clearing', null], credit: funds() }),
      );
    const free = (await available()) - minor('30') + minor(added);
    const missing = minor('100000') - free;
    const reset = (amount: bigint): string =>
      transferSql({
        ...grant(),
        type: 'practiceReset',
        amount,
        ...(way === 'up' ? {} : { debit: funds(), credit: ['grants', null] }),
      });
    const right = way === 'up' ? missing : -missing;
    const ignoring = way === 'up' ? right - minor('30') : right + minor('30');
    expect(await tried(test.ownerPool, ...prepare, 'set local role candor_http', reset(right))).toBe('done');
    expect(await tried(test.ownerPool, ...prepare, 'set local role candor_http', reset(ignoring))).toBe(
      REFUSED_TRANSFER,
    );
  });

  it('a correct transfer passes', async () => {
    // As after a bad day: a reset restores the missing money.
    const missing = minor('100000') - (await available());
    expect(await tried(test.pools.http, transferSql({ ...grant(), type: 'practiceReset', amount: missing }))).toBe(
      'done',
    );
    expect(await tried(test.pools.http, transferSql({ ...grant(), type: 'practiceReset', amount: missing + 1n }))).toBe(
      REFUSED_TRANSFER,
    );
    // The stake that the unpaid order lacks.
    expect(await tried(test.pools.http, transferSql({ refId: unpaid.id }))).toBe('done');
  });

  async function available(): Promise<bigint> {
    const { rows } = await test.ownerPool.query('select posted - held as free from account where member_id = $1', [
      member,
    ]);
    return z.object({ free: z.bigint() }).parse(rows[0]).free;
  }
});

describe('a hold', () => {
  const hold = '00000000-0000-4000-8000-00000000000a';
  const pending = (): string =>
    transferSql({
      id: hold,
      type: 'withdraw',
      phase: 'pending',
      credit: ['clearing', null],
      refType: 'test',
      refId: 'x',
    });
  const resolve = (changes: Partial<TransferAttack>): string =>
    transferSql({
      type: 'withdraw',
      phase: 'post',
      credit: ['clearing', null],
      refType: 'test',
      refId: 'x',
      pending: hold,
      ...changes,
    });

  it.each<[string, () => Partial<TransferAttack>, string]>([
    ['is posted', () => ({}), 'done'],
    ['is posted in part', () => ({ amount: minor('40') }), 'done'],
    ['is voided', () => ({ phase: 'void' }), 'done'],
    ['is not posted for more', () => ({ amount: minor('101') }), REFUSED_TRANSFER],
    ['is not voided in part', () => ({ phase: 'void', amount: minor('40') }), REFUSED_TRANSFER],
    ['is not posted to another account', () => ({ credit: ['house', null] }), REFUSED_TRANSFER],
    ['is not posted from another member', () => ({ debit: ['funds', stranger] }), REFUSED_TRANSFER],
    ['is not posted in another wallet', () => ({ wallet: 'cash' }), REFUSED_TRANSFER],
    ['is not another transfer', () => ({ pending: crypto.randomUUID() }), REFUSED_TRANSFER],
  ])('%s', async (_, changes, code) => {
    expect(await tried(test.ownerPool, pending(), resolve(changes()))).toBe(code);
  });

  it('cannot resolve a transfer that was made at once', async () => {
    const made = transferSql({ id: hold, type: 'withdraw', credit: ['clearing', null], refType: 'test', refId: 'x' });
    expect(await tried(test.ownerPool, made, resolve({}))).toBe(REFUSED_TRANSFER);
  });

  it('is resolved only once', async () => {
    for (const phase of ['post', 'void'])
      expect(await tried(test.ownerPool, pending(), resolve({}), resolve({ phase }))).toBe('23505');
  });

  it('gives the rest back when it is posted in part', async () => {
    const free = `select 1 / (held = 0)::int from account where member_id = ${member}`;
    expect(await tried(test.ownerPool, pending(), resolve({ amount: minor('40') }), free)).toBe('done');
  });
});

// Orders ---------------------------------------------------------------------------------------------------------------

function newOrderSql(changes: Record<string, string> = {}): string {
  return orderSql(member, 'NEWUSD', changes);
}

describe('an order and its stake', () => {
  const funds = () => `(select posted from account where member_id = ${member} and kind = 'funds')`;

  it('move together: stake and fee are lines in the statement of its member', async () => {
    const id = crypto.randomUUID();
    const check = `select 1 / (count(*) = 2 and sum(amount) = ${minor('101')} and bool_and(member_id = ${member})
        and min(debit_balance_after) = ${funds()})::int from transfer where ref_type = 'order' and ref_id = '${id}'`;
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
    ['backdated', { accepted_at: `now - interval '1 minute'` }, REFUSED_ORDER],
    ['accepted before its transaction began', { accepted_at: `now - interval '1 second'` }, REFUSED_ORDER],
    ['accepted in the future', { accepted_at: `now + interval '1 second'` }, REFUSED_ORDER],
    [
      'entering at a second that is over',
      {
        entry_at: `date_trunc('second', now) + interval '1 second'`,
        closes_at: `date_trunc('second', now) + interval '6 seconds'`,
      },
      REFUSED_ORDER,
    ],
    [
      'entering with the newest price',
      {
        entry_at: `entry - interval '1 second'`,
        closes_at: `entry + interval '4 seconds'`,
        accepted_at: `entry - interval '2 seconds'`,
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

  it.each(['frozen = true', 'trading_allowed = false'])('is refused for a member with %s', async (change) => {
    const other = await makeMember(test.pool);
    await test.ownerPool.query(`update member set ${change} where id = $1`, [other]);
    expect(await tried(test.pools.http, newOrderSql({ member_id: `${other}` }))).toBe(REFUSED_ORDER);
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
        duration_sec, terms_version, submitted_at, accepted_at, entry_at, closes_at)
      select gen_random_uuid(), x.member_id, o.wallet, 'NEWUSD', o.direction, o.stake, o.fee, o.payout_rate, o.payout,
        o.duration_sec, o.terms_version, o.submitted_at, clock_timestamp(), h.at + interval '1 second', h.at + interval '6 seconds'
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

// Settlements ----------------------------------------------------------------------------------------------------------

/** Calls settle_orders for one order. The verdict is the right one for `due`, unless `changes` says otherwise. */
function settleSql(orderId: string, changes: Record<string, string> = {}): string {
  const verdict = {
    product: `'DUEUSD'`,
    entry_at: `(select entry_at from trade_order where id = ${orderId})`,
    closes_at: `(select closes_at from trade_order where id = ${orderId})`,
    winner: `'up'`,
    reason: 'null::text',
    entry_seq: '2::bigint',
    entry_tick_at: `(select entry_at from trade_order where id = ${orderId})`,
    entry_price: '10000::bigint',
    exit_seq: '3::bigint',
    exit_tick_at: `(select closes_at from trade_order where id = ${orderId})`,
    exit_price: '10001::bigint',
    ...changes,
  };
  return `select settle_orders(array[${orderId}], ${Object.values(verdict)
    .map((value) => `array[${value}]`)
    .join(', ')})`;
}

describe('a settlement by a verdict', () => {
  const dueId = (): string => `'${due.id}'::uuid`;
  const settledOnce = (): string =>
    `select 1 / (count(*) = 1)::int from settlement where order_id = '${due.id}' and outcome = 'won'`;

  it('passes when it matches the verdict of the ticks, and is written once', async () => {
    expect(await tried(test.pools.worker, settleSql(dueId()), settledOnce())).toBe('done');
    expect(await tried(test.pools.worker, settleSql(dueId()), settleSql(dueId()), settledOnce())).toBe('done');
  });

  it.each<[string, Record<string, string>]>([
    ['the other direction wins', { winner: `'down'` }],
    ['nobody wins', { winner: 'null::text' }],
    ['void without a reason to', { winner: 'null::text', reason: `'EXIT_NOT_OK'` }],
    ['an invented entry', { entry_price: '9999::bigint' }],
    ['an invented exit', { exit_price: '10002::bigint' }],
    ['another tick', { entry_seq: '1::bigint' }],
    ['no tick', { exit_seq: 'null::bigint' }],
  ])('is refused: %s', async (_, changes) => {
    expect(await tried(test.pools.worker, settleSql(dueId(), changes))).toMatch(/CD007|23514/);
  });

  it('settles nothing by a verdict on another window', async () => {
    const none = `select 1 / (count(*) = 0)::int from settlement where order_id = '${due.id}'`;
    expect(await tried(test.pools.worker, settleSql(dueId(), { product: `'OPENUSD'` }), none)).toBe('done');
    const later = `(select entry_at + interval '1 second' from trade_order where id = ${dueId()})`;
    expect(await tried(test.pools.worker, settleSql(dueId(), { entry_at: later }), none)).toBe('done');
    const early = `(select closes_at - interval '1 second' from trade_order where id = ${dueId()})`;
    expect(await tried(test.pools.worker, settleSql(dueId(), { closes_at: early }), none)).toBe('done');
  });
});

describe('a settlement', () => {
  const settlementSql = (target: Target, changes: Record<string, string> = {}): string => {
    const columns = {
      order_id: `'${target.id}'`,
      member_id: `${target.member}`,
      outcome: `'won'`,
      reason: 'null',
      entry_seq: '2',
      entry_at: 'entry_at',
      entry_price: '10000',
      exit_seq: '3',
      exit_at: 'closes_at',
      exit_price: '10001',
      profit: `${minor('84')}`,
      credited: `${minor('185')}`,
      ...changes,
    };
    return `insert into settlement (${Object.keys(columns).join(', ')}) select ${Object.values(columns).join(', ')}
      from trade_order where id = '${target.id}'`;
  };

  it('passes when it follows the ticks', async () => {
    expect(await tried(test.pools.worker, settlementSql(due))).toBe('done');
  });

  it.each<[string, Record<string, string>]>([
    ['lost instead of won', { outcome: `'lost'`, profit: `${-minor('101')}`, credited: '0' }],
    ['lost with the amounts of a win', { outcome: `'lost'` }],
    ['at an invented exit', { exit_price: '9999', outcome: `'lost'`, profit: `${-minor('101')}`, credited: '0' }],
    ['at an invented entry', { entry_price: '9999' }],
    ['at another tick', { entry_seq: '1' }],
    ['at another moment', { exit_at: `closes_at - interval '1 second'` }],
    [
      'voided with an invented reason',
      { outcome: `'voided'`, reason: `'EXIT_NOT_OK'`, profit: '0', credited: `${minor('101')}` },
    ],
    ['as a tie', { outcome: `'tied'`, exit_price: '10000', profit: '0', credited: `${minor('101')}` }],
    ['paying too much', { credited: `${minor('186')}`, profit: `${minor('85')}` }],
    ['paying too little', { credited: `${minor('184')}`, profit: `${minor('83')}` }],
    ['with another profit', { profit: `${minor('85')}` }],
    ['with another credit', { credited: `${minor('186')}` }],
    ['for another member', { member_id: '10000' }],
  ])('is refused: %s', async (_, changes) => {
    expect(await tried(test.pools.worker, settlementSql(due, changes))).toBe(REFUSED_SETTLEMENT);
  });

  it.each(['orderStake', 'fee'])('is refused for an order whose %s was never paid', async (type) => {
    const unpay = `delete from transfer where ref_id = '${due.id}' and type = '${type}'`;
    expect(await tried(test.ownerPool, unpay, settlementSql(due))).toBe(REFUSED_SETTLEMENT);
  });

  it('closes the position of its own order and no other', async () => {
    const others = `select 1 / (count(*) = 2)::int from position`;
    const own = `select 1 / (count(*) = 0)::int from position where order_id = '${due.id}'`;
    expect(await tried(test.ownerPool, settlementSql(due), others, own)).toBe('done');
  });

  it('moves its money itself: no settlement is written without its transfers', async () => {
    const moved = `select 1 / (string_agg(concat_ws(' ', t.type, d.kind, c.kind, t.amount, t.member_id), ', ' order by t.type)
        = 'fee escrow fees ${minor('1')}, orderClose escrow house ${minor('100')}, orderPayout house funds ${minor('185')} ${member}')::int
      from transfer t join account d on d.id = t.debit_account join account c on c.id = t.credit_account
      where t.ref_id = '${due.id}' and t.debit_seq is null`;
    const balance = `(select posted from account where member_id = ${member} and kind = 'funds' and wallet = 'practice')`;
    const line = `select 1 / (a.posted = t.credit_balance_after and a.seq = t.credit_seq)::int
      from account a join transfer t on t.credit_account = a.id where t.ref_id = '${due.id}'`;
    const { rows } = await test.ownerPool.query(`select ${balance} as posted`);
    const { posted } = z.object({ posted: z.bigint() }).parse(rows[0]);
    const paid = `select 1 / (${balance} = ${posted + minor('185')})::int`;
    expect(await tried(test.pools.worker, settlementSql(due), moved, paid, line)).toBe('done');
    expect(await tried(test.ownerPool, settlementSql(due), moved, paid, line)).toBe('done');
  });

  it('is refused for an order that is still open, already settled, or never paid', async () => {
    expect(await tried(test.pools.worker, settlementSql(open))).toBe(REFUSED_SETTLEMENT);
    // Without a verdict there are no ticks to differ from; the table wants ticks or a reason.
    const columns = ['entry_seq', 'entry_at', 'entry_price', 'exit_seq', 'exit_at', 'exit_price'];
    const tickless = {
      ...Object.fromEntries(columns.map((column) => [column, 'null'])),
      outcome: `'tied'`,
      profit: '0',
      credited: `${minor('101')}`,
    };
    expect(await tried(test.pools.worker, settlementSql(open, tickless))).toBe('23514');
    const voided = { ...tickless, outcome: `'voided'`, reason: `'NO_ENTRY_TICK'` };
    expect(await tried(test.pools.worker, settlementSql(open, voided))).toBe(REFUSED_SETTLEMENT);
    expect(await tried(test.pools.worker, settlementSql(won))).toBe('23505');
    expect(await tried(test.pools.worker, settlementSql(unpaid))).toBe(REFUSED_SETTLEMENT);
  });
});

// Prices ---------------------------------------------------------------------------------------------------------------

it('a feed that lost the lead publishes nothing', async () => {
  expect(
    await tried(
      test.pools.feed,
      'select take_feed_lead()',
      `select publish_ticks((select epoch - 1 from feed_leader), '[]')`,
    ),
  ).toBe('CD001');
  expect(
    await tried(
      test.pools.feed,
      'select take_feed_lead()',
      `select publish_ticks((select epoch from feed_leader), '[]')`,
    ),
  ).toBe('done');
});

it.each([
  ['ticks', `select publish_ticks((select epoch from feed_leader), '[]')`],
  ['checkpoints', `select publish_checkpoints((select epoch from feed_leader), '[]')`],
])('no feed takes the lead while %s are being published', async (_, publish) => {
  const connection = await test.pools.feed.connect();
  try {
    await connection.query('begin');
    await connection.query(publish);
    expect(await tried(test.pools.feed, `set local lock_timeout = '100ms'`, 'select take_feed_lead()')).toBe('55P03');
  } finally {
    await connection.query('rollback');
    connection.release();
  }
  expect(await tried(test.pools.feed, `set local lock_timeout = '100ms'`, 'select take_feed_lead()')).toBe('done');
});

it('ticks of a recent day cannot be deleted', async () => {
  expect(await tried(test.pools.worker, 'select drop_archived_ticks(current_date)')).toBe('CD004');
});
