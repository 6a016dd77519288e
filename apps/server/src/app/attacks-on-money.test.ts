import { minor } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Role } from '../platform/db/roles.ts';
import { refusalOf, transfersSql, tried } from '../testing/attacks.ts';
import type { TransferAttack } from '../testing/attacks.ts';
import { createAttackedSite } from '../testing/attacked-site.ts';
import type { Target } from '../testing/attacked-site.ts';
import type { TestDb } from '../testing/test-db.ts';

/**
 * An attacker with a full connection of a role tries to make money from nothing. A correct write in the same form
 * passes, so each attack fails only because of what is wrong in it.
 */
const REFUSED_TRANSFER = 'CD005';

let test: TestDb;
let member: bigint;
let stranger: bigint;
let newcomer: bigint;
let open: Target;
let won: Target;
let lost: Target;
let tied: Target;
let unpaid: Target;
beforeAll(async () => {
  ({ test, member, stranger, newcomer, open, won, lost, tied, unpaid } = await createAttackedSite());
}, 60_000);
afterAll(async () => {
  // The site has an order without its stake, so the conservation check fails.
  await test.drop().catch(() => undefined);
});

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

it.each(['orderStake', 'fee', 'practiceGrant', 'orderPayout', 'withdraw', 'manualAdd', 'withdrawalReturned'])(
  'the worker writes no transfer of the type %s',
  async (type) => {
    expect(await refusalOf(test.pools.worker, transferSql({ type, refId: crypto.randomUUID() }))).toBe('NOT_ALLOWED');
  },
);

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
