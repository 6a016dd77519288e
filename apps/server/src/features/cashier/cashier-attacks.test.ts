import { randomUUID } from 'node:crypto';
import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transfersSql, tried } from '../../testing/attacks.ts';
import { makeMember } from '../../testing/factories.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { inName, makeOperator } from '../../testing/test-operator.ts';

/**
 * What the logins of http, worker and console try to do with money in and out beyond their task. Each attack is a whole
 * transaction: the database compares money and state at its end.
 */
let test: TestDb;
let member: bigint;
let first: bigint;
let second: bigint;
let stranger: bigint;

beforeAll(async () => {
  test = await createTestDb();
  member = await makeMember(test.ownerPool, '1000');
  stranger = await makeMember(test.ownerPool, '0');
  await test.ownerPool.query(
    `insert into bank_card (member_id, holder_sealed, number_sealed, number_mark, bank)
     values ($1, sha256('x'), sha256('x'), sha256('card'), 'ICBC')`,
    [member.toString()],
  );
  first = await makeOperator(test.ownerPool);
  second = await makeOperator(test.ownerPool);
});
afterAll(async () => await test.drop());

/** That the audit has an entry too is checked by app/attacks-on-operators.test.ts. */
const CHECK_NOW = 'set constraints check_money immediate';
let references = 0;

function reference(): string {
  references += 1;
  return `TEST${references.toString().padStart(4, '0').replaceAll('0', 'A').replaceAll('1', 'B')}`;
}

/** A deposit of 100 through a channel, as http writes it. */
function depositSql(
  id: string,
  {
    channel = 'bank',
    amount = minor('100'),
    changes = {},
  }: { channel?: string; amount?: bigint; changes?: Readonly<Record<string, string>> } = {},
): string {
  const columns = {
    id: `'${id}'`,
    reference: `'${reference()}'`,
    member_id: String(member),
    wallet: `'practice'`,
    currency: `'${TEST_CURRENCY.code}'`,
    channel: 'code',
    kind: 'kind',
    network: 'network',
    amount: String(amount),
    asset: 'asset',
    asset_amount: String(amount),
    rate: 'rate',
    rate_until: 'now()',
    details: 'details',
    expires_at: 'now()',
    ...changes,
  };
  return `insert into deposit (${Object.keys(columns).join(', ')}) select ${Object.values(columns).join(', ')}
    from deposit_channel where code = '${channel}'`;
}

const HOLD = randomUUID();
const FEE_HOLD = randomUUID();

/** A withdrawal of 200 with its fee of 2, as http writes it. */
function withdrawalSql(id: string, changes: Record<string, string> = {}): string {
  const columns = {
    id: `'${id}'`,
    reference: `'${reference()}'`,
    member_id: String(member),
    wallet: `'practice'`,
    currency: `'${TEST_CURRENCY.code}'`,
    amount: String(minor('200')),
    fee: String(minor('2')),
    hold: `'${HOLD}'`,
    fee_hold: `'${FEE_HOLD}'`,
    payee: `'{}'`,
    payee_sealed: `'x'`,
    ...changes,
  };
  return `insert into withdrawal (${Object.keys(columns).join(', ')}) values (${Object.values(columns).join(', ')})`;
}

function holdSql(id: string, amount = minor('198'), fee = minor('2'), holds = [HOLD, FEE_HOLD]): string {
  const common = { debit: ['funds', member], refType: 'withdrawal', refId: id, phase: 'pending' } as const;
  return transfersSql(
    { ...common, id: holds[0] ?? HOLD, type: 'withdraw', amount, credit: ['clearing', null] },
    { ...common, id: holds[1] ?? FEE_HOLD, type: 'fee', amount: fee, credit: ['fees', null] },
  );
}

function creditSql(id: string, amount = minor('100'), to = member): string {
  return transfersSql({
    type: 'recharge',
    debit: ['clearing', null],
    credit: ['funds', to],
    amount,
    refType: 'deposit',
    refId: id,
  });
}

/** A deposit that has come to this state, written by the owner along its edges. */
async function depositIn(state: 'pending' | 'reviewing' | 'seconding', channel = 'bank'): Promise<string> {
  const id = randomUUID();
  await test.ownerPool.query(depositSql(id, { channel }));
  const path = ['pending', 'reviewing', 'seconding'];
  for (const next of path.slice(0, path.indexOf(state) + 1)) {
    const more =
      next === 'reviewing'
        ? `, taken_by = ${first}`
        : next === 'seconding'
          ? `, first_by = ${first}, credited = ${minor('150')}`
          : '';
    await test.ownerPool.query(`update deposit set status = '${next}'${more} where id = '${id}'`);
  }
  return id;
}

describe('the role http', () => {
  it.each([
    ['a deposit that is approved from its start', { status: `'approved'` }, '42501'],
    ['a deposit worth more than was sent', { amount: String(minor('101')) }, 'CD090'],
    ['a deposit at another rate', { rate: 'rate * 2', amount: String(minor('200')) }, 'CD090'],
    ['a deposit that says another rate', { rate: 'rate * 2' }, 'CD090'],
    ['a deposit in another wallet', { wallet: `'cash'` }, 'CD090'],
    ['a deposit in another currency', { currency: `'XTS'` }, 'CD090'],
    ['a deposit to another account', { details: `'{"number":"6222"}'` }, 'CD090'],
    ['a deposit of another kind', { kind: `'practice'` }, 'CD090'],
    ['a deposit below the minimum', { amount: String(minor('99')), asset_amount: String(minor('99')) }, 'CD090'],
  ])('cannot write %s', async (_, changes, code) => {
    expect(await tried(test.pools.http, depositSql(randomUUID(), { changes }))).toBe(code);
  });

  it('cannot write a deposit beyond its first state, and neither can the owner', async () => {
    const pending = { status: `'pending'` };
    expect(await tried(test.pools.http, depositSql(randomUUID(), { changes: pending }))).toBe('42501');
    expect(await tried(test.ownerPool, depositSql(randomUUID(), { changes: pending }))).toBe('CD090');
  });

  it('writes a deposit that is right', async () => {
    expect(await tried(test.pools.http, depositSql(randomUUID()), CHECK_NOW)).toBe('done');
  });

  it.each([
    ['approve', `status = 'approved'`, 'CD090'],
    ['take', `status = 'reviewing'`, 'CD090'],
    ['reject', `status = 'rejected', reason = 'OTHER'`, 'CD090'],
    ['name what is credited', `credited = 100`, '42501'],
    ['change the amount', `amount = 200`, '42501'],
    ['change what is said without a step', `txid = 'x'`, 'CD090'],
  ])('cannot %s', async (_, change, code) => {
    const id = await depositIn('pending');
    expect(await tried(test.pools.http, `update deposit set ${change} where id = '${id}'`)).toBe(code);
  });

  it('cannot credit a deposit', async () => {
    expect(await tried(test.pools.http, creditSql(await depositIn('pending')))).toBe('CD005');
  });

  it('writes a withdrawal with its holds, and none without or with others', async () => {
    const id = randomUUID();
    const write = withdrawalSql(id);
    expect(await tried(test.pools.http, write, holdSql(id), CHECK_NOW)).toBe('done');
    expect(await tried(test.pools.http, write, CHECK_NOW)).toBe('CD091');
    expect(await tried(test.pools.http, write, holdSql(id, minor('100')), CHECK_NOW)).toBe('CD005');
    expect(await tried(test.pools.http, write, holdSql(id, minor('198'), minor('1')), CHECK_NOW)).toBe('CD005');
  });

  it.each([
    ['without its fee', { fee: '0', fee_hold: 'null' }, 'CD091'],
    ['above the maximum', { amount: String(minor('50001')), fee: String(minor('50')) }, 'CD091'],
    ['in another wallet', { wallet: `'cash'` }, 'CD091'],
    ['that is approved', { status: `'approved'` }, '42501'],
  ])('cannot write a withdrawal %s', async (_, changes, code) => {
    expect(await tried(test.pools.http, withdrawalSql(randomUUID(), changes))).toBe(code);
  });

  it.each(['withdrawal_allowed = false', 'frozen = true', `withdrawals_paused_until = now() + interval '1 hour'`])(
    'cannot write a withdrawal of a member with %s',
    async (standing) => {
      const id = randomUUID();
      await test.ownerPool.query(`update member set ${standing} where id = $1`, [member]);
      const answer = await tried(test.pools.http, withdrawalSql(id), holdSql(id), CHECK_NOW);
      await test.ownerPool.query(
        'update member set withdrawal_allowed = true, frozen = false, withdrawals_paused_until = null where id = $1',
        [member],
      );
      expect(answer).toBe('CD091');
    },
  );
});

describe('the role worker', () => {
  it('credits a practice deposit, and not one of the bank', async () => {
    for (const [channel, code] of [
      ['practice', 'done'],
      // By a notice of its service alone: credit-attacks.test.ts.
      ['online-practice', 'CD305'],
      ['bank', 'CD090'],
    ] as const) {
      const id = await depositIn('pending', channel);
      const approve = `update deposit set status = 'approved', credited = ${minor('100')} where id = '${id}'`;
      expect(await tried(test.pools.worker, approve, creditSql(id), CHECK_NOW), channel).toBe(code);
    }
  });

  it('cannot credit more, less, twice, or somebody else', async () => {
    const id = await depositIn('pending', 'practice');
    const approve = (amount: bigint) =>
      `update deposit set status = 'approved', credited = ${amount} where id = '${id}'`;
    const right = approve(minor('100'));
    expect(await tried(test.pools.worker, approve(minor('101')), creditSql(id, minor('101')))).toBe('CD090');
    expect(await tried(test.pools.worker, right, creditSql(id, minor('101')))).toBe('CD005');
    expect(await tried(test.pools.worker, right, creditSql(id, minor('99')))).toBe('CD005');
    expect(await tried(test.pools.worker, right, creditSql(id, minor('100'), stranger))).toBe('CD005');
    expect(await tried(test.pools.worker, right, creditSql(id), creditSql(id))).toBe('23505');
    expect(await tried(test.pools.worker, right, CHECK_NOW)).toBe('CD090');
  });
});

describe('the role console', () => {
  const by = (who: bigint, more = '') => `status = 'approved', credited = ${minor('100')}, first_by = ${who}${more}`;

  it.each([
    ['a deposit that nobody took', 'pending', () => by(first), 'CD090'],
    ['the word of the member', 'reviewing', () => by(member), '23514'],
    [
      'another amount by one operator',
      'reviewing',
      () => `status = 'approved', credited = ${minor('150')}, first_by = ${first}`,
      '23514',
    ],
    ['another proposer', 'seconding', () => `status = 'approved', first_by = ${second}, second_by = ${first}`, 'CD090'],
    [
      'another amount than proposed',
      'seconding',
      () => `status = 'approved', credited = ${minor('160')}, second_by = ${second}`,
      'CD090',
    ],
    ['a rejection without a reason', 'reviewing', () => `status = 'rejected', first_by = ${first}`, '23514'],
  ] as const)('cannot approve with %s', async (_, state, change, code) => {
    const id = await depositIn(state);
    // Without the check at the end, which would refuse each of them for want of its credit.
    expect(await tried(test.pools.console, inName(`update deposit set ${change()} where id = '${id}'`, second))).toBe(
      code,
    );
  });

  it.each([
    ['more than twice the amount', '201'],
    ['less than the channel takes', '99'],
    ['ten thousand times the amount', '999999'],
  ])('cannot propose %s', async (_, text) => {
    const id = await depositIn('reviewing');
    const propose = (credited: bigint) =>
      `update deposit set status = 'seconding', credited = ${credited}, first_by = ${first}, reason = 'OTHER' where id = '${id}'`;
    expect(await tried(test.pools.console, inName(propose(minor('200')), first))).toBe('done');
    expect(await tried(test.pools.console, inName(propose(minor(text)), first))).toBe('CD331');
  });

  it('cannot credit a large amount by one operator, and neither one without its proof', async () => {
    const large = randomUUID();
    const bare = randomUUID();
    const credit = (id: string, amount: ReturnType<typeof minor>) => [
      inName(
        `update deposit set status = 'approved', credited = ${amount}, first_by = ${first} where id = '${id}'`,
        first,
      ),
      creditSql(id, amount),
      CHECK_NOW,
    ];
    await test.ownerPool.query(depositSql(large, { amount: minor('10000') }));
    await test.ownerPool.query(`update deposit_channel set proof_required = true where code = 'bank'`);
    await test.ownerPool.query(depositSql(bare));
    await test.ownerPool.query(`update deposit_channel set proof_required = false where code = 'bank'`);
    for (const [id, amount] of [
      [large, minor('10000')],
      [bare, minor('100')],
    ] as const) {
      await test.ownerPool.query(`update deposit set status = 'pending' where id = '${id}'`);
      await test.ownerPool.query(`update deposit set status = 'reviewing', taken_by = ${first} where id = '${id}'`);
      expect(await tried(test.pools.console, ...credit(id, amount))).toBe('CD331');
      const propose = inName(
        `update deposit set status = 'seconding', credited = ${amount}, first_by = ${first} where id = '${id}'`,
        first,
      );
      const alone = inName(`update deposit set status = 'approved' where id = '${id}'`, second);
      const confirm = inName(
        `update deposit set status = 'approved', second_by = ${second} where id = '${id}'`,
        second,
      );
      expect(await tried(test.pools.console, propose, alone, creditSql(id, amount), CHECK_NOW)).toBe('CD331');
      expect(await tried(test.pools.console, propose, confirm, creditSql(id, amount), CHECK_NOW)).toBe('done');
    }
  });

  it('credits what it approves, and exactly that', async () => {
    const id = await depositIn('reviewing');
    const approve = inName(`update deposit set ${by(first)} where id = '${id}'`);
    expect(await tried(test.pools.console, approve, creditSql(id), CHECK_NOW)).toBe('done');
    expect(await tried(test.pools.console, approve, CHECK_NOW)).toBe('CD090');
    expect(await tried(test.pools.console, creditSql(id), CHECK_NOW)).toBe('CD005');
    expect(await tried(test.pools.console, approve, creditSql(id, minor('100'), stranger), CHECK_NOW)).toBe('CD005');
  });

  it('credits nothing that waits for its second operator', async () => {
    const id = await depositIn('seconding');
    const credit = creditSql(id, minor('150'));
    expect(await tried(test.pools.console, credit)).toBe('CD005');
    const approve = inName(`update deposit set status = 'approved', second_by = ${second} where id = '${id}'`);
    expect(await tried(test.pools.console, approve, credit, CHECK_NOW)).toBe('done');
  });

  it('posts a withdrawal by two operators, once, whole, and not before', async () => {
    const id = randomUUID();
    const connection = await test.pools.http.connect();
    try {
      await connection.query('begin');
      await connection.query(withdrawalSql(id));
      await connection.query(holdSql(id));
      await connection.query('commit');
    } finally {
      connection.release();
    }
    const set = (change: string) =>
      inName(`update withdrawal set ${change} where id = '${id}'`, /_by = \d/.test(change) ? undefined : first);
    const resolve = (phase: 'post' | 'void', amount = minor('198')) => {
      const common = { debit: ['funds', member], refType: 'withdrawal', refId: id, phase } as const;
      return transfersSql(
        { ...common, pending: HOLD, type: 'withdraw', amount, credit: ['clearing', null] },
        { ...common, pending: FEE_HOLD, type: 'fee', amount: minor('2'), credit: ['fees', null] },
      );
    };
    const path = [
      set(`status = 'reviewing', taken_by = ${first}`),
      set(`status = 'seconding', first_by = ${first}`),
      set(`status = 'approved', second_by = ${second}`),
    ];
    const consolePool = test.pools.console;
    expect(await tried(consolePool, ...path, resolve('post'), CHECK_NOW)).toBe('done');
    expect(await tried(consolePool, ...path, CHECK_NOW), 'without its money').toBe('CD091');
    expect(await tried(consolePool, ...path, resolve('void'), CHECK_NOW), 'released though approved').toBe('CD005');
    expect(await tried(consolePool, ...path, resolve('post', minor('100')), CHECK_NOW), 'in part').toBe('CD005');
    expect(await tried(consolePool, ...path, resolve('post'), resolve('post')), 'twice').toBe('23505');
    expect(await tried(consolePool, ...path.slice(0, 2), resolve('post')), 'by one operator').toBe('CD005');
    expect(
      await tried(consolePool, path[0] ?? '', set(`status = 'approved', first_by = ${first}, second_by = ${second}`)),
    ).toBe('CD091');
    expect(await tried(consolePool, ...path.slice(0, 2), set(`status = 'approved', second_by = ${first}`))).toBe(
      '23514',
    );
    const swapped = set(`status = 'approved', first_by = ${second}, second_by = ${first}`);
    expect(await tried(consolePool, ...path.slice(0, 2), swapped, resolve('post'), CHECK_NOW), 'by another first').toBe(
      'CD091',
    );
    expect(await tried(consolePool, set(`status = 'cancelled'`)), 'for the member').toBe('CD091');
    expect(await tried(consolePool, set('amount = 1')), 'another amount').toBe('42501');
    expect(await tried(consolePool, ...path, resolve('post'), set(`paid_out = 'arrived'`)), 'before it is sent').toBe(
      'CD091',
    );
    const reject = set(`status = 'rejected', reason = 'OTHER', first_by = ${first}`);
    expect(await tried(consolePool, path[0] ?? '', reject, resolve('void'), CHECK_NOW)).toBe('done');
    expect(await tried(consolePool, path[0] ?? '', reject, resolve('post'), CHECK_NOW), 'posted though rejected').toBe(
      'CD005',
    );
    const returned = (amount: bigint, from: 'clearing' | 'fees') =>
      transfersSql({
        type: 'withdrawalReturned',
        debit: [from, null],
        credit: ['funds', member],
        amount,
        refType: 'withdrawal',
        refId: id,
      });
    const pay = [...path, resolve('post'), set(`paid_out = 'sent', bank_ref = 'B-1', moved_by = ${first}`)];
    const propose = set(`paid_out = 'returning', reason = 'BANK_REFUSED', moved_by = ${first}`);
    const sent = [...pay, propose, set(`paid_out = 'returned', moved_by = ${second}`)];
    const back = [returned(minor('198'), 'clearing'), returned(minor('2'), 'fees')];
    expect(await tried(consolePool, ...sent, ...back, CHECK_NOW)).toBe('done');
    const [byFirst, bySecond] = [first, second].map((who) => set(`paid_out = 'returned', moved_by = ${who}`));
    expect(await tried(consolePool, ...pay, propose, byFirst ?? '', ...back, CHECK_NOW), 'by who proposed it').toBe(
      'CD330',
    );
    const other = propose.replace(`moved_by = ${first}`, `moved_by = ${second}`);
    expect(await tried(consolePool, ...pay, other, byFirst ?? '', ...back, CHECK_NOW), 'by who sent it').toBe('CD330');
    expect(await tried(consolePool, ...pay, bySecond ?? '', ...back, CHECK_NOW), 'that nobody proposed').toBe('CD091');
    expect(await tried(consolePool, ...pay, propose, ...back), 'that is only proposed').toBe('CD005');
    expect(
      await tried(consolePool, ...pay, propose, set(`paid_out = 'returned', reason = 'OTHER', moved_by = ${second}`)),
      'in other words',
    ).toBe('CD330');
    expect(await tried(consolePool, ...pay, set(`paid_out = 'returning', moved_by = ${first}`)), 'no reason').toBe(
      '23514',
    );
    expect(await tried(consolePool, ...pay, set(`paid_out = 'arrived', bank_ref = 'B-2', moved_by = ${first}`))).toBe(
      'CD330',
    );
    const refs = ['null', `''`, `' '`, `'-- #'`, `U&'\\200b'`, `U&'B-1\\2066'`, `U&'B\\+0e0020-1'`, `'Ｂ-1'`, `'В-1'`];
    for (const ref of refs) {
      const bare = set(`paid_out = 'sent', bank_ref = ${ref}, moved_by = ${first}`);
      expect(await tried(consolePool, ...path, resolve('post'), bare), `reference ${ref}`).toBe('CD330');
    }
    const used = `insert into payout_reference (ref_key, withdrawal_id) values ('b1', '${id}')`;
    expect(await tried(consolePool, used), 'a reference to choose').toBe('42501');
    expect(await tried(test.ownerPool, used, ...pay), 'a reference that is taken').toBe('23505');
    expect(await tried(consolePool, ...sent, CHECK_NOW), 'kept').toBe('CD091');
    expect(await tried(consolePool, ...sent, back[0] ?? '', CHECK_NOW), 'in part').toBe('CD091');
    expect(await tried(consolePool, ...sent, ...back, back[0] ?? ''), 'twice').toBe('23505');
    expect(await tried(consolePool, ...path, resolve('post'), ...back), 'before it came back').toBe('CD005');
  });

  it.each(['withdrawal_allowed = false', 'frozen = true', `withdrawals_paused_until = now() + interval '1 hour'`])(
    'neither approves nor sends a withdrawal of a member with %s',
    async (standing) => {
      const [id, hold, feeHold] = [randomUUID(), randomUUID(), randomUUID()];
      const set = (change: string) =>
        inName(`update withdrawal set ${change} where id = '${id}'`, /_by = \d/.test(change) ? undefined : first);
      const [take, approve, confirm] = [
        set(`status = 'reviewing', taken_by = ${first}`),
        set(`status = 'seconding', first_by = ${first}`),
        set(`status = 'approved', second_by = ${second}`),
      ];
      const common = { debit: ['funds', member], refType: 'withdrawal', refId: id, phase: 'post' } as const;
      const post = transfersSql(
        { ...common, pending: hold, type: 'withdraw', amount: minor('198'), credit: ['clearing', null] },
        { ...common, pending: feeHold, type: 'fee', amount: minor('2'), credit: ['fees', null] },
      );
      const send = set(`paid_out = 'sent', bank_ref = 'F-1', moved_by = ${first}`);
      const block = `update member set ${standing} where id = ${member}`;
      const asConsole = 'set local role candor_console';
      const begin = [
        withdrawalSql(id, { hold: `'${hold}'`, fee_hold: `'${feeHold}'` }),
        holdSql(id, minor('198'), minor('2'), [hold, feeHold]),
      ];
      const tryWith = async (...steps: string[]) => await tried(test.ownerPool, ...begin, ...steps);
      expect(await tryWith(asConsole, take, approve, confirm, post, send, CHECK_NOW)).toBe('done');
      expect(await tryWith(block, asConsole, take, approve)).toBe('CD330');
      expect(await tryWith(asConsole, take, approve, 'reset role', block, asConsole, confirm)).toBe('CD330');
      expect(await tryWith(asConsole, take, approve, confirm, post, 'reset role', block, asConsole, send)).toBe(
        'CD330',
      );
      expect(await tryWith(block, asConsole, take, set(`status = 'pending', taken_by = null`))).toBe('done');
    },
  );

  it.each([
    ['the channels', `update deposit_channel set rate = rate * 2`],
    ['the rule of withdrawals', 'update withdrawal_rule set daily_max = daily_max * 2'],
    ['the edges', `insert into cashier_edge values ('deposit', 'recharging', 'rejected', '{candor_console}')`],
    ['a step', `update cashier_step set reason = null`],
    ['an old step away', 'delete from cashier_step'],
    ['a deposit away', 'delete from deposit'],
    ['a reward to choose', 'update invitation_reward set amount = 1'],
    ['a payment notice', `update payment_notice set body = '{}'`],
  ])('no role changes %s', async (_, sql) => {
    for (const pool of Object.values(test.pools)) expect(await tried(pool, sql)).toBe('42501');
  });
});
