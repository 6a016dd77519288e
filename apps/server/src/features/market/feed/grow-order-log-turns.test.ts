import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Db } from '../../../platform/db/pool.ts';
import { makeProduct } from '../../../testing/factories.ts';
import { clearForLog, placeForLog, settleForLog } from '../../../testing/log-orders.ts';
import { createTestDb } from '../../../testing/test-db.ts';
import type { TestDb } from '../../../testing/test-db.ts';
import { takeFeedLead } from './feed-store.ts';
import { openOrderLog } from './grow-order-log.ts';
import type { OrderLog } from './grow-order-log.ts';

/** What the log asks of the database, and when: one thing after the other, and nothing twice. */
const DECIDE = 'decide-order-numbers';

let test: TestDb;
/** The names of the statements. */
let asked: string[];
let before: (name: string) => Promise<void>;
let after: (name: string) => Promise<void>;

beforeAll(async () => {
  test = await createTestDb();
  await makeProduct(test.ownerPool);
});
beforeEach(() => {
  asked = [];
  before = after = async () => await Promise.resolve();
});
afterAll(async () => {
  await clearForLog(test.ownerPool);
  await test.drop();
});

async function lead(): Promise<OrderLog> {
  const db: Db = {
    query: async (...call) => {
      const name = typeof call[0] === 'string' ? call[0] : (call[0].name ?? '');
      asked.push(name);
      await before(name);
      const answer = await test.pools.feed.query(...call);
      await after(name);
      return answer;
    },
  };
  return await openOrderLog({ db, log: pino({ level: 'silent' }) }, await takeFeedLead(test.pools.feed));
}

it('seals ahead only while nothing runs, and a second only after what runs', async () => {
  const log = await lead();
  const gates: PromiseWithResolvers<void>[] = [];
  before = async (name) => {
    if (name !== DECIDE) return;
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    await gate.promise;
  };
  /** Long enough for all that begins at once. */
  const soon = async () => await test.pool.query('select 1');

  const ahead = log.sealAhead();
  const second = log.commit(0);
  void log.sealAhead();
  await soon();
  expect(gates).toHaveLength(1);
  gates[0]?.resolve();
  await ahead;
  await vi.waitFor(() => expect(gates).toHaveLength(2));
  void log.sealAhead();
  await soon();
  expect(gates).toHaveLength(2);
  gates[1]?.resolve();
  await second;
  await soon();
  expect(gates).toHaveLength(2);
});

it('reads the written tree once, and not again for each second', async () => {
  const log = await lead();
  for (const count of [1, 2]) {
    await placeForLog(test.ownerPool, count);
    await log.sealAhead();
    await log.commit(0);
  }
  expect(asked.filter((name) => name === 'append-order-log')).toHaveLength(2);
  // To open the log, and for the first thing that is sealed.
  expect(asked.filter((name) => name === 'select-newest-log-head')).toHaveLength(2);
});

it('goes on from what is written, if it never heard that it was', async () => {
  const log = await lead();
  const older = await log.commit(0);
  await placeForLog(test.ownerPool, 2);
  after = async (name) => {
    if (name === 'append-order-log') throw new Error('the connection is lost');
    return await Promise.resolve();
  };
  expect(await log.commit(0)).toEqual(older);
  after = async () => await Promise.resolve();
  await placeForLog(test.ownerPool, 1);
  expect((await log.commit(0)).size).toBe(older.size + 3);
});

it('takes settlements that it seals ahead into the tree, so that the second does not have to', async () => {
  const log = await lead();
  await log.commit(0);
  asked = [];
  await log.sealAhead();
  expect(asked).toEqual([DECIDE, 'seal-orders', 'seal-settlements']);
  await settleForLog(test.ownerPool, 1, 1);
  asked = [];
  await log.sealAhead();
  expect(asked).toEqual([DECIDE, 'seal-orders', 'seal-settlements', 'seal-orders']);
});
