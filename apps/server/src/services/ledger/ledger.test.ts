import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import type { TransferDraft } from '@candor/domain/ledger/transfer';
import { money } from '@candor/domain/money';
import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { withTransaction } from '../../platform/db/transaction.ts';
import { checkConservation } from '../../testing/conservation.ts';
import { makeMember, makeOtherMoney, OTHER_CURRENCY } from '../../testing/factories.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { lockMembers, readBalance, writeTransfers } from './ledger.ts';

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
});
afterEach(async () => await checkConservation(test.ownerPool));
afterAll(async () => await test.drop());

function funds(memberId: bigint) {
  return memberAccount('funds', memberId, 'practice', TEST_CURRENCY.code);
}

const house = houseAccount('clearing', 'practice', TEST_CURRENCY.code);
function out(memberId: bigint, amount: bigint, more: Partial<TransferDraft> = {}): TransferDraft {
  return {
    debit: funds(memberId),
    credit: house,
    amount: money(amount),
    type: 'withdraw',
    phase: 'single',
    refType: 'test',
    refId: 'test',
    ...more,
  };
}

async function write(...drafts: TransferDraft[]) {
  return await withTransaction(test.ownerPool, async (db) => {
    await lockMembers(
      db,
      drafts.flatMap(({ debit }) => (debit.memberId === null ? [] : [debit.memberId])),
    );
    return await writeTransfers(db, drafts);
  });
}

describe('writeTransfers', () => {
  it('moves balances with their transfers, and numbers each statement line', async () => {
    const member = await makeMember(test.ownerPool, '100');
    await makeOtherMoney(test.ownerPool, member);
    await write(out(member, minor('30')), out(member, minor('20')));
    expect(await readBalance(test.pool, funds(member))).toEqual({ posted: minor('50'), held: 0n });
    const { rows } = await test.pool.query(
      `select debit_seq as seq, debit_balance_after as after from transfer t join account a on a.id = t.debit_account where a.member_id = $1 and a.kind = 'funds' and a.wallet = 'practice' and a.currency = 'CNY' order by debit_seq`,
      [member],
    );
    expect(rows).toEqual([
      { seq: 2n, after: minor('70') },
      { seq: 3n, after: minor('50') },
    ]);
  });

  it('lets the database refuse a balance below zero, and leaves nothing behind', async () => {
    const member = await makeMember(test.ownerPool, '100');
    await expect(write(out(member, minor('90')), out(member, minor('20')))).rejects.toMatchObject({ code: '23514' });
    expect(await readBalance(test.pool, funds(member))).toEqual({ posted: minor('100'), held: 0n });
  });

  it('holds, then posts or voids once', async () => {
    const member = await makeMember(test.ownerPool, '100');
    const [first, second] = [randomUUID(), randomUUID()];
    await write(
      out(member, minor('60'), { id: first, phase: 'pending' }),
      out(member, minor('40'), { id: second, phase: 'pending' }),
    );
    expect(await readBalance(test.pool, funds(member))).toEqual({ posted: minor('100'), held: minor('100') });
    await expect(write(out(member, 1n))).rejects.toMatchObject({ code: '23514' });
    await write(out(member, minor('60'), { phase: 'post', pendingId: first }));
    await write(out(member, minor('40'), { phase: 'void', pendingId: second }));
    expect(await readBalance(test.pool, funds(member))).toEqual({ posted: minor('40'), held: 0n });
    await expect(write(out(member, minor('60'), { phase: 'void', pendingId: first }))).rejects.toMatchObject({
      code: expect.stringMatching(/^23/),
    });
  });

  it('never mixes practice money and cash', async () => {
    const member = await makeMember(test.ownerPool, '100');
    const cash = houseAccount('clearing', 'cash', TEST_CURRENCY.code);
    await expect(write(out(member, minor('1'), { credit: cash }))).rejects.toThrow('a transfer stays in its wallet');
  });

  it('waits for another transaction on the same account, even when neither locked the member', async () => {
    const member = await makeMember(test.ownerPool, '100');
    const first = await test.ownerPool.connect();
    await first.query('begin');
    await writeTransfers(first, [out(member, minor('30'))]);
    const second = withTransaction(test.ownerPool, async (db) => {
      await writeTransfers(db, [out(member, minor('20'))]);
    });
    await vi.waitFor(async () => {
      const { rows } = await test.ownerPool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows.length).toBeGreaterThan(0);
    });
    await first.query('commit');
    first.release();
    await second;
    expect(await readBalance(test.pool, funds(member))).toEqual({ posted: minor('50'), held: 0n });
  });

  it('keeps every cent when many transfers run at once', async () => {
    const members = await Promise.all(Array.from({ length: 5 }, async () => await makeMember(test.ownerPool, '100')));
    const results = await Promise.allSettled(
      Array.from(
        { length: 60 },
        async (_, index) =>
          await write(out(members[index % 5] ?? 0n, minor('10')), out(members[(index + 1) % 5] ?? 0n, minor('5'))),
      ),
    );
    const done = BigInt(results.filter((result) => result.status === 'fulfilled').length);
    const balances = await Promise.all(
      members.map(async (member) => (await readBalance(test.pool, funds(member))).posted),
    );
    expect(balances.reduce((sum, balance) => sum + balance, 0n)).toBe(minor('500') - done * minor('15'));
  });
});

it('readBalance reads one account: not that of another wallet, currency, member or kind', async () => {
  const [member, stranger] = [await makeMember(test.ownerPool, '100'), await makeMember(test.ownerPool, '90')];
  for (const id of [member, stranger]) await makeOtherMoney(test.ownerPool, id);
  const { code } = TEST_CURRENCY;
  for (const [ref, posted, held] of [
    [funds(member), '100', '0'],
    [funds(stranger), '90', '0'],
    [memberAccount('funds', member, 'practice', OTHER_CURRENCY), '4000', '500'],
    [memberAccount('funds', member, 'cash', code), '5600', '700'],
    [memberAccount('funds', member, 'cash', OTHER_CURRENCY), '2400', '300'],
    [memberAccount('savings', member, 'cash', code), '700', '0'],
    [memberAccount('savings', member, 'practice', code), '0', '0'],
    [house, '0', '0'],
  ] as const)
    expect([ref, await readBalance(test.pool, ref)]).toEqual([ref, { posted: minor(posted), held: minor(held) }]);
});
