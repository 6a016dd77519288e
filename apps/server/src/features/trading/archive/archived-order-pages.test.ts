import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OrderView } from '@candor/contract/trading';
import { localDateAt } from '@candor/domain/market/local-time';
import { amount } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderFileName } from '../../../services/order-archive/order-files.ts';
import { countFigures } from '../../../testing/count-figures.ts';
import { tried } from '../../../testing/attacks.ts';
import { databaseNow, makeMember, makeSession } from '../../../testing/factories.ts';
import { makeClockMovable } from '../../../testing/movable-clock.ts';
import type { MovableClock } from '../../../testing/movable-clock.ts';
import { placeSigned, PRICE, runOn, signClose } from '../../../testing/signed-orders.ts';
import { createTestDb } from '../../../testing/test-db.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { archiveOrders } from './archive-orders.ts';
import { dropOrderMonth } from './drop-month.ts';

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

/** What else a member sees of their orders. */
async function readLists(member: bigint, date: string) {
  const token = await makeSession(server.pool, member);
  const paths = [
    '/api/trade/orders?limit=1',
    '/api/trade/orders?limit=100&status=settled&result=won',
    `/api/trade/summary?from=${date}&to=${date}`,
    '/api/trade/summary',
    `/api/wallet/earnings?date=${date}`,
    '/api/wallet/transfers',
    '/api/support/messages',
    '/api/index/member',
    '/api/user/money',
    '/api/account/first-run',
  ];
  return await Promise.all(
    paths.map(async (path) => [path, (await server.call('GET', path, { token })).body] as const),
  );
}

/** About an order that has left: its member's files say whose it is. */
async function complain(member: bigint, order: OrderView, stranger: { member: bigint; order: OrderView }) {
  const as = async (of: bigint, id: string) => {
    const body = { topic: 'order', text: 'Not what I saw', about: { kind: 'order', id } };
    const token = await makeSession(server.pool, of);
    return (await server.call('POST', '/api/support/complaints', { token, key: randomUUID(), body })).body;
  };
  expect(await as(member, order.id)).toMatchObject({
    code: 200,
    data: { about: { kind: 'order', id: order.id, name: order.no } },
  });
  expect((await server.ownerPool.query('select product from complaint')).rows).toEqual([{ product: order.product }]);
  for (const [of, id] of [
    [stranger.member, order.id],
    [member, stranger.order.id],
    [await makeMember(server.pool), order.id],
    [member, randomUUID()],
  ] as const)
    expect(await as(of, id)).toMatchObject({ error: 'ORDER_NOT_FOUND' });
  // A stolen login names no other order than one of a month in which the member has some, and no thing that is there.
  const into = `insert into complaint (member_id, topic, text, about, about_id, about_name, product) values`;
  const values = (of: bigint, id: string, no: string, product = order.product) =>
    `${into} (${of}, 'order', 'x', 'order', '${id}', '${no}', '${product}')`;
  for (const sql of [
    values(await makeMember(server.pool), order.id, order.no),
    values(member, order.id, '999999999'),
    values(member, order.id, '=1+1'),
    values(member, order.id, order.no, 'NONE'),
    values(member, randomUUID(), order.no),
    `${into} (${member}, 'order', 'x', 'deposit', '${order.id}', '${order.no}', '${order.product}')`,
  ])
    expect([sql, await tried(server.pools.http, sql)]).toEqual([sql, 'CD050']);
}

it('page, receipt and proof of an order are the same after its month has left the database, or say that they cannot be read', async () => {
  const { member, order } = await makeWon('LEFTUSD');
  const other = await makeWon('OTHERUSD');
  const lost = await makeWon('LOSTUSD');
  const before = await read(member, order.id);
  await server.call('POST', '/api/support/messages', {
    token: await makeSession(server.pool, member),
    key: randomUUID(),
    body: { text: 'Why?', orderId: order.id },
  });
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
  const date = localDateAt(server.context.site.timeZone, Date.parse(order.settledAt ?? order.closesAt));
  const listsBefore = await readLists(member, date);
  for (const [path, { code }] of listsBefore) expect([path, code]).toEqual([path, 200]);
  expect(await dropOrderMonth(deps, month, 3)).toEqual({ ok: false, error: 'NOT_COUNTED' });
  await countFigures(server.ownerPool);
  const dropped = await dropOrderMonth(deps, month, 3);
  expect(dropped).toMatchObject({ ok: true, value: { orders: 3n, written: 0 } });
  expect((await server.ownerPool.query('select from trade_order')).rowCount).toBe(0);
  expect(await readLists(member, date)).toEqual(listsBefore);
  expect(await read(member, order.id)).toEqual(before);
  // Whoever has an order in the same file reads that alone.
  for (const answer of await read(other.member, order.id)) expect(answer.code).toBe(404);
  await complain(member, order, other);
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
