import { pathOf } from '@candor/contract/operation';
import * as orderLog from '@candor/contract/calls/order-log';
import { listFairnessOrders } from '@candor/contract/calls/fairness';
import { fairnessOrdersView } from '@candor/contract/fairness';
import { logOpeningsView } from '@candor/contract/log-openings';
import { listOrders, readOrder, readReceipt } from '@candor/contract/calls/trading';
import * as desk from '@candor/contract/calls/console/orders';
import { ordersView } from '@candor/contract/trading';
import type { OrderView } from '@candor/contract/trading';
import { localDateAt } from '@candor/domain/market/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDataFile } from '../features/own-data/make-data-file.ts';
import { claimRequest, insertRequest } from '../features/own-data/own-data-store.ts';
import { openPieces } from '../services/files/sealed-pieces.ts';
import { orderFileName } from '../services/order-archive/order-files.ts';
import { countFigures } from '../testing/count-figures.ts';
import { checkConservation } from '../testing/conservation.ts';
import { databaseNow, makeMember, makeSession } from '../testing/factories.ts';
import { makeClockMovable } from '../testing/movable-clock.ts';
import type { MovableClock } from '../testing/movable-clock.ts';
import { readZip } from '../testing/read-zip.ts';
import { placeSigned, PRICE, runOn, signClose } from '../testing/signed-orders.ts';
import { startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { createTestDb } from '../testing/test-db.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { archiveOrders } from '../features/trading/archive/archive-orders.ts';
import { dropOrderMonth } from '../features/trading/archive/drop-month.ts';

/** What members, operators and strangers read of a year of orders is the same when most of its months have left the database. */
const DAY_MS = 86_400_000;
const MONTHS = 12;
/** Those that leave. */
const LEAVE = 8;

let server: TestServer;
let consoleSite: TestConsole;
let clock: MovableClock;
let members: readonly bigint[];
const placed: { member: bigint; order: OrderView; key: string }[] = [];

beforeAll(async () => {
  const db = await createTestDb();
  clock = await makeClockMovable(db.ownerUrl);
  server = await startTestServer({}, db);
  consoleSite = await startTestConsole(server);
  members = [await makeMember(server.pool), await makeMember(server.pool)];
  for (let month = 0; month < MONTHS; month += 1) {
    await toNextMonth();
    for (const [index, member] of members.entries())
      await trade(member, `M${month}${index === 0 ? 'A' : 'B'}USD`, index === 0);
  }
  await moveBy(120 * DAY_MS);
  await countFigures(server.ownerPool);
}, 150_000);
afterAll(async () => {
  await clock.close();
  await consoleSite.stop();
  await server.stop();
});

async function moveBy(ms: number): Promise<void> {
  await clock.moveBy(ms);
  await server.context.clock.measure();
  await consoleSite.context.clock.measure();
  await server.ownerPool.query('select prepare_order_months()');
}

/** Noon of the tenth. */
async function toNextMonth(): Promise<void> {
  const now = await databaseNow(server.pool);
  const date = new Date(now);
  const next = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 10, 12);
  await moveBy(next - now);
}

/** An order that is settled, signed and logged: won, or void for want of a price. */
async function trade(member: bigint, product: string, isWon: boolean): Promise<void> {
  const order = await placeSigned(server, await makeSession(server.pool, member), product, { feeRate: 100 });
  await runOn(
    server,
    order,
    isWon
      ? [
          [0, PRICE],
          [5, PRICE + 1],
        ]
      : [[9, PRICE]],
    clock,
  );
  await signClose(server, order);
  const { rows } = await server.ownerPool.query<{ key: string }>('select key::text from trade_order where id = $1', [
    order.id,
  ]);
  placed.push({ member, order, key: rows[0]?.key ?? '' });
}

function monthOf({ acceptedAt }: OrderView): string {
  return `${acceptedAt.slice(0, 7)}-01`;
}

async function allOpenings() {
  const items = [];
  for (let from = 0; ; from += 7) {
    const { body } = await server.call('GET', `${orderLog.listLogOpenings.path}?from=${from}&limit=7`);
    const page = logOpeningsView.parse(body.data);
    if (page.items.length === 0) return items;
    items.push(...page.items);
  }
}

/** Without where each price came from, which is known while its tick is in the database. */
async function publicList(date: string) {
  const items = [];
  for (let cursor = ''; ;) {
    const query = `date=${date}&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page = fairnessOrdersView.parse((await server.call('GET', `${listFairnessOrders.path}?${query}`)).body.data);
    items.push(...page.items.map((item) => ({ ...item, feed: null })));
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}

/** What strangers read. */
async function publicData() {
  const dates = [...new Set(placed.map(({ order }) => dateOf(order.closesAt)))];
  const lists = [];
  const tables = [];
  for (const date of dates) lists.push(await publicList(date));
  // A stranger may have few of these a minute.
  for (const date of dates.slice(0, 4)) {
    const { text } = await server.call('GET', `${listFairnessOrders.path}?date=${date}&format=csv`);
    tables.push(text.replaceAll(/,(live|simulated|replay),/g, ',,'));
  }
  return { openings: await allOpenings(), lists, tables };
}

function dateOf(moment: string): string {
  return localDateAt(server.context.site.timeZone, Date.parse(moment));
}

/** What members read. */
async function memberData() {
  const read = [];
  for (const { member, order, key } of placed) {
    const token = await makeSession(server.pool, member);
    for (const path of [pathOf(readOrder, order), pathOf(readReceipt, order), `${listOrders.path}?key=${key}`])
      read.push([path, (await server.call('GET', path, { token })).body]);
  }
  for (const member of members) {
    const token = await makeSession(server.pool, member);
    const pages = [];
    for (let cursor = ''; ;) {
      const path = `${listOrders.path}?limit=5${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const page = ordersView.parse((await server.call('GET', path, { token })).body.data);
      pages.push(...page.items);
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(pages).toHaveLength(MONTHS);
    read.push([member, pages]);
  }
  return read;
}

/** The orders in the file of everything about a member, as JSON and as a table. */
async function ownOrders(member: bigint): Promise<readonly (string | undefined)[]> {
  await server.ownerPool.query(`delete from data_request where member_id = $1`, [member]);
  await insertRequest(server.context.pool, member);
  const due = await claimRequest(server.worker.pool);
  if (due === undefined) throw new Error('nobody waits');
  const deps = { ...server.worker, sealKey: server.worker.secrets.seal };
  await makeDataFile(deps, due, 7);
  const { rows } = await server.ownerPool.query<{ bytes: string }>('select bytes from data_request where id = $1', [
    due.id,
  ]);
  const bytes: Buffer[] = [];
  for await (const piece of (await openPieces(deps, due, Number(rows[0]?.bytes))) ?? []) bytes.push(piece);
  const files = new Map(readZip(Buffer.concat(bytes)).map(({ name, bytes }) => [name, bytes.toString()]));
  return [files.get('orders.json'), files.get('orders.csv')];
}

/** What operators read. */
async function deskData() {
  const [first] = placed;
  if (first === undefined) throw new Error('no order');
  const { token } = await consoleSite.operator('owner');
  const { rows } = await server.ownerPool.query<{ username: string }>('select username from member where id = $1', [
    members[1],
  ]);
  const name = rows[0]?.username ?? '';
  const queries = [
    'limit=100',
    'limit=100&sort=acceptedAt',
    'limit=5&sort=acceptedAt',
    'limit=100&status=voided',
    'limit=100&status=won',
    `limit=100&product=${first.order.product}`,
    `limit=100&q=${name}`,
    `limit=3&sort=acceptedAt&q=${name}`,
    `limit=100&q=${first.order.no}`,
    `limit=100&q=${first.order.id}`,
    `limit=100&from=${dateOf(first.order.acceptedAt)}&to=${dateOf(first.order.acceptedAt)}`,
  ].map((query) => `${desk.listOperatorOrders.path}?${query}`);
  const paths = [...placed.slice(0, 3), ...placed.slice(-1)].flatMap(({ order }) => [
    pathOf(desk.readOperatorOrder, order),
    pathOf(desk.readOperatorReceipt, order),
    `/api/console/books/transfers?number=${order.no}&limit=50`,
  ]);
  const answers = [];
  for (const path of [...queries, ...paths]) {
    const { body } = await consoleSite.call('GET', path, { token });
    expect([path, body.code]).toEqual([path, 200]);
    // Transfers name the order by its id once its month has left.
    answers.push([path, JSON.stringify(body.data).replaceAll(/"reference":"[^"]*"/g, '')]);
  }
  for (const q of [first.order.no, first.order.id]) {
    const { body } = await consoleSite.call('POST', '/api/console/search', { token, body: { q } });
    answers.push([q, body.data]);
  }
  const columns = [
    { name: 'no', title: 'No' },
    { name: 'state', title: 'State' },
  ];
  const body = { list: 'orders', language: 'en', filter: {}, columns };
  answers.push((await consoleSite.call('POST', '/api/console/exports', { token, body })).text);
  return answers;
}

const KEPT = { keptMonths: 3, partOrders: 1 };

function archive() {
  const { files, secrets } = server.context;
  return { pool: server.ownerPool, files, sealKey: secrets.seal };
}

/** All are archived before the first one leaves. */
async function dropMonths(): Promise<void> {
  const months = [...new Set(placed.map(({ order }) => monthOf(order)))].slice(0, LEAVE);
  for (const month of months) expect(await archiveOrders(archive(), month, KEPT)).toMatchObject({ ok: true });
  expect(await dropOrderMonth(archive(), months[1] ?? '', 3)).toEqual({ ok: false, error: 'NOT_OLDEST' });
  for (const month of months)
    expect(await dropOrderMonth(archive(), month, 3)).toMatchObject({ ok: true, value: { orders: 2n } });
}

describe('a year of orders', () => {
  it('is read by everybody as before when most of its months have left', async () => {
    const before = {
      open: await publicData(),
      own: await memberData(),
      desk: await deskData(),
      file: await ownOrders(members[0] ?? 0n),
    };
    expect(before.open.openings.filter(({ kind }) => kind === 'order')).toHaveLength(2 * MONTHS);
    expect(before.open.openings.filter(({ kind }) => kind === 'settlement')).toHaveLength(2 * MONTHS);
    expect(before.open.lists.flat()).toHaveLength(2 * MONTHS);
    await dropMonths();
    expect((await server.ownerPool.query('select from trade_order')).rowCount).toBe(2 * (MONTHS - LEAVE));
    expect(await publicData()).toEqual(before.open);
    expect(await memberData()).toEqual(before.own);
    expect(await deskData()).toEqual(before.desk);
    expect(await ownOrders(members[0] ?? 0n)).toEqual(before.file);
    await checkConservation(server.ownerPool);
  }, 150_000);

  it('says that it cannot be read, wherever a file is away', async () => {
    const next = placed[2 * LEAVE];
    if (next === undefined) throw new Error('no order');
    const { order, member, key } = next;
    const month = monthOf(order);
    await archiveOrders(archive(), month, KEPT);
    expect(await dropOrderMonth(archive(), month, 3)).toMatchObject({ ok: true });
    const folder = join(server.context.config.dataDir, 'archive', dirname(orderFileName({ month, part: 1 })));
    await rm(folder, { recursive: true });
    const token = await makeSession(server.pool, member);
    const date = dateOf(order.closesAt);
    for (const path of [
      pathOf(readOrder, order),
      `${listOrders.path}?key=${key}`,
      `${listOrders.path}?limit=100`,
      `${orderLog.listLogOpenings.path}?from=0`,
      `${listFairnessOrders.path}?date=${date}`,
    ])
      expect([path, (await server.call('GET', path, { token })).body.error]).toEqual([path, 'ORDERS_UNAVAILABLE']);
    const session = await consoleSite.operator('owner');
    for (const query of [`q=${order.no}`, `q=${order.id}`, 'limit=100', 'limit=100&sort=acceptedAt']) {
      const path = `${desk.listOperatorOrders.path}?${query}`;
      const { body } = await consoleSite.call('GET', path, { token: session.token });
      expect([path, body.error]).toEqual([path, 'ORDERS_UNAVAILABLE']);
    }
  });
});
