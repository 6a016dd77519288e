import { randomUUID } from 'node:crypto';
import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeOrders } from '../features/trading/place-orders.ts';
import { settleDueOrders } from '../features/trading/settle-due-orders.ts';
import { takeFeedLead } from '../features/market/feed/feed-store.ts';
import { createCheckpoints } from '../features/market/feed/publish-checkpoints.ts';
import { insertMessage } from '../features/support/support-store.ts';
import { CHECKS } from '../services/checks/checks.ts';
import { recordSigningKey, startSigning } from '../services/proof/signing.ts';
import { checkConservation } from './conservation.ts';
import {
  databaseNow,
  makeCommand,
  makeMember,
  makeOtherMoney,
  makeProduct,
  makeTicks,
  OTHER_CURRENCY,
} from './factories.ts';
import { withTransaction } from '../platform/db/transaction.ts';
import { lockMembers, writeTransfers } from '../services/ledger/ledger.ts';
import { createTestDb } from './test-db.ts';
import type { TestDb } from './test-db.ts';

/** Tests the checker: the owner plants each bug it looks for, and it must find it. */
let test: TestDb;

beforeAll(async () => {
  test = await createTestDb();
  const product = await makeProduct(test.ownerPool, 'TESTUSD', { feeRate: 100 });
  const [first, second] = [await makeMember(test.pool), await makeMember(test.pool)];
  const at = Math.floor((await databaseNow(test.pool)) / 1000) * 1000;
  await makeTicks(test, product, [{ at, price: 10_000 }]);
  const answers = await placeOrders(test.pool, 'practice', [
    makeCommand(first),
    makeCommand(second, { direction: 'down', durationSec: 60 }),
  ]);
  const [answer] = answers;
  if (answer?.ok !== true) throw new Error('refused');
  const entryAt = Date.parse(answer.order.entryAt);
  await makeTicks(test, product, [
    { at: entryAt, price: 10_000 },
    { at: entryAt + 5_000, price: 10_100 },
  ]);
  expect(await settleDueOrders(test.pools.worker)).toEqual({ due: 1, settled: 1, quarantined: [] });
  await insertMessage(test.pool, { memberId: first, text: 'I dispute it', orderId: answer.order.id });
  const log = pino({ level: 'silent' });
  await recordSigningKey(test.ownerPool, { tick: Buffer.alloc(32, 1), previousTick: null }, log);
  const signer = await startSigning(test.pool, Buffer.alloc(32, 1));
  const epoch = await takeFeedLead(test.pools.feed);
  const chain = createCheckpoints({ db: test.pools.feed, signer, log, onCheckpointRefused: () => undefined }, epoch);
  const signed = await makeProduct(test.ownerPool, 'SIGNEDUSD');
  const hour = at - (at % 3_600_000) - 3_600_000;
  for (const slot of [hour, hour + 60_000]) {
    await makeTicks(test, signed, [{ at: slot, price: 10_000 }]);
    await chain.look(slot);
  }
  await makeHolds(first);
  await checkConservation(test.ownerPool);
});
afterAll(async () => await test.drop());

/** One pending hold, one partly posted hold and one released hold; savings, and money in other wallets. */
async function makeHolds(memberId: bigint): Promise<void> {
  const side = (kind: 'funds' | 'savings') => memberAccount(kind, memberId, 'practice', TEST_CURRENCY.code);
  const draft = {
    debit: side('funds'),
    credit: houseAccount('clearing', 'practice', TEST_CURRENCY.code),
    amount: minor('60'),
    type: 'withdraw',
    refType: 'withdrawal',
    refId: randomUUID(),
  } as const;
  const [posted, released] = [randomUUID(), randomUUID()];
  await withTransaction(test.ownerPool, async (db) => {
    await lockMembers(db, [memberId]);
    await writeTransfers(db, [
      { ...draft, phase: 'pending', id: randomUUID() },
      { ...draft, phase: 'pending', id: posted },
      { ...draft, phase: 'pending', id: released },
    ]);
    await writeTransfers(db, [
      { ...draft, phase: 'post', pendingId: posted, amount: minor('40') },
      { ...draft, phase: 'void', pendingId: released },
      { ...draft, credit: side('savings'), type: 'savingsIn', phase: 'single' },
    ]);
  });
  await makeOtherMoney(test.ownerPool, memberId);
}

/** What the check says of a planted bug, which is taken back afterwards. */
async function saidOf(sql: string): Promise<string> {
  const connection = await test.ownerPool.connect();
  try {
    await connection.query('begin');
    await connection.query(
      `set local session_replication_role = replica; ${sql}; set local session_replication_role = default`,
    );
    await checkConservation(connection);
    return 'nothing';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await connection.query('rollback');
    connection.release();
  }
}

/** For each kind of fault: what was done, and what the check says of it. */
const PLANTED: readonly [fault: string, said: string, sql: string][] = [
  [
    'a balance edited by hand',
    'a balance is not the fold',
    `update account set posted = posted + 1 where member_id is not null`,
  ],
  ['a lost transfer', 'a balance is not the fold', `delete from transfer where type = 'orderPayout'`],
  [
    'a deposit approved without its money',
    'a deposit is not credited as decided',
    `insert into deposit (reference, member_id, wallet, currency, channel, kind, amount, asset, asset_amount, rate, rate_until,
       details, status, credited, first_by, expires_at, decided_at, promised_minutes, proof_required)
     select 'ABCDEFGH', min(id), 'practice', '${TEST_CURRENCY.code}', 'bank', 'bank', 5, 'CNY', 5, 10000, now(), '{}', 'approved', 5,
       max(id), now(), now(), 30, false from member`,
  ],
  [
    'a withdrawal that holds nothing',
    'a withdrawal is not held or moved as decided',
    `insert into withdrawal (reference, member_id, wallet, currency, amount, fee, hold, payee, payee_sealed,
       promised_minutes)
     select 'ABCDEFGH', min(id), 'practice', '${TEST_CURRENCY.code}', 5, 0, gen_random_uuid(), '{}', 'x', 30 from member`,
  ],
  [
    'a payment that the bank returned and nobody credited',
    'a returned withdrawal did not come back',
    `alter table withdrawal drop constraint withdrawal_check4;
     insert into withdrawal (reference, member_id, wallet, currency, amount, fee, hold, payee, payee_sealed, status, paid_out, decided_at,
       promised_minutes)
     select 'ABCDEFGH', min(id), 'practice', '${TEST_CURRENCY.code}', 5, 0, gen_random_uuid(), '{}', 'x', 'approved', 'returned', now(),
       30 from member`,
  ],
  [
    'a reward that was not paid',
    'a reward is not the one that was earned',
    `insert into invitation_reward (invitee_id, inviter_id, deposit_id, wallet, amount)
     select min(id), max(id), gen_random_uuid(), 'practice', 5 from member`,
  ],
  [
    'an invitation that is paid without a reward',
    'a paid invitation has no reward',
    `insert into invitation (invitee_id, inviter_id, version, amount, turnover_rate, state, deposit_id, needed)
     select min(id), max(id), 1, 5, 10000, 'paid', gen_random_uuid(), 5 from member`,
  ],
  [
    'a holding that took no money',
    'a holding is not bought, paid and repaid',
    `insert into holding (id, reference, member_id, wallet, currency, project_id, version, agreement, principal, annual_rate, interest,
       starts_on, matures_on)
     select gen_random_uuid(), 'ABCDEFGH', min(id), 'practice', 'CNY', gen_random_uuid(), 1, 1, 5, 1, 'daily', '2026-01-01',
       '2026-01-02' from member`,
  ],
  [
    'a holding that was paid more than it earned',
    'a holding did not earn what its dates say',
    `insert into holding (id, reference, member_id, wallet, currency, project_id, version, agreement, principal, annual_rate, interest,
       starts_on, matures_on, status, paid, earned, ended_on, ended_at)
     select '00000000-0000-0000-0000-000000000001', 'ABCDEFGH', min(id), 'practice', 'CNY', gen_random_uuid(), 1, 1, 5, 1, 'daily',
       '2026-01-01', '2026-01-02', 'matured', 3, 3, '2026-01-02', now() from member;
     insert into holding_accrual values ('2026-01-01', '00000000-0000-0000-0000-000000000001', 2)`,
  ],
  [
    'a project that sold what nobody holds',
    'a project sold another amount',
    `insert into project (id, position, version, sold) values (gen_random_uuid(), 1, 1, 5)`,
  ],
  [
    'savings that took no money',
    'savings moved another amount',
    `insert into savings_transfer (id, member_id, wallet, currency, direction, origin, amount, agreement, net, at)
     select gen_random_uuid(), min(id), 'practice', 'CNY', 'in', 'member', 5, 1, 5, now() from member`,
  ],
  [
    'interest of savings that was not posted',
    'interest of savings was posted that did not accrue',
    `insert into savings_accrual select min(id), 'practice', '2026-01-01', 5, 1, 5, 1, now() from member`,
  ],
  [
    'a payout of another amount',
    'an order took or returned a wrong amount',
    `update transfer set amount = amount + 1 where type = 'orderPayout'`,
  ],
  [
    'a rewritten statement line',
    'a balance after is wrong',
    `update transfer set credit_balance_after = credit_balance_after + 1 where type = 'orderPayout'`,
  ],
  [
    'another balance after on the debit side',
    'a balance after is wrong',
    `update transfer set debit_balance_after = debit_balance_after - 1 where type = 'orderStake'`,
  ],
  [
    'a line number used twice, once on each side',
    'a statement has a hole',
    `update transfer set credit_seq = credit_seq - 1 where type = 'orderPayout'`,
  ],
  [
    'a line without its number',
    'a side has a line where it has no statement',
    `update transfer set debit_seq = null, debit_balance_after = null where type = 'savingsIn'`,
  ],
  [
    'a house line with a number',
    'a side has a line where it has no statement',
    `update transfer set credit_seq = 1, credit_balance_after = 1
     where id = (select id from transfer where type = 'orderStake' limit 1)`,
  ],
  ['a hold missing from the balance', 'a balance is not the fold', `update account set held = 0 where held > 0`],
  [
    'money spent before it arrived',
    'a member was below zero on the way',
    `update transfer set debit_seq = -1 where type = 'orderStake'`,
  ],
  [
    'a debit in another wallet',
    'a side is in another wallet or currency',
    `update transfer set debit_seq = 99, debit_account = (select id from account where wallet = 'cash' and kind = 'funds' limit 1)
     where type = 'savingsIn' and wallet = 'practice' and currency = '${TEST_CURRENCY.code}'`,
  ],
  [
    'a credit in another currency',
    'a side is in another wallet or currency',
    `update transfer set credit_seq = 99, credit_account = (select id from account where currency = '${OTHER_CURRENCY}' and kind = 'savings' limit 1)
     where type = 'savingsIn' and wallet = 'practice' and currency = '${TEST_CURRENCY.code}'`,
  ],
  ['a transfer of another member', 'a transfer is of another member', `update transfer set member_id = null`],
  [
    'money created from nothing',
    'the house is not the other half',
    `update account set posted = posted + 1 where kind = 'savings' and wallet = 'practice'`,
  ],
  [
    'a balance kept for the house',
    'a house account keeps a running row',
    `alter table account drop constraint account_check1; update account set posted = 1 where kind = 'house'`,
  ],
  [
    'a stake missing from escrow',
    'escrow is not what open orders put there',
    `update transfer t set credit_account = (select id from account where kind = 'house' and wallet = 'practice' limit 1)
     where type = 'orderStake'`,
  ],
  [
    'a hold posted with more than was held',
    'a hold is resolved by what does not fit it',
    `update transfer r set amount = p.amount + 1 from transfer p where p.id = r.pending_id and r.phase = 'post'`,
  ],
  [
    'a hold released by less than was held',
    'a hold is resolved by what does not fit it',
    `update transfer set amount = amount - 1 where phase = 'void'`,
  ],
  [
    'a hold posted from another account',
    'a hold is resolved by what does not fit it',
    `update transfer set debit_account = (select id from account where wallet = 'cash' and kind = 'funds' limit 1)
     where phase = 'post'`,
  ],
  [
    'a hold posted to another account',
    'a hold is resolved by what does not fit it',
    `update transfer set credit_account = (select id from account where kind = 'house' limit 1) where phase = 'post'`,
  ],
  [
    'a hold resolved in another currency',
    'a hold is resolved by what does not fit it',
    `update transfer set currency = '${OTHER_CURRENCY}' where phase = 'void'`,
  ],
  [
    'a hold resolved before it was made',
    'a hold is resolved by what does not fit it',
    `update transfer set debit_seq = 0 where phase = 'void'`,
  ],
  [
    'a release without a hold',
    'a hold is resolved by what does not fit it',
    `update transfer set pending_id = (select id from transfer where type = 'savingsIn' limit 1) where phase = 'void'`,
  ],
  [
    'a hold resolved twice',
    'a hold is resolved twice',
    `drop index transfer_pending;
     update transfer set pending_id = (select pending_id from transfer where phase = 'post' limit 1) where phase = 'void'`,
  ],
  ['a flipped outcome', 'an outcome does not follow', `update settlement set outcome = 'lost'`],
  [
    'a settlement on an unpublished price',
    'a settlement names a tick',
    `update settlement set exit_price = exit_price + 1`,
  ],
  ['an order missing from both lists', 'neither open nor settled', `delete from position`],
  ['an order settled and still open', 'neither open nor settled', `delete from settlement`],
  ['a forgotten dispute', 'a dispute neither waits', `delete from support_check`],
  ['an edited tick hash', 'a chain of ticks is broken', `update tick set hash = sha256('x') where seq = 2`],
  ['a removed tick', 'a chain of ticks is broken', `delete from tick where seq = 2`],
  ['a checkpoint of another history', 'a checkpoint does not continue', `update checkpoint set previous = sha256('x')`],
  ['a removed hourly checkpoint', 'a checkpoint does not continue', `delete from checkpoint where kind = 'hour'`],
  ['a rewritten signed tick', 'a checkpoint signs a tick', `update checkpoint set hash = sha256('x')`],
  ['rewritten terms', 'terms are not what their document says', `update terms set fee_rate = 9999`],
  [
    'an account below zero',
    'a member account is negative',
    `alter table account drop constraint account_check1;
     update account set posted = -1 where kind = 'funds' and wallet = 'practice'`,
  ],
  [
    'a second account of a kind',
    'an owner has two accounts of a kind',
    `alter table account drop constraint account_member_id_wallet_kind_currency_key;
     insert into account (member_id, wallet, kind, currency)
     select member_id, wallet, kind, currency from account where kind = 'funds' limit 1`,
  ],
  [
    'a payout written twice',
    'the same thing was paid twice',
    `drop index transfer_of_order;
     insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id)
     select debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id from transfer where type = 'orderPayout'`,
  ],
  [
    'an hour of the ledger that was left out',
    'an hour of the ledger does not begin where the one before it ended',
    `insert into ledger_hour (begins_at, ends_at, business_date)
     values ('2020-01-01 00:00Z', '2020-01-01 01:00Z', '2020-01-01'), ('2020-01-01 02:00Z', '2020-01-01 03:00Z', '2020-01-01')`,
  ],
  [
    'an hour of the ledger that says what nothing moved',
    'the hours of the ledger are not the sum of their transfers',
    `insert into ledger_hour (begins_at, ends_at, business_date) values ('2020-01-01 00:00Z', '2020-01-01 01:00Z', '2020-01-01');
     insert into ledger_hour_line (begins_at, wallet, currency, kind, type, debit, credit, entries)
     values ('2020-01-01 00:00Z', 'practice', 'CNY', 'house', 'interest', 5, 0, 1)`,
  ],
  [
    'a date of the ledger that begins with what no hour moved',
    'the balances of a date are not the sum of the hours until its end',
    `insert into ledger_balance (business_date, wallet, currency, kind, type, debit, credit, entries)
     values ('2020-01-01', 'practice', 'CNY', 'house', 'interest', 5, 0, 1)`,
  ],
  [
    'money that no member gave up',
    'what a member gave up did not move once',
    `insert into transfer (debit_account, credit_account, amount, type, wallet, currency, ref_type, ref_id)
     select debit_account, credit_account, 1, 'givenUp', wallet, currency, 'closing', gen_random_uuid()::text
     from transfer where type = 'practiceGrant' limit 1`,
  ],
  [
    'a closed account whose rest was given up and did not move',
    'what a member gave up did not move once',
    `insert into member_closing (member_id, due_at, give_up, closed_at)
     select member_id, clock_timestamp() + interval '1 hour', posted, clock_timestamp() from account where wallet = 'cash' and kind = 'funds' and posted > 0 limit 1`,
  ],
  [
    'an approved adjustment that moved nothing',
    'an adjustment did not move what two operators decided',
    `insert into adjustment (id, member_id, wallet, currency, kind, amount, reason, status, maker, checker, decided_at)
     select gen_random_uuid(), min(id), 'practice', 'CNY', 'add', 5, 'found', 'approved', -1, -2, now() from member`,
  ],
  [
    'a payment claimed by two deposits',
    'one payment of a chain stands behind two deposits',
    `drop index deposit_txid;
     insert into deposit (reference, member_id, wallet, currency, channel, kind, network, amount, asset, asset_amount, rate, rate_until,
       details, status, txid, expires_at, promised_minutes, proof_required)
     select r, m.id, 'practice', '${TEST_CURRENCY.code}', 'usdt', 'usdt', 'TRC20', 5, 'USDT', 5, 10000, now(), '{}', 'pending', t,
       now(), 30, false
     from (select min(id) as id from member) m, (values ('ABCDEFGH', 'abc'), ('ABCDEFGJ', 'ABC')) as d (r, t)`,
  ],
  [
    'another amount that one operator credited',
    'a deposit was credited with another amount by one operator alone',
    `alter table deposit drop constraint deposit_check4;
     insert into deposit (reference, member_id, wallet, currency, channel, kind, amount, asset, asset_amount, rate, rate_until,
       details, status, credited, first_by, expires_at, decided_at, promised_minutes, proof_required)
     select 'ABCDEFGH', min(id), 'practice', '${TEST_CURRENCY.code}', 'bank', 'bank', 5, 'CNY', 5, 10000, now(), '{}', 'approved', 6,
       max(id), now(), now(), 30, false from member`,
  ],
  [
    'a withdrawal to pay that holds nothing',
    'a withdrawal that is still to be paid holds another amount',
    `insert into withdrawal (reference, member_id, wallet, currency, amount, fee, hold, payee, payee_sealed, promised_minutes)
     select 'ABCDEFGH', min(id), 'practice', '${TEST_CURRENCY.code}', 5, 0, gen_random_uuid(), '{}', 'x', 30 from member`,
  ],
  [
    'a withdrawal that one operator approved',
    'a withdrawal was approved by fewer than two operators',
    `alter table withdrawal drop constraint withdrawal_check4;
     insert into withdrawal (reference, member_id, wallet, currency, amount, fee, hold, payee, payee_sealed, status, first_by, decided_at,
       promised_minutes)
     select 'ABCDEFGH', min(id), 'practice', '${TEST_CURRENCY.code}', 5, 0, gen_random_uuid(), '{}', 'x', 'approved', max(id), now(),
       30 from member`,
  ],
  [
    'a payment before its approval',
    'a withdrawal was paid that nobody approved',
    `alter table withdrawal drop constraint withdrawal_check5;
     insert into withdrawal (reference, member_id, wallet, currency, amount, fee, hold, payee, payee_sealed, paid_out, promised_minutes)
     select 'ABCDEFGH', min(id), 'practice', '${TEST_CURRENCY.code}', 5, 0, gen_random_uuid(), '{}', 'x', 'sent', 30 from member`,
  ],
  [
    'a position that closes at another time than its order',
    'an open position is not that of its order',
    `update position set closes_at = closes_at + interval '1 second'`,
  ],
  ['a payout beyond its rate', 'an order was credited another amount', `update settlement set credited = credited + 1`],
  [
    'a settlement of somebody else',
    'a settlement is of another member',
    `update settlement set member_id = member_id + 1`,
  ],
  [
    'an entry from before the order',
    'an order was settled by a price from before it was accepted',
    `update settlement set entry_at = '2000-01-01'`,
  ],
  [
    'an order under no terms',
    'an order was accepted under terms that were never published',
    `update trade_order set terms_version = 99`,
  ],
  [
    'a line of savings that adds up to another sum',
    'the savings of a member do not add up',
    `insert into savings_transfer (id, member_id, wallet, currency, direction, origin, amount, agreement, net, at)
     select gen_random_uuid(), min(id), 'practice', 'CNY', 'in', 'member', 5, 1, 7, now() from member`,
  ],
  [
    'entries of the order log that were cut out',
    'the order log has a hole',
    `insert into order_log_batch (first, count, entries, last_no) values (7000000, 1, sha256('x'), 7000000)`,
  ],
  [
    'a head of the order log within a batch',
    'a head of the order log stands at no end of a batch',
    `insert into order_log_head (size, root) values (7000000, sha256('x'))`,
  ],
  [
    'an entry of the audit log that follows none',
    'the chain of the audit log is broken',
    `insert into audit (actor_id, command, subject_type, subject_id, seq, prev_hash, hash)
     values (1, 'operate/test', 'site', '1', 7000000, sha256('x'), sha256('y'))`,
  ],
  [
    'a head of the audit log that was set back',
    'the head of the audit log is not its newest entry',
    `update audit_head set seq = seq + 1`,
  ],
];

describe('checkConservation', () => {
  it.each(PLANTED)('finds %s', async (_, message, sql) => {
    expect(await saidOf(sql)).toContain(message);
  });

  it('has a planted fault of each kind', () => {
    expect(CHECKS.length).toBeGreaterThanOrEqual(40);
    const unplanted = CHECKS.filter(({ says }) => !PLANTED.some(([, said]) => says.includes(said)));
    expect(unplanted.map(({ name }) => name)).toEqual([]);
  });
});
