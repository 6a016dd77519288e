import { minor } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeOrders } from '../features/trading/place-orders.ts';
import { refusalOf, transfersSql } from '../testing/attacks.ts';
import type { TransferAttack } from '../testing/attacks.ts';
import { makeCommand, makeMember, makeProduct, makeFresh, OTHER_CURRENCY, writePast } from '../testing/factories.ts';
import { createTestDb } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';

/**
 * Every check of write_transfers, one by one. Each transfer below is right and passes; with one change, only the check
 * of this change refuses it. Without that check the money would move. attacks-on-money.test.ts tries the same from the
 * side of an attacker.
 */
type Change = Partial<TransferAttack>;

let test: TestDb;
/** Placed the orders, and has more than one reason to want money. */
let member: bigint;
let stranger: bigint;
/** Never had money. */
let poor: bigint;
/** Has 5 more than the first practice money. */
let rich: bigint;
/** An order of `member` whose stake is not written. */
let unpaid: string;
/** What `member` lacks of the first practice money. */
let missing: bigint;

beforeAll(async () => {
  test = await createTestDb();
  member = await makeMember(test.pool);
  stranger = await makeMember(test.pool);
  poor = await makeMember(test.ownerPool, '0');
  rich = await makeMember(test.ownerPool, '100005');
  const place = async (product: string): Promise<string> => {
    await makeProduct(test.ownerPool, product, { feeRate: 100 });
    await makeFresh(test, product);
    const [answer] = await placeOrders(test.pool, 'practice', [makeCommand(member, { product, stake: '100' })]);
    if (answer?.ok !== true) throw new Error(`refused: ${JSON.stringify(answer)}`);
    return answer.order.id;
  };
  unpaid = await place('UNPAIDUSD');
  await writePast(test.ownerPool, `delete from transfer where ref_id = $1`, [unpaid]);
  const { rows } = await test.ownerPool.query<{ free: bigint }>(
    `select posted - held as free from account where member_id = $1 and kind = 'funds'`,
    [member],
  );
  missing = minor('100000') - (rows[0]?.free ?? 0n);
}, 60_000);
afterAll(async () => {
  // This test planted an order without its transfers.
  await test.drop().catch(() => undefined);
});

function stake(): Change {
  return { debit: ['funds', member], refId: unpaid };
}

function entryFee(): Change {
  return { ...stake(), type: 'fee', amount: minor('1') };
}

function grant(): Change {
  return {
    type: 'practiceGrant',
    amount: minor('100000'),
    debit: ['grants', null],
    credit: ['funds', poor],
    refType: 'member',
    refId: `${poor}`,
  };
}

function resetUp(): Change {
  return {
    ...grant(),
    type: 'practiceReset',
    amount: missing,
    credit: ['funds', member],
    refId: `${member}`,
  };
}

function resetDown(): Change {
  return {
    ...resetUp(),
    amount: minor('5'),
    debit: ['funds', rich],
    credit: ['grants', null],
    refId: `${rich}`,
  };
}

const RIGHT = {
  stake: ['http', stake],
  entryFee: ['http', entryFee],
  grant: ['http', grant],
  resetUp: ['http', resetUp],
  resetDown: ['http', resetDown],
} as const;
type Right = keyof typeof RIGHT;
const EVERY = Object.keys(RIGHT) as Right[];

function attempt(right: Right, change: Change): Promise<string> {
  const [role, draft] = RIGHT[right];
  return refusalOf(test.pools[role], transfersSql({ ...draft(), ...change }));
}

it.each(EVERY)('%s passes', async (right) => {
  expect(await attempt(right, {})).toBe('done');
});

describe.each(EVERY)('%s is refused', (right) => {
  it('for one unit more or less', async () => {
    const amount = RIGHT[right][1]().amount ?? minor('100');
    expect(await attempt(right, { amount: amount + 1n })).toBe('NO_REASON');
    expect(await attempt(right, { amount: amount - 1n })).toBe('NO_REASON');
  });

  it('in the other wallet, in another currency, and as a hold', async () => {
    expect(await attempt(right, { wallet: 'cash' })).toBe('NO_REASON');
    expect(await attempt(right, { currency: OTHER_CURRENCY })).toBe('NO_REASON');
    expect(await attempt(right, { phase: 'pending' })).toBe('NOT_ALLOWED');
  });

  it('under another kind of reference, or none that exists', async () => {
    expect(await attempt(right, { refType: 'gift' })).toBe('NO_REASON');
    expect(await attempt(right, { refId: crypto.randomUUID() })).toBe('NO_REASON');
  });

  it('between other accounts', async () => {
    const { debit, credit } = { debit: ['funds', member], credit: ['escrow', null], ...RIGHT[right][1]() } as const;
    const others = (side: readonly [kind: string, member: bigint | null]): [string, bigint | null][] =>
      side[1] === null
        ? ['escrow', 'house', 'fees', 'grants', 'clearing']
            .filter((kind) => kind !== side[0])
            .map((kind) => [kind, null])
        : [
            ['savings', side[1]],
            ['invested', side[1]],
            ['funds', stranger],
          ];
    for (const other of others(debit))
      expect([other, await attempt(right, { debit: other })]).toEqual([other, 'NO_REASON']);
    for (const other of others(credit))
      expect([other, await attempt(right, { credit: other })]).toEqual([other, 'NO_REASON']);
  });
});

describe('a transfer that is the task of another role', () => {
  const OWN = ['orderStake', 'fee', 'practiceGrant', 'practiceReset'];
  const FOREIGN = ['orderPayout', 'orderRefund', 'orderClose', 'recharge', 'withdraw', 'manualAdd', 'givenUp'];
  const INVEST = ['investment', 'redemption', 'interest', 'savingsIn', 'savingsOut'];

  it('is refused by http', async () => {
    // What a member may invest, redeem and save needs a row of its own, and this is none.
    for (const type of INVEST)
      expect(await refusalOf(test.pools.http, transfersSql({ ...stake(), type }))).toBe('NO_REASON');
    for (const type of FOREIGN)
      expect([type, await refusalOf(test.pools.http, transfersSql({ ...stake(), type }))]).toEqual([
        type,
        'NOT_ALLOWED',
      ]);
    const closingFee = { ...entryFee(), debit: ['escrow', null], credit: ['fees', null] } as const;
    expect(await refusalOf(test.pools.http, transfersSql(closingFee))).toBe('NO_REASON');
  });

  it.each(['worker', 'console'] as const)('is refused by the %s', async (role) => {
    // What an operator may credit or take by hand needs a reason of its own, and this is none.
    const theirs =
      role === 'console'
        ? ['recharge', 'manualAdd']
        : ['recharge', 'givenUp', ...INVEST.filter((type) => type !== 'savingsOut')];
    for (const type of [...OWN, ...FOREIGN, ...INVEST].filter((one) => !theirs.includes(one)))
      expect([type, await refusalOf(test.pools[role], transfersSql({ ...stake(), type }))]).toEqual([
        type,
        'NOT_ALLOWED',
      ]);
    for (const type of theirs)
      expect(await refusalOf(test.pools[role], transfersSql({ ...stake(), type }))).toBe('NO_REASON');
  });

  it('is refused by a role that may call the function but has no task', async () => {
    const allow = `grant execute on all functions in schema public to candor_feed`;
    expect(await refusalOf(test.ownerPool, allow, 'set local role candor_feed', transfersSql(stake()))).toBe(
      'NOT_ALLOWED',
    );
  });
});

describe('practice money', () => {
  const asHttp = 'set local role candor_http';
  const hold = (of: bigint, amount: bigint): string =>
    transfersSql({
      type: 'withdraw',
      phase: 'pending',
      amount,
      debit: ['funds', of],
      credit: ['clearing', null],
      refType: 'test',
      refId: 'test',
    });

  it('is not given to a member who had money, nor in the name of another', async () => {
    expect(await attempt('grant', { credit: ['funds', stranger], refId: `${stranger}` })).toBe('NO_REASON');
    expect(await attempt('grant', { refId: `${stranger}` })).toBe('NO_REASON');
    expect(await attempt('resetUp', { refId: `${stranger}` })).toBe('NO_REASON');
    expect(await attempt('resetDown', { refId: `${stranger}` })).toBe('NO_REASON');
  });

  it('is not given twice in one call', async () => {
    for (const draft of [grant, resetUp])
      expect(await refusalOf(test.pools.http, transfersSql(draft(), draft()))).toBe('NO_REASON');
  });

  it('counts the available money: a reset restores held money too', async () => {
    const more = { ...resetUp(), amount: missing + minor('2') };
    const less = { ...resetDown(), amount: minor('3') };
    expect(await refusalOf(test.ownerPool, hold(member, minor('2')), asHttp, transfersSql(more))).toBe('done');
    expect(await refusalOf(test.ownerPool, hold(member, minor('2')), asHttp, transfersSql(resetUp()))).toBe(
      'NO_REASON',
    );
    expect(await refusalOf(test.ownerPool, hold(rich, minor('2')), asHttp, transfersSql(less))).toBe('done');
    expect(await refusalOf(test.ownerPool, hold(rich, minor('2')), asHttp, transfersSql(resetDown()))).toBe(
      'NO_REASON',
    );
  });

  it('is reset only in the funds', async () => {
    const saved = transfersSql({
      type: 'savingsIn',
      amount: minor('100005'),
      debit: ['funds', rich],
      credit: ['savings', rich],
      refType: 'test',
      refId: 'test',
    });
    const fromSavings = transfersSql({ ...resetDown(), debit: ['savings', rich] });
    expect(await refusalOf(test.ownerPool, saved, asHttp, fromSavings)).toBe('NO_REASON');
    const intoSavings = transfersSql({ ...resetUp(), amount: minor('100000'), credit: ['savings', member] });
    expect(await refusalOf(test.pools.http, intoSavings)).toBe('NO_REASON');
  });
});

describe('even the owner', () => {
  const withdrawal = () =>
    ({
      type: 'withdraw',
      debit: ['funds', member],
      credit: ['clearing', null],
      refType: 'test',
      refId: 'test',
    }) satisfies Change;

  it('moves no money from one member to another', async () => {
    const gift = { type: 'manualAdd', debit: ['funds', member], credit: ['funds', stranger] } as const;
    expect(await refusalOf(test.ownerPool, transfersSql(gift))).toBe('TWO_MEMBERS');
  });

  it('resolves no transfer that is not a hold', async () => {
    const first = { ...withdrawal(), id: crypto.randomUUID() };
    for (const phase of ['post', 'void'])
      expect(
        await refusalOf(
          test.ownerPool,
          transfersSql(first),
          transfersSql({ ...first, id: crypto.randomUUID(), phase, pending: first.id }),
        ),
      ).toBe('HOLD');
  });

  it('resolves no hold of another wallet, currency or account', async () => {
    const hold = { ...withdrawal(), id: crypto.randomUUID(), phase: 'pending' };
    const resolve: Change = { ...hold, id: crypto.randomUUID(), pending: hold.id };
    const changes: Change[] = [
      { wallet: 'cash' },
      { currency: OTHER_CURRENCY },
      { debit: ['savings', member] },
      { debit: ['funds', stranger] },
      { credit: ['house', null] },
      { pending: crypto.randomUUID() },
      { pending: null },
      { amount: minor('100') + 1n },
    ];
    for (const phase of ['post', 'void']) {
      expect(await refusalOf(test.ownerPool, transfersSql(hold), transfersSql({ ...resolve, phase }))).toBe('done');
      for (const change of changes)
        expect(
          await refusalOf(test.ownerPool, transfersSql(hold), transfersSql({ ...resolve, phase, ...change })),
        ).toBe('HOLD');
    }
    const part = transfersSql({ ...resolve, phase: 'void', amount: minor('99') });
    expect(await refusalOf(test.ownerPool, transfersSql(hold), part)).toBe('HOLD');
  });
});
