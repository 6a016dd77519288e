import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OrderView } from '@candor/contract/trading';
import { amount } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderFileName } from '../../../services/order-archive/order-files.ts';
import { databaseNow, makeMember, makeSession } from '../../../testing/factories.ts';
import { makeClockMovable } from '../../../testing/movable-clock.ts';
import type { MovableClock } from '../../../testing/movable-clock.ts';
import { placeSigned, PRICE, runOn, signClose } from '../../../testing/signed-orders.ts';
import { createTestDb } from '../../../testing/test-db.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { archiveOrders } from './archive-orders.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
let clock: MovableClock;
beforeAll(async () => {
  const db = await createTestDb();
  clock = await makeClockMovable(db.ownerUrl);
  server = await startTestServer({}, db);
});
afterAll(async () => {
  await clock.close();
  await server.stop();
});

/** The page, the receipt and the proof of an order, as this member gets them. Sessions end sooner than months. */
async function read(member: bigint, id: string, language = 'en') {
  const token = await makeSession(server.pool, member);
  const paths = ['', '/receipt', '/log-proof'].map((path) => `/api/trade/orders/${id}${path}`);
  return await Promise.all(paths.map(async (path) => (await server.call('GET', path, { token, language })).body));
}

/** An order that was won, and is signed and in the order log. */
async function makeWon(product: string): Promise<{ member: bigint; order: OrderView }> {
  const member = await makeMember(server.pool);
  const order = await placeSigned(server, await makeSession(server.pool, member), product, { feeRate: 100 });
  await runOn(
    server,
    order,
    [
      [0, PRICE],
      [5, PRICE + 1],
    ],
    clock,
  );
  await signClose(server, order);
  return { member, order };
}

/** Takes a month away, as if it had been archived and dropped. Even a reference that is not enforced holds the orders while the settlements are there. */
async function takeAway(month: string): Promise<void> {
  const part = month.slice(0, 7).replace('-', '');
  await server.ownerPool.query(`alter table settlement detach partition settlement_${part}`);
  await server.ownerPool.query(`drop table settlement_${part}`);
  await server.ownerPool.query(`alter table trade_order detach partition trade_order_${part}`);
}

it('page, receipt and proof of an order are the same after its month has left the database, or say that they cannot be read', async () => {
  const { member, order } = await makeWon('LEFTUSD');
  const other = await makeWon('OTHERUSD');
  const lost = await makeWon('LOSTUSD');
  const before = await read(member, order.id);
  expect(before).toMatchObject([
    { code: 200, data: { status: 'won', stake: amount('100') } },
    { code: 200 },
    { code: 200 },
  ]);
  const month = `${order.acceptedAt.slice(0, 7)}-01`;
  await clock.moveBy(150 * DAY_MS);
  await server.context.clock.measure();
  expect(await databaseNow(server.pool)).toBeGreaterThan(Date.parse(month) + 150 * DAY_MS);
  const { files, secrets, config } = server.context;
  const deps = { pool: server.ownerPool, files, sealKey: secrets.seal };
  const options = { keptMonths: 3, partOrders: 2 };
  expect(await archiveOrders(deps, month, options)).toMatchObject({ ok: true, value: { orders: 3n } });
  await takeAway(month);
  expect(await read(member, order.id)).toEqual(before);
  // Whoever has an order in the same file reads that alone.
  for (const answer of await read(other.member, order.id)) expect(answer.code).toBe(404);
  // One byte of the file of the third one is another.
  const file = join(config.dataDir, 'archive', orderFileName({ month, part: 2 }));
  const bytes = await readFile(file);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await writeFile(file, bytes);
  for (const [language, msg] of [
    ['en', 'These older orders cannot be read at the moment. They are kept: please try again later.'],
    ['zh-Hans', '暂时无法读取较早的订单，订单仍在，请稍后再试'],
    ['zh-Hant', '暫時無法讀取較早的訂單，訂單仍在，請稍後再試'],
  ] as const)
    for (const answer of await read(lost.member, lost.order.id, language))
      expect(answer).toMatchObject({ code: 500, error: 'ORDERS_UNAVAILABLE', msg });
  // What another file has is read as before.
  expect(await read(member, order.id)).toEqual(before);
});
