import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { placeOrders } from '../features/trading/place-orders.ts';
import { settleDueOrders } from '../features/trading/settle-due-orders.ts';
import { takeFeedLead } from '../features/market/feed/feed-store.ts';
import { createCheckpoints } from '../features/market/feed/publish-checkpoints.ts';
import { insertMessage } from '../features/support/support-store.ts';
import { recordSigningKey, startSigning } from '../services/proof/signing.ts';
import { checkConservation } from './conservation.ts';
import { databaseNow, makeCommand, makeMember, makeProduct, makeTicks } from './factories.ts';
import { createTestDb } from './test-db.ts';
import type { TestDb } from './test-db.ts';

/** The checker proves itself: each bug it is for is planted, by the owner, and seen. */
let test: TestDb;

beforeEach(async () => {
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
  expect(await settleDueOrders(test.pools.worker)).toEqual({ due: 1, settled: 1, setAside: [] });
  await insertMessage(test.pool, { memberId: first, text: 'I doubt it', orderId: answer.order.id });
  const log = pino({ level: 'silent' });
  await recordSigningKey(test.ownerPool, Buffer.alloc(32, 1), log);
  const signer = await startSigning(test.pool, Buffer.alloc(32, 1));
  const epoch = await takeFeedLead(test.pools.feed);
  const chain = createCheckpoints({ db: test.pools.feed, signer, log, onCheckpointRefused: () => undefined }, epoch);
  const signed = await makeProduct(test.ownerPool, 'SIGNEDUSD');
  const hour = at - (at % 3_600_000) - 3_600_000;
  for (const slot of [hour, hour + 60_000]) {
    await makeTicks(test, signed, [{ at: slot, price: 10_000 }]);
    await chain.look(slot);
  }
  await checkConservation(test.ownerPool);
});
afterEach(async () => {
  // The planted bug would be reported once more.
  await test.drop().catch((error: unknown) => {
    if (!(error instanceof Error && error.message.startsWith('Conservation is broken'))) throw error;
  });
});

async function plant(sql: string): Promise<void> {
  await test.ownerPool.query(`set session_replication_role = replica; ${sql}; set session_replication_role = default`);
}

describe('checkConservation', () => {
  it.each([
    [
      'a balance edited by hand',
      'a balance is not the fold',
      `update account set posted = posted + 1 where member_id is not null`,
    ],
    ['a lost transfer', 'a balance is not the fold', `delete from transfer where type = 'orderPayout'`],
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
    ['a flipped outcome', 'an outcome does not follow', `update settlement set outcome = 'lost'`],
    [
      'a settlement on an unpublished price',
      'a settlement names a tick',
      `update settlement set exit_price = exit_price + 1`,
    ],
    ['an order that vanished from both lists', 'neither open nor settled', `delete from position`],
    ['an order settled and still open', 'neither open nor settled', `delete from settlement`],
    ['a forgotten doubt', 'a doubt neither waits', `delete from support_check`],
    ['an edited tick hash', 'a chain of ticks is broken', `update tick set hash = sha256('x') where seq = 2`],
    ['a removed tick', 'a chain of ticks is broken', `delete from tick where seq = 2`],
    [
      'a checkpoint of another history',
      'a checkpoint does not continue',
      `update checkpoint set previous = sha256('x')`,
    ],
    ['a removed hourly checkpoint', 'a checkpoint does not continue', `delete from checkpoint where kind = 'hour'`],
    ['a rewritten signed tick', 'a checkpoint signs a tick', `update checkpoint set hash = sha256('x')`],
    ['rewritten terms', 'terms are not what their document says', `update terms set fee_rate = 9999`],
  ])('sees %s', async (_, message, sql) => {
    await plant(sql);
    await expect(checkConservation(test.ownerPool)).rejects.toThrow(message);
  });
});
