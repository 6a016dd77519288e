import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import type { TransferDraft } from '@candor/domain/ledger/transfer';
import { money } from '@candor/domain/money';
import { withTransaction } from '../../platform/db/transaction.ts';
import { checkConservation } from '../../testing/conservation.ts';
import { makeMember, makeSite } from '../../testing/factories.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { lockMembers, readBalance, writeTransfers } from './ledger.ts';

let test: TestDb;
beforeAll(async () => {
  test = await createTestDb();
  await makeSite(test.ownerPool);
});
afterEach(async () => await checkConservation(test.ownerPool));
afterAll(async () => await test.drop());

function funds(memberId: bigint) {
  return memberAccount('funds', memberId, 'practice', 'CNY');
}

const house = houseAccount('clearing', 'practice', 'CNY');
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
  it('moves balances with their transfers, numbering each statement line', async () => {
    const member = await makeMember(test.ownerPool, '100.00');
    await write(out(member, 3_000n), out(member, 2_000n));
    expect(await readBalance(test.pool, funds(member))).toEqual({ posted: 5_000n, held: 0n });
    const { rows } = await test.pool.query(
      `select debit_seq as seq, debit_balance_after as after from transfer t join account a on a.id = t.debit_account where a.member_id = $1 order by debit_seq`,
      [member],
    );
    expect(rows).toEqual([
      { seq: 2n, after: 7_000n },
      { seq: 3n, after: 5_000n },
    ]);
  });

  it('lets the database refuse what would go below zero, leaving nothing behind', async () => {
    const member = await makeMember(test.ownerPool, '100.00');
    await expect(write(out(member, 9_000n), out(member, 2_000n))).rejects.toMatchObject({ code: '23514' });
    expect(await readBalance(test.pool, funds(member))).toEqual({ posted: 10_000n, held: 0n });
  });

  it('holds, then posts or voids once', async () => {
    const member = await makeMember(test.ownerPool, '100.00');
    const [first, second] = [randomUUID(), randomUUID()];
    await write(
      out(member, 6_000n, { id: first, phase: 'pending' }),
      out(member, 4_000n, { id: second, phase: 'pending' }),
    );
    expect(await readBalance(test.pool, funds(member))).toEqual({ posted: 10_000n, held: 10_000n });
    await expect(write(out(member, 1n))).rejects.toMatchObject({ code: '23514' });
    await write(out(member, 6_000n, { phase: 'post', pendingId: first }));
    await write(out(member, 4_000n, { phase: 'void', pendingId: second }));
    expect(await readBalance(test.pool, funds(member))).toEqual({ posted: 4_000n, held: 0n });
    await expect(write(out(member, 6_000n, { phase: 'void', pendingId: first }))).rejects.toMatchObject({
      code: expect.stringMatching(/^23/),
    });
  });

  it('never mixes practice and cash', async () => {
    const member = await makeMember(test.ownerPool, '100.00');
    const cash = houseAccount('clearing', 'cash', 'CNY');
    await expect(write(out(member, 100n, { credit: cash }))).rejects.toThrow('a transfer stays in its wallet');
  });

  it('keeps every cent when many move at once', async () => {
    const members = await Promise.all(
      Array.from({ length: 5 }, async () => await makeMember(test.ownerPool, '100.00')),
    );
    const results = await Promise.allSettled(
      Array.from(
        { length: 60 },
        async (_, index) =>
          await write(out(members[index % 5] ?? 0n, 1_000n), out(members[(index + 1) % 5] ?? 0n, 500n)),
      ),
    );
    const done = BigInt(results.filter((result) => result.status === 'fulfilled').length);
    const balances = await Promise.all(
      members.map(async (member) => (await readBalance(test.pool, funds(member))).posted),
    );
    expect(balances.reduce((sum, balance) => sum + balance, 0n)).toBe(50_000n - done * 1_500n);
  });
});
