import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSchema } from '../testing/constraint-attacks.ts';
import type { Refusal, Schema } from '../testing/constraint-attacks.ts';

/**
 * References of the rows that every order writes. They are checked once a statement, by triggers. The rows below show
 * that only the triggers refuse: with them turned off, each of these writes passes.
 */

let schema: Schema;
beforeAll(async () => {
  schema = await createSchema();
});
afterAll(async () => await schema.drop());

it('the references are all listed here', () => {
  expect(schema.constraints.filter(({ enforced }) => !enforced).map(({ name }) => name)).toEqual([
    // Its rows are written by the trigger of the terms themselves, and by nothing else.
    'log_terms_product_version_fkey',
    'trade_order_member_id_fkey',
    'trade_order_product_terms_version_fkey',
    'transfer_credit_account_wallet_currency_fkey',
    'transfer_debit_account_wallet_currency_fkey',
    'transfer_pending_id_fkey',
  ]);
});

/** The SQLSTATE of a refused statement, or 'done'; rolled back. */
async function tried(sql: string, { triggers = true } = {}): Promise<string> {
  const client = await schema.ownerPool.connect();
  try {
    await client.query('begin');
    if (!triggers) await client.query('set local session_replication_role = replica');
    await client.query(sql);
    return 'done';
  } catch (error) {
    return (error as Refusal).code ?? 'unknown';
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const DEAD = `'00000000-0000-0000-0000-00000000dead'::uuid`;
function transfer(changes: Record<string, string>): string {
  const columns = {
    debit_account: '2',
    credit_account: '1',
    amount: '1',
    type: `'recharge'`,
    wallet: `'practice'`,
    currency: `'CNY'`,
    ref_type: `'test'`,
    ref_id: `'y'`,
    ...changes,
  };
  return `insert into transfer (${Object.keys(columns).join(', ')}) values (${Object.values(columns).join(', ')})`;
}

const ORDER_GONE =
  'delete from settlement_alarm; delete from support_check; delete from support_message; delete from trade_order';

it.each([
  ['a transfer from no account', transfer({ debit_account: '-1' }), '23503'],
  ['a transfer to no account', transfer({ credit_account: '-1' }), '23503'],
  ['a transfer from an account of another wallet', transfer({ debit_account: '3' }), '23503'],
  ['a transfer to an account of another wallet', transfer({ credit_account: '3', debit_account: '1' }), '23503'],
  ['a transfer in another currency', transfer({ currency: `'EUR'` }), '23503'],
  ['a transfer of no hold', transfer({ phase: `'post'`, pending_id: DEAD }), '23503'],
  ['a position of no order', `insert into position values (2, 'practice', 'AAA', ${DEAD}, now())`, '23503'],
  [
    'a position that is not its order’s',
    `insert into position select 2, wallet, product, id, closes_at from trade_order`,
    '23503',
  ],
  [
    'a position that closes later than its order',
    `delete from position;
     insert into position select member_id, wallet, product, id, closes_at + interval '1 second' from trade_order`,
    '23503',
  ],
  [
    'a settlement of no order',
    `insert into settlement (order_id, member_id, outcome, reason, profit, credited) values (${DEAD}, 1, 'voided', 'NO_ENTRY_TICK', 0, 10)`,
    'CD007',
  ],
  ['another member of an order', 'update trade_order set member_id = 2', '23503'],
  ['other terms of an order', 'update trade_order set terms_version = 9', '23503'],
  ['another order of a position', `update position set order_id = ${DEAD}`, '23503'],
  ['another order of a settlement', `update settlement set order_id = ${DEAD}`, '23503'],
  ['another account of a transfer', 'update transfer set debit_account = 3 where debit_account = 2', '23503'],
  ['another hold of a transfer', `update transfer set pending_id = ${DEAD} where phase = 'post'`, '23503'],
  ['another id of a member', 'update member set id = default where id = 1', '23503'],
  ['another id of an order', `update trade_order set id = ${DEAD}`, '23503'],
  ['another version of terms', 'update terms set version = 9', '23503'],
  ['another wallet of an account', `update account set wallet = 'cash' where id = 1`, '23503'],
  ['a member gone', 'alter table session disable trigger all; delete from member where id = 1', '23503'],
  ['terms gone', 'delete from terms', '23503'],
  ['an order with a position gone', `delete from settlement; ${ORDER_GONE}`, '23503'],
  ['an order with a settlement gone', `delete from position; ${ORDER_GONE}`, '23503'],
  [
    'an account gone that paid',
    `delete from transfer where credit_account = 2; delete from account where id = 2`,
    '23503',
  ],
  [
    'an account gone that was paid',
    `delete from transfer where debit_account = 1; delete from account where id = 1`,
    '23503',
  ],
  ['a hold gone', `delete from transfer where phase = 'pending'`, '23503'],
])('are refused: %s', async (_, sql, code) => {
  expect(await tried(sql)).toBe(code);
});

it.each([
  transfer({ debit_account: '-1' }),
  transfer({ currency: `'EUR'` }),
  `insert into position values (2, 'practice', 'AAA', ${DEAD}, now())`,
  'update trade_order set member_id = 2',
  'delete from account where id = 1',
])('only the triggers refuse %s', async (sql) => {
  expect(await tried(sql, { triggers: false })).toBe('done');
});

function order(id: string, member: string): string {
  return `insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec,
     terms_version, submitted_at, accepted_at, entry_at, closes_at, nonce, document_version)
   select ${id}, ${member}, 'practice', 'AAA', 'up', 10, 0, 8500, 18, 5, 1, t, t, t + interval '1 second', t + interval '6 seconds',
     gen_random_uuid(), 2
   from date_trunc('second', now()) t`;
}
function member(name: string): string {
  return `insert into member (username, password_hash, withdraw_password_hash, phone, invite_code)
   values ('${name}', 'x', 'x', '${name}', '${name.toUpperCase()}')`;
}

it.each([
  [
    'an account',
    `insert into account (member_id, wallet, kind, currency) values (2, 'practice', 'savings', 'CNY')`,
    `insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id)
       select 2, id, 1, 'savingsIn', 'practice', 'CNY', 'test', 'z' from account where kind = 'savings'`,
    `delete from account where kind = 'savings'`,
  ],
  [
    'a member',
    member('leaver'),
    order('uuidv7()', `(select id from member where username = 'leaver')`),
    `delete from member where username = 'leaver'`,
  ],
  [
    'an order',
    `${member('holder')}; ${order(DEAD, `(select id from member where username = 'holder')`)}`,
    `insert into position select member_id, wallet, product, id, closes_at from trade_order where id = ${DEAD}`,
    `delete from trade_order where id = ${DEAD}`,
  ],
])(
  'wait, when %s is deleted, for a transaction that writes a row which may refer to it',
  async (_, made, written, gone) => {
    const [writer, remover] = [await schema.ownerPool.connect(), await schema.ownerPool.connect()];
    try {
      // The rows are written without triggers, which would ask for prices, money and a session.
      await writer.query('set session_replication_role = replica');
      await writer.query(made);
      await writer.query('begin');
      await writer.query(written);
      const deleted = remover.query(gone).then(
        () => 'done',
        (error: unknown) => (error as Refusal).code,
      );
      await schema.ownerPool.query('select pg_sleep(0.05)');
      await writer.query('commit');
      expect(await deleted).toBe('23503');
    } finally {
      writer.release(true);
      remover.release();
    }
  },
);
