import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dateText, dayOfDate } from '@candor/domain/market/local-time';
import * as z from 'zod/mini';
import { readRow, readRows } from '../../../platform/db/statement.ts';
import { int8, moment } from '../../../platform/db/rows.ts';
import { outcome } from '../../../services/columns/columns.ts';
import { uuidV7 } from '../../../platform/ids/ids.ts';
import { createDiskFiles } from '../../../services/files/disk-files.ts';
import type { Files } from '../../../services/files/files.ts';
import { selectLogIndex, selectSettlementIndex } from '../../../services/order-log/log-store.ts';
import { orderFileName, readOrderFile, writeOrderFile } from '../../../services/order-archive/order-files.ts';
import { acceptedRow } from '../../../services/receipts/accepted-order.ts';
import { ACCEPTED_COLUMNS, ACCEPTED_FROM } from '../../../services/receipts/receipt-store.ts';
import { countFigures } from '../../../testing/count-figures.ts';
import { orderSql, tried } from '../../../testing/attacks.ts';
import { databaseNow, makeMember, makeProduct, makeTicks } from '../../../testing/factories.ts';
import { makeClockMovable } from '../../../testing/movable-clock.ts';
import type { MovableClock } from '../../../testing/movable-clock.ts';
import { sealAll } from '../../../testing/seal-all.ts';
import { minuteAfter } from '../../../testing/signed-orders.ts';
import { createTestDb } from '../../../testing/test-db.ts';
import type { TestDb } from '../../../testing/test-db.ts';
import { settleDueOrders } from '../settle-due-orders.ts';
import { archiveOrders } from './archive-orders.ts';
import { dropOrderMonth } from './drop-month.ts';
import type { OrderArchiveDeps } from './archive-orders.ts';
import { readArchivedOrder } from '../../../services/order-archive/read-archived-order.ts';
import {
  recordMonth,
  recordPart,
  selectArchivedMonth,
  selectArchivedParts,
  selectOrderLines,
} from './order-archive-store.ts';

const DAY_MS = 86_400_000;
const PRODUCTS = ['TESTUSD', 'OTHERUSD'];
const KEPT = { keptMonths: 3, partOrders: 2 };

let test: TestDb;
let clock: MovableClock;
let folder: string;
let deps: OrderArchiveDeps;
beforeEach(async () => {
  test = await createTestDb();
  clock = await makeClockMovable(test.ownerUrl);
  folder = await mkdtemp(join(tmpdir(), 'candor-orders-'));
  deps = { pool: test.ownerPool, files: createDiskFiles(folder), sealKey: Buffer.alloc(32, 7) };
  for (const product of PRODUCTS) await makeProduct(test.ownerPool, product, { feeRate: 100 });
});
afterEach(async () => {
  await clock.close();
  await test.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The tenth of the month that comes: its table is not the oldest one. */
async function standInNextMonth(): Promise<void> {
  const now = await databaseNow(test.pool);
  const date = new Date(now);
  await clock.moveBy(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 10, 12) - now);
}

/** Three orders of two members, and what comes after them, half a year ago. Returns the first day of their month. */
async function makeMonth({ isSettled = true, isLogged = true, isSigned = true } = {}): Promise<string> {
  const second = Math.floor((await databaseNow(test.pool)) / 1000) * 1000 + 2000;
  for (const product of PRODUCTS) await makeTicks(test, product, [{ at: second, price: 10_000 }]);
  const [one, other] = [await makeMember(test.pool), await makeMember(test.pool)];
  await test.pool.query(orderSql(one, 'TESTUSD'));
  await test.pool.query(orderSql(one, 'OTHERUSD'));
  await test.pool.query(orderSql(other, 'TESTUSD'));
  const { rows } = await test.ownerPool.query<{ product: string; at: number }>(
    `select distinct o.product, m.moment as at from trade_order o cross join unnest(array[o.entry_at, o.closes_at]) as m (moment) order by 2`,
  );
  for (const [index, { product, at }] of rows.entries())
    await makeTicks(test, product, [{ at, price: 10_001 + index }]);
  await clock.moveBy(20_000);
  if (isSettled) expect(await settleDueOrders(test.pools.worker)).toMatchObject({ settled: 3 });
  if (isLogged) await sealAll(test);
  const close = minuteAfter(Math.max(...rows.map(({ at }) => at)) + 1000);
  for (const product of PRODUCTS) await makeTicks(test, product, [{ at: close, price: 10_000 }]);
  // A signature from before the close is none.
  await sign(isSigned ? close : second);
  const month = `${new Date(second).toISOString().slice(0, 7)}-01`;
  await clock.moveBy(150 * DAY_MS);
  return month;
}

/** A checkpoint of each product that signs its tick of this moment, at the next whole minute. */
async function sign(at: number): Promise<void> {
  for (const product of PRODUCTS)
    await test.ownerPool.query(
      `insert into checkpoint (product, slot, kind, seq, at, hash, previous, text_hash, note)
       select t.product, s.slot, case extract(minute from s.slot at time zone 'UTC') when 0 then 'hour' else 'minute' end, t.seq, t.at,
         t.hash, decode(repeat('00', 32), 'hex'), sha256('text'), 'note'
       from tick t cross join (select to_timestamp($3::float8 / 1000) as slot) s
       where t.product = $1 and t.at = to_timestamp($2::float8 / 1000)`,
      [product, at, minuteAfter(at)],
    );
}

async function linesOf(month: string, part: number): Promise<string[]> {
  const read = await readOrderFile(deps, { month, part });
  if (!read.ok) throw new Error(read.error);
  return read.value.trimEnd().split('\n');
}

const counts = z.object({ orders: int8, settlements: int8 });

/** How many of these lines give exactly the rows that the database has. */
async function same(lines: readonly string[]) {
  return await readRow(
    test.ownerPool,
    counts,
    `select count(*) filter (where a is not distinct from o) as orders, count(*) filter (where b is not distinct from s) as settlements
     from unnest($1::jsonb[]) as l (line)
     cross join lateral jsonb_populate_record(null::trade_order, l.line -> 'order') a
     cross join lateral jsonb_populate_record(null::settlement, l.line -> 'settlement') b
     join trade_order o on o.id = a.id join settlement s on s.order_id = a.id`,
    [lines],
  );
}

/** What the first lines of a month would be recorded with. */
async function hashOf(month: string, count: number) {
  const lines = await selectOrderLines(test.ownerPool, month, { memberId: 0n, no: 0n }, count);
  const content = lines.map(({ line }) => `${line}\n`).join('');
  return { count, sha256: createHash('sha256').update(content).digest('hex') };
}

const placed = z.object({
  order: z.object({ id: z.string(), member_id: z.number() }),
  log: z.object({ order: z.number(), settlement: z.number() }),
});

describe('a closed month', () => {
  it('is in files that hold its very rows, and is recorded', async () => {
    await standInNextMonth();
    const month = await makeMonth();
    const archived = await archiveOrders(deps, month, KEPT);
    expect(archived).toMatchObject({ ok: true, value: { orders: 3n, files: 6, written: 6 } });
    const lines = [...(await linesOf(month, 1)), ...(await linesOf(month, 2))];
    expect(await same(lines)).toEqual({ orders: 3n, settlements: 3n });
    expect(await selectArchivedParts(test.pool, month)).toMatchObject([
      { part: 1, count: 2 },
      { part: 2, count: 1 },
    ]);
    expect(await selectArchivedMonth(test.pool, month)).toMatchObject({ parts: 2, count: 3n });
    // By member, and each with its places in the order log.
    const read = lines.map((line) => placed.parse(JSON.parse(line)));
    const members = read.map(({ order }) => order.member_id);
    expect(members).toEqual(members.toSorted((a, b) => a - b));
    for (const { order, log } of read)
      expect(log).toEqual({
        order: await selectLogIndex(test.pool, order.id),
        settlement: await selectSettlementIndex(test.pool, order.id),
      });
    // Nothing left the database.
    expect((await test.ownerPool.query('select from trade_order')).rowCount).toBe(3);
  });

  it('gives what pages and receipts read, through their own statements', async () => {
    await standInNextMonth();
    const month = await makeMonth();
    await archiveOrders(deps, month, KEPT);
    const lines = [...(await linesOf(month, 1)), ...(await linesOf(month, 2))];
    const row = z.extend(acceptedRow, { outcome, settledAt: moment });
    const text = `select ${ACCEPTED_COLUMNS}, s.outcome, s.settled_at from ${ACCEPTED_FROM} join settlement s on s.order_id = o.id order by o.no`;
    // The rows of the files stand in for the tables.
    const instead = `with
      trade_order as (select r.* from unnest($1::jsonb[]) as l (line)
        cross join lateral jsonb_populate_record(null::public.trade_order, l.line -> 'order') r),
      settlement as (select r.* from unnest($1::jsonb[]) as l (line)
        cross join lateral jsonb_populate_record(null::public.settlement, l.line -> 'settlement') r) ${text}`;
    const asTables = await readRows(test.pool, row, text);
    expect(asTables).toHaveLength(3);
    expect(await readRows(test.pool, row, instead, [lines])).toEqual(asTables);
  });

  it('also the oldest one, whose table has all that came before', async () => {
    const month = await makeMonth();
    expect(await archiveOrders(deps, month, KEPT)).toMatchObject({ ok: true, value: { orders: 3n } });
  });

  it('is written once; a second run compares, and writes again what is damaged or missing', async () => {
    await standInNextMonth();
    const month = await makeMonth();
    const first = await archiveOrders(deps, month, KEPT);
    if (!first.ok) throw new Error(first.error);
    expect(await archiveOrders(deps, month, KEPT)).toEqual({ ok: true, value: { ...first.value, written: 0 } });
    const [one, two] = [1, 2].map((part) => join(folder, orderFileName({ month, part })));
    if (one === undefined || two === undefined) throw new Error('no path');
    const before = await readFile(one);
    await writeFile(one, before.subarray(0, -1));
    await rm(two);
    expect(await archiveOrders(deps, month, KEPT)).toEqual({ ok: true, value: { ...first.value, written: 2 } });
    // A file under another's name does not open.
    await rename(one, two);
    expect(await readOrderFile(deps, { month, part: 2 })).toEqual({ ok: false, error: 'FILE_DAMAGED' });
    expect(await readOrderFile(deps, { month, part: 1 })).toEqual({ ok: false, error: 'FILE_MISSING' });
  });

  it('says nothing to whoever reads the disk', async () => {
    await standInNextMonth();
    const month = await makeMonth();
    await archiveOrders(deps, month, KEPT);
    const bytes = await readFile(join(folder, orderFileName({ month, part: 1 })));
    expect(bytes.includes('TESTUSD')).toBe(false);
    const other = { ...deps, sealKey: Buffer.alloc(32, 8) };
    expect(await readOrderFile(other, { month, part: 1 })).toEqual({ ok: false, error: 'FILE_DAMAGED' });
  });
});

it('asked for twice at once is written by one, also where the other makes parts of another size', async () => {
  await standInNextMonth();
  const month = await makeMonth();
  const runs = [KEPT, { ...KEPT, partOrders: 1 }, { ...KEPT, partOrders: 3 }];
  const answers = await Promise.all(runs.map(async (options) => await archiveOrders(deps, month, options)));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter((answer) => !answer.ok && answer.error === 'BUSY')).toHaveLength(2);
  // What was recorded is what the files hold.
  expect(await archiveOrders(deps, month, KEPT)).toMatchObject({ ok: true, value: { orders: 3n, written: 0 } });
});

describe('an archived order', () => {
  it('is found by its id, also where the database has it no more', async () => {
    await standInNextMonth();
    const month = await makeMonth();
    await archiveOrders(deps, month, KEPT);
    const { rows } = await test.ownerPool.query<{ id: string }>('select id::text from trade_order');
    await countFigures(test.ownerPool);
    expect(await dropOrderMonth(deps, month, 3)).toMatchObject({ ok: true, value: { orders: 3n } });
    expect(rows).toHaveLength(3);
    for (const { id } of rows) {
      const read = await readArchivedOrder({ ...deps, db: test.pool }, id);
      if (!read.ok || read.value === null) throw new Error('not read');
      expect(placed.parse(JSON.parse(read.value)).order.id).toBe(id);
    }
    // Of that month, of no month that is archived, and of no moment.
    const beside = `${rows[0]?.id.slice(0, 24)}000000000000`;
    for (const id of [beside, uuidV7(), randomUUID()])
      expect(await readArchivedOrder({ ...deps, db: test.pool }, id)).toEqual({ ok: true, value: null });
  });

  it('of the months before the oldest table, too', async () => {
    const oldest = `${new Date(await databaseNow(test.pool)).toISOString().slice(0, 7)}-01`;
    await clock.stepBack(40 * DAY_MS);
    const before = await makeMonth();
    await clock.moveBy(40 * DAY_MS);
    expect(await archiveOrders(deps, before, KEPT)).toEqual({ ok: false, error: 'NO_MONTH' });
    expect(await archiveOrders(deps, oldest, KEPT)).toMatchObject({ ok: true, value: { orders: 3n } });
    const { rows } = await test.ownerPool.query<{ id: string }>('select id::text from trade_order');
    for (const { id } of rows)
      expect(await readArchivedOrder({ ...deps, db: test.pool }, id)).toMatchObject({
        ok: true,
        value: expect.stringContaining(id),
      });
  });

  it('is not read from a file that is gone, damaged, or not the one that was recorded', async () => {
    await standInNextMonth();
    const month = await makeMonth();
    await archiveOrders(deps, month, KEPT);
    const { rows } = await test.ownerPool.query<{ id: string }>(
      'select id::text from trade_order order by member_id, no desc',
    );
    const id = rows[0]?.id ?? '';
    const read = async () => await readArchivedOrder({ ...deps, db: test.pool }, id);
    const file = orderFileName({ month, part: 1 });
    const [line = ''] = await linesOf(month, 1);
    await writeOrderFile(deps, { month, part: 1 }, `${line.replace('practice', 'pretense')}\n`);
    expect(await read()).toEqual({ ok: false, error: { file, problem: 'FILE_DIFFERS' } });
    await writeFile(join(folder, file), 'damaged');
    expect(await read()).toEqual({ ok: false, error: { file, problem: 'FILE_DAMAGED' } });
    await rm(join(folder, file));
    expect(await read()).toEqual({ ok: false, error: { file, problem: 'FILE_MISSING' } });
  });
});

describe('a month stays as it is', () => {
  it.each([
    ['ORDER_OPEN', { isSettled: false, isLogged: false }],
    ['NOT_LOGGED', { isLogged: false }],
    ['NOT_SIGNED', { isSigned: false }],
  ])('%s', async (reason, without) => {
    await standInNextMonth();
    const month = await makeMonth(without);
    expect(await archiveOrders(deps, month, KEPT)).toEqual({ ok: false, error: reason });
    expect(await selectArchivedParts(test.pool, month)).toEqual([]);
    // Nor does the database take it from whoever does not ask first.
    const lines = await hashOf(month, 2);
    await expect(recordPart(test.ownerPool, { month, part: 1 }, lines, 3)).rejects.toThrow(reason);
    expect(await tried(test.ownerPool, `select record_order_archive('${month}', 3)`)).toBe('CD004');
  });

  it('while it is young, has no orders, or is none', async () => {
    await standInNextMonth();
    const month = await makeMonth();
    expect(await archiveOrders(deps, month, { keptMonths: 12 })).toEqual({ ok: false, error: 'NOT_OLD' });
    const next = new Date(Date.parse(month) + 31 * DAY_MS).toISOString().slice(0, 7);
    expect(await archiveOrders(deps, `${next}-01`, KEPT)).toEqual({ ok: false, error: 'NO_ORDERS' });
    expect(await archiveOrders(deps, `${month.slice(0, 8)}02`, KEPT)).toEqual({ ok: false, error: 'NO_MONTH' });
    expect(await archiveOrders(deps, '2001-01-01', KEPT)).toEqual({ ok: false, error: 'NO_MONTH' });
    // The database keeps three, whatever the settings say.
    await clock.stepBack(60 * DAY_MS);
    expect(await archiveOrders(deps, month, { keptMonths: 0 })).toEqual({ ok: false, error: 'NOT_OLD' });
  });

  it('where a file cannot be written, or reads back as another', async () => {
    await standInNextMonth();
    const month = await makeMonth();
    const full: Files = { ...deps.files, write: async () => await Promise.reject(new Error('the disk is full')) };
    await expect(archiveOrders({ ...deps, files: full }, month, KEPT)).rejects.toThrow('the disk is full');
    const forgets: Files = { ...deps.files, read: async () => await Promise.resolve(null) };
    await expect(archiveOrders({ ...deps, files: forgets }, month, KEPT)).rejects.toThrow('does not read back');
    expect(await selectArchivedParts(test.pool, month)).toEqual([]);
    expect(await archiveOrders(deps, month, KEPT)).toMatchObject({ ok: true, value: { orders: 3n } });
  });

  it('where it ended in the middle: the next run continues, also with parts of another size', async () => {
    await standInNextMonth();
    const month = await makeMonth();
    let writes = 0;
    const dies: Files = {
      ...deps.files,
      write: async (name, bytes) => {
        writes += 1;
        if (writes === 2) throw new Error('killed');
        await deps.files.write(name, bytes);
      },
    };
    await expect(archiveOrders({ ...deps, files: dies }, month, { ...KEPT, partOrders: 1 })).rejects.toThrow('killed');
    expect(await selectArchivedMonth(test.pool, month)).toBeUndefined();
    expect(await archiveOrders(deps, month, KEPT)).toMatchObject({
      ok: true,
      value: { orders: 3n, files: 6, written: 5 },
    });
  });
});

describe('a month that is archived', () => {
  it('leaves only when its files are there, whole, and its days and months are counted', async () => {
    await standInNextMonth();
    const month = await makeMonth();
    expect(await dropOrderMonth(deps, month, 3)).toEqual({ ok: false, error: 'NOT_ARCHIVED' });
    await archiveOrders(deps, month, KEPT);
    expect(await dropOrderMonth(deps, month, 3)).toEqual({ ok: false, error: 'NOT_COUNTED' });
    await countFigures(test.ownerPool);
    // Its last orders close on the first date of the next month: while that one is not counted, they would be missing from it for ever.
    const countUntil = async (last: string) =>
      await test.ownerPool.query('update fairness_month set month = $1::date', [last]);
    await countUntil(month);
    expect(await dropOrderMonth(deps, month, 3)).toEqual({ ok: false, error: 'NOT_COUNTED' });
    await countUntil(`${dateText(dayOfDate(month) + 31).slice(0, 7)}-01`);
    expect(await dropOrderMonth(deps, month, 12)).toEqual({ ok: false, error: 'NOT_OLD' });
    const file = join(folder, orderFileName({ month, part: 1 }));
    const bytes = await readFile(file);
    bytes.set([(bytes.at(-1) ?? 0) ^ 1], bytes.length - 1);
    await writeFile(file, bytes);
    await expect(dropOrderMonth(deps, month, 3)).rejects.toThrow('1 files were missing or damaged');
    expect((await test.ownerPool.query('select from trade_order')).rowCount).toBe(3);
    // Asked twice at once, one takes it away.
    const twice = await Promise.all([dropOrderMonth(deps, month, 3), dropOrderMonth(deps, month, 3)]);
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await dropOrderMonth(deps, month, 3)).toEqual({ ok: false, error: 'NO_MONTH' });
  });

  it('is written while an hour of the ledger is booked', async () => {
    const booking = await test.pools.worker.connect();
    await booking.query('begin');
    await booking.query('select book_ledger_hour()');
    const records = [
      `record_order_part('2026-01-01', 1, 1, '', 3)`,
      `record_sorted_part('2026-01-01', 'moment', 1, 1, '')`,
      `record_order_archive('2026-01-01', 3)`,
      `drop_order_month('2026-01-01', 3)`,
    ];
    const answers: string[] = [];
    for (const record of records)
      answers.push(await tried(test.ownerPool, `set local lock_timeout = '300ms'`, `select ${record}`));
    await booking.query('rollback');
    booking.release();
    expect(answers).toEqual(records.map(() => 'CD004'));
  });

  it('waits for who reads orders, and lets others go on', async () => {
    await standInNextMonth();
    const month = await makeMonth();
    await archiveOrders(deps, month, KEPT);
    await countFigures(test.ownerPool);
    const reader = await test.pool.connect();
    await reader.query('begin');
    await reader.query('select from trade_order');
    const dropping = dropOrderMonth(deps, month, 3);
    expect((await test.pool.query('select from trade_order')).rowCount).toBe(3);
    await reader.query('rollback');
    reader.release();
    expect(await dropping).toMatchObject({ ok: true });
  });

  it('keeps the numbers of its orders that share a batch of the order log with others', async () => {
    await standInNextMonth();
    const month = await makeMonth({ isLogged: false });
    await test.ownerPool.query('select prepare_order_months()');
    const second = Math.floor((await databaseNow(test.pool)) / 1000) * 1000 + 2000;
    for (const product of PRODUCTS) await makeTicks(test, product, [{ at: second, price: 10_000 }]);
    await test.pool.query(orderSql(await makeMember(test.pool), 'TESTUSD'));
    await sealAll(test);
    const { rows } = await test.ownerPool.query<{ id: string }>(
      'select id::text from trade_order order by no desc limit 1',
    );
    const index = await selectLogIndex(test.pool, rows[0]?.id ?? '');
    expect(index).not.toBeNull();
    await archiveOrders(deps, month, KEPT);
    await countFigures(test.ownerPool);
    expect(await dropOrderMonth(deps, month, 3)).toMatchObject({ ok: true });
    expect((await test.ownerPool.query('select from order_archive_number')).rowCount).toBe(3);
    expect(await selectLogIndex(test.pool, rows[0]?.id ?? '')).toBe(index);
  });
});

describe('the database', () => {
  it('records only what it holds', async () => {
    await standInNextMonth();
    const month = await makeMonth();
    const wrong = { count: 2, sha256: '0'.repeat(64) };
    await expect(recordPart(test.ownerPool, { month, part: 1 }, wrong, 3)).rejects.toThrow('DIFFERENT');
    await expect(recordPart(test.ownerPool, { month, part: 2 }, wrong, 3)).rejects.toThrow('PART');
    await expect(recordPart(test.ownerPool, { month, part: 1 }, wrong, 12)).rejects.toThrow('NOT_OLD');
    // Three lines are no five.
    const fewer = { ...(await hashOf(month, 5)), count: 5 };
    await expect(recordPart(test.ownerPool, { month, part: 1 }, fewer, 3)).rejects.toThrow('DIFFERENT');
    await expect(recordMonth(test.ownerPool, month, 3)).rejects.toThrow('NOT_WHOLE');
    await expect(recordMonth(test.ownerPool, month, 12)).rejects.toThrow('NOT_OLD');
  });

  it('lets the roles read what is archived, and nobody archive or forget', async () => {
    for (const table of ['order_archive', 'order_archive_part']) {
      expect(await tried(test.pools.feed, `select from ${table}`)).toBe('42501');
      for (const role of ['http', 'worker', 'console'] as const)
        expect(await tried(test.pools[role], `select from ${table}`)).toBe('done');
      for (const pool of Object.values(test.pools))
        for (const sql of [`insert into ${table} default values`, `delete from ${table}`, `truncate ${table}`])
          expect(await tried(pool, sql)).toBe('42501');
      for (const sql of [`delete from ${table}`, `update ${table} set count = 1`, `truncate ${table}`])
        expect(await tried(test.ownerPool, sql)).toBe('CD010');
    }
    for (const pool of Object.values(test.pools))
      for (const call of [
        `order_month_span('2026-01-01')`,
        `order_month_held('2026-01-01', 3)`,
        `order_archive_lines('2026-01-01', 0, 0, 1)`,
        `record_order_part('2026-01-01', 1, 1, '', 3)`,
        `record_order_archive('2026-01-01', 3)`,
      ])
        expect(await tried(pool, `select ${call}`)).toBe('42501');
  });
});
