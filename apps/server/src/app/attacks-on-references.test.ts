import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTransaction } from '../platform/db/transaction.ts';
import { transfersSql, tried } from '../testing/attacks.ts';
import { makeMember } from '../testing/factories.ts';
import { createTestDb } from '../testing/test-db.ts';
import type { TestDb } from '../testing/test-db.ts';

/**
 * Books money again for the same row, under another spelling of its id. The database reads every spelling as the same id, and
 * "once" is an index over the text.
 */
const ID = 'abcdefab-cdef-4abc-8def-abcdefabcdef';
const OTHER_SPELLINGS = [
  ID.toUpperCase(),
  `{${ID}}`,
  ID.replaceAll('-', ''),
  `${ID.slice(0, 9)}${ID.slice(9).toUpperCase()}`,
  'abcd-efab-cdef-4abc-8def-abcd-efab-cdef',
];
/** No id for the database, but a text. */
const NO_IDS = [` ${ID}`, `${ID}\n`, ''];
const OTHER_NUMBERS = ['06', '+6', ' 6', '6 ', '0x6', '-6', '6_0', '0', '6\n'];
const BAD_SPELLING = '23514';

let test: TestDb;
let member: bigint;
beforeAll(async () => {
  test = await createTestDb();
  member = await makeMember(test.ownerPool, '1000');
  await test.ownerPool.query(
    `insert into deposit (id, reference, member_id, wallet, currency, channel, kind, network, amount, asset, asset_amount, rate,
       rate_until, details, expires_at)
     select $1, 'SPELLED1', $2, 'practice', $3, code, kind, network, $4, asset, $4, rate, now(), details, now() from deposit_channel
     where code = 'practice'`,
    [ID, member.toString(), TEST_CURRENCY.code, minor('100').toString()],
  );
  await test.ownerPool.query(`update deposit set status = 'pending' where id = $1`, [ID]);
}, 60_000);
afterAll(async () => await test.drop());

function approve(): string {
  return `update deposit set status = 'approved', credited = ${minor('100')} where id = '${ID}'`;
}

function credit(refId: string): string {
  return transfersSql({
    type: 'recharge',
    debit: ['clearing', null],
    credit: ['funds', member],
    amount: minor('100'),
    refType: 'deposit',
    refId,
  });
}

describe('the money of an approved deposit', () => {
  it('is booked by the worker once', async () => {
    expect(await tried(test.pools.worker, approve(), credit(ID))).toBe('done');
    expect(await tried(test.pools.worker, approve(), credit(ID), credit(ID))).toBe('23505');
  });

  it.each(OTHER_SPELLINGS)('is not booked again under %j', async (spelling) => {
    expect(await tried(test.pools.worker, approve(), credit(ID), credit(spelling))).toBe(BAD_SPELLING);
  });

  it('is not booked by the console without an operator', async () => {
    await withTransaction(test.pools.worker, async (db) => {
      for (const sql of [approve(), credit(ID)]) await db.query(sql);
    });
    expect(await tried(test.pools.console, credit(ID))).toBe('CD300');
  });
});

describe('the table itself takes', () => {
  const written = async (refType: string, refId: string): Promise<string> =>
    await tried(
      test.ownerPool,
      `insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id)
       select debit_account, credit_account, 1, 'fee', wallet, currency, '${refType}', '${refId}' from transfer limit 1`,
    );

  it.each(['order', 'deposit', 'withdrawal', 'adjustment', 'holding', 'savingsTransfer'])(
    'one spelling of a reference to: %s',
    async (refType) => {
      expect(await written(refType, ID)).toBe('done');
      for (const spelling of [...OTHER_SPELLINGS, ...NO_IDS])
        expect([spelling, await written(refType, spelling)]).toEqual([spelling, BAD_SPELLING]);
    },
  );

  it('one spelling of a member and of a date', async () => {
    expect([await written('member', '6'), await written('savings', '2026-11-26')]).toEqual(['done', 'done']);
    for (const number of OTHER_NUMBERS)
      expect([number, await written('member', number)]).toEqual([number, BAD_SPELLING]);
    for (const date of ['20261126', '2026-11-26 ', '26 Nov 2026', 'today'])
      expect([date, await written('savings', date)]).toEqual([date, BAD_SPELLING]);
  });
});
