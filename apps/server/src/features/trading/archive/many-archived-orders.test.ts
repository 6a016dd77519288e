import { randomUUID } from 'node:crypto';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { operatorOrdersView } from '@candor/contract/console-orders';
import { ordersView } from '@candor/contract/trading';
import type { OrderView } from '@candor/contract/trading';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createListArchivedFiles } from '../../../services/order-archive/archived-files.ts';
import { orderFileName } from '../../../services/order-archive/order-files.ts';
import { countFigures } from '../../../testing/count-figures.ts';
import { makeMember, makeSession } from '../../../testing/factories.ts';
import { makeClockMovable } from '../../../testing/movable-clock.ts';
import type { MovableClock } from '../../../testing/movable-clock.ts';
import { placeSigned, PRICE, runOn, signClose } from '../../../testing/signed-orders.ts';
import { startTestConsole } from '../../../testing/test-console.ts';
import type { TestConsole } from '../../../testing/test-console.ts';
import { createTestDb } from '../../../testing/test-db.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { archiveOrders } from './archive-orders.ts';
import { dropOrderMonth } from './drop-month.ts';

const DAY_MS = 86_400_000;
/** Orders of one member in one month beside the first, how many a file has, and a page. */
const [COPIES, PART, PAGE] = [39, 4, 5];

let server: TestServer;
let consoleSite: TestConsole;
let clock: MovableClock;
let token: string;
let memberId: bigint;
let month: string;
let order: OrderView;
let desk: { token: string };
let name: string;

beforeAll(async () => {
  const db = await createTestDb();
  clock = await makeClockMovable(db.ownerUrl);
  server = await startTestServer({}, db);
  consoleSite = await startTestConsole(server);
  const member = await makeMember(server.pool);
  memberId = member;
  const { rows } = await server.pool.query<{ username: string }>('select username from member where id = $1', [
    member.toString(),
  ]);
  name = rows[0]?.username ?? '';
  token = await makeSession(server.pool, member);
  order = await placeSigned(server, token, 'MANYUSD');
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
  await copyOrder();
  month = `${order.acceptedAt.slice(0, 7)}-01`;
  await clock.moveBy(150 * DAY_MS);
  await server.context.clock.measure();
  token = await makeSession(server.pool, member);
  desk = await consoleSite.operator('auditor');
});
afterAll(async () => {
  await consoleSite.stop();
  await clock.close();
  await server.stop();
});

/** As a month of somebody who traded much; what these moved is in no ledger, so they must have left before the books are compared. */
async function copyOrder(): Promise<void> {
  const db = await server.ownerPool.connect();
  try {
    await db.query('set session_replication_role = replica');
    // A millisecond apart.
    const ms = `lpad(to_hex(('x' || left(replace(o.id::text, '-', ''), 12))::bit(48)::bigint + n), 12, '0')`;
    const id = `left(${ms}, 8) || '-' || right(${ms}, 4) || substr(o.id::text, 14)`;
    await db.query(
      `insert into trade_order overriding system value select r.* from trade_order o cross join generate_series(1, ${COPIES}) n
       cross join lateral jsonb_populate_record(o, jsonb_build_object('id', ${id}, 'no', o.no + n, 'key', gen_random_uuid(),
         'nonce', null, 'request_key', null, 'request_signature', null, 'requested_at', null, 'request_terms_hash', null,
         'request_deadline', null, 'document_version', 2)) r`,
    );
    await db.query(
      `insert into settlement overriding system value select r.* from settlement s join trade_order o on o.id = s.order_id
       cross join generate_series(1, ${COPIES}) n cross join lateral jsonb_populate_record(s, jsonb_build_object('order_id', ${id})) r`,
    );
  } finally {
    db.release(true);
  }
}

async function page(query: string) {
  const { body } = await server.call('GET', `/api/trade/orders?limit=${PAGE}${query}`, { token });
  return body.code === 200 ? ordersView.parse(body.data) : body.error;
}

/** All pages, from the newest order on. */
async function readAll() {
  const pages: string[][] = [];
  for (let cursor = ''; ;) {
    const read = await page(cursor);
    if (typeof read !== 'object') throw new Error(read);
    pages.push(read.items.map(({ no }) => no));
    if (read.nextCursor === null) return pages;
    cursor = `&cursor=${read.nextCursor}`;
  }
}

async function listed(query: string) {
  const { body } = await consoleSite.call('GET', `/api/console/orders?limit=${PAGE}&${query}`, { token: desk.token });
  if (body.code !== 200) throw new Error(JSON.stringify(body));
  return operatorOrdersView.parse(body.data);
}

async function listAll() {
  const pages: string[][] = [];
  for (let cursor = ''; ;) {
    const { items, nextCursor } = await listed(`q=${name}${cursor}`);
    pages.push(items.map(({ no }) => no));
    if (nextCursor === null) return pages;
    cursor = `&cursor=${nextCursor}`;
  }
}

/** While the store of the archive says nothing, who names an old order waits without a connection of the database. */
async function expectNoConnectionIsHeld(orderId: string): Promise<void> {
  const { files, pool } = server.context;
  const asTheyWere = { ...files };
  // A page waits for five seconds; then the store says that it has nothing.
  Object.assign(files, { read: async () => await sleep(6_000, null) });
  const bodies = [
    ['/api/support/messages', { text: 'Why?', orderId }],
    ['/api/support/complaints', { topic: 'order', text: 'Why?', about: { kind: 'order', id: orderId } }],
  ] as const;
  const answers = bodies.map(
    async ([path, body]) => (await server.call('POST', path, { token, key: randomUUID(), body })).body.error,
  );
  await sleep(1_000);
  const held = pool.totalCount - pool.idleCount;
  expect(await Promise.all(answers)).toEqual(['ORDERS_UNAVAILABLE', 'ORDERS_UNAVAILABLE']);
  expect(held).toBe(0);
  Object.assign(files, asTheyWere);
}

it('a member with many orders in a month reads the few files that a page needs', async () => {
  const { files, secrets, config } = server.context;
  const deps = { pool: server.ownerPool, files, sealKey: secrets.seal };
  const [before, beforeAtDesk] = [await readAll(), await listAll()];
  expect(before.flat()).toHaveLength(COPIES + 1);
  const [{ id: newest } = order] = (await listed(`q=${name}`)).items;
  const date = order.acceptedAt.slice(0, 10);
  const sums = async () =>
    await Promise.all(
      ['/api/trade/summary', `/api/trade/summary?from=${date}&to=${date}`, `/api/wallet/earnings?date=${date}`].map(
        async (path) => (await server.call('GET', path, { token })).body,
      ),
    );
  const summed = await sums();
  expect(await archiveOrders(deps, month, { keptMonths: 3, partOrders: PART })).toMatchObject({ ok: true });
  await countFigures(server.ownerPool);
  expect(await dropOrderMonth(deps, month, 3)).toMatchObject({ ok: true });
  await expectNoConnectionIsHeld(newest);
  // Files are where they are asked for: those of other pages are away.
  const fileOf = (part: number) => join(config.dataDir, 'archive', orderFileName({ month, part }));
  const others = Array.from({ length: (COPIES + 1) / PART - 5 }, (_, at) => at + 4);
  for (const part of others) await rename(fileOf(part), `${fileOf(part)}.away`);
  const first = await page('');
  expect(typeof first === 'object' && first.items.map(({ no }) => no)).toEqual(before[0]);
  const last = await page(`&cursor=${before.at(-2)?.at(-1) ?? ''}`);
  expect(typeof last === 'object' && last.items.map(({ no }) => no)).toEqual(before.at(-1));
  expect((await listed(`q=${name}`)).items.map(({ no }) => no)).toEqual(beforeAtDesk[0]);
  // One order is found in the file by moment, though the member's own are away.
  expect((await server.call('GET', `/api/trade/orders/${order.id}`, { token })).body.code).toBe(200);
  const stranger = await makeSession(server.pool, await makeMember(server.pool));
  expect((await server.call('GET', `/api/trade/orders/${order.id}`, { token: stranger })).body.error).toBe(
    'ORDER_NOT_FOUND',
  );
  for (const part of others) await rename(`${fileOf(part)}.away`, fileOf(part));
  expect(await readAll()).toEqual(before);
  expect(await listAll()).toEqual(beforeAtDesk);
  expect(await sums()).toEqual(summed);
  for (const bounds of [
    { filesMax: 3, linesMax: 100 },
    { filesMax: 100, linesMax: 2 * PART },
  ]) {
    const list = createListArchivedFiles(server.context.readOrderPart, bounds);
    const [one, two, three, four] = await list(server.pool, memberId, {});
    for (const file of [one, two, three]) expect((await file?.lines())?.length).toBe(PART);
    await expect(four?.lines()).rejects.toThrow('ORDERS_TOO_FAR');
  }
});
