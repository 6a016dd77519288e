import { houseAccount, memberAccount } from '@candor/domain/ledger/account';
import { money } from '@candor/domain/money';
import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHECKS } from '../../services/checks/checks.ts';
import { writeTransfers } from '../../services/ledger/ledger.ts';
import { tried } from '../../testing/attacks.ts';
import { bookLedger } from '../../testing/book-ledger.ts';
import { makeMember } from '../../testing/factories.ts';
import { makeClockMovable } from '../../testing/movable-clock.ts';
import type { MovableClock } from '../../testing/movable-clock.ts';
import { makeOperator } from '../../testing/test-operator.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { bookAnew } from './book-anew.ts';
import { bookHours } from './book-hours.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let db: TestDb;
let clock: MovableClock;
let member: bigint;
beforeAll(async () => {
  db = await createTestDb();
  clock = await makeClockMovable(db.ownerUrl);
  member = await makeMember(db.ownerPool, '1000');
}, 180_000);
afterAll(async () => {
  await clock.close();
  await db.drop();
});

/** Whether it has the first moment after the booked hours, because its own was one of them. */
async function pay(): Promise<boolean> {
  const [id] = await writeTransfers(db.ownerPool, [
    {
      debit: houseAccount('house', 'practice', TEST_CURRENCY.code),
      credit: memberAccount('funds', member, 'practice', TEST_CURRENCY.code),
      amount: money(minor('3')),
      type: 'interest',
      phase: 'single',
      refType: 'test',
      refId: crypto.randomUUID(),
    },
  ]);
  const { rows } = await db.ownerPool.query<{ moved: boolean }>(
    `select at > clock_timestamp() as moved from transfer where id = $1`,
    [id],
  );
  return rows[0]?.moved ?? expect.fail();
}

async function found(name: string): Promise<number> {
  const { rows } = await db.ownerPool.query(CHECKS.find((check) => check.name === name)?.sql ?? '');
  return rows.length;
}

async function dateAgo(days: number): Promise<string> {
  const { rows } = await db.ownerPool.query<{ day: string }>(
    'select (business_date_at(clock_timestamp()) - $1::int)::text as day',
    [days],
  );
  return rows[0]?.day ?? '';
}

/** To ten minutes after a whole hour. */
async function onTheHour(): Promise<void> {
  const { rows } = await db.ownerPool.query<{ ms: number }>(
    `select (extract(epoch from date_trunc('hour', clock_timestamp()) + interval '70 minutes' - clock_timestamp()) * 1000)::float8 as ms`,
  );
  await clock.moveBy(rows[0]?.ms ?? 0);
}

it('a transfer of a clock that was set back into a booked hour is of the hour after it', async () => {
  await onTheHour();
  expect(await pay()).toBe(false);
  await clock.moveBy(DAY_MS);
  await bookLedger(db.pools.worker);
  await clock.stepBack(3 * HOUR_MS);
  expect(await pay()).toBe(true);
  await clock.moveBy(6 * HOUR_MS);
  await bookLedger(db.pools.worker);
  expect(await found('hours-are-the-transfers')).toBe(0);
});

it('and of the hour after the mark, while an hour waits for it', async () => {
  await onTheHour();
  await clock.moveBy(HOUR_MS);
  expect(await bookHours(db.pools.worker, () => false), 'the first look marks').toBe(0);
  await clock.stepBack(30 * 60_000);
  expect(await pay()).toBe(true);
  await clock.moveBy(30 * 60_000);
  await bookLedger(db.pools.worker);
  await clock.moveBy(2 * HOUR_MS);
  await bookLedger(db.pools.worker);
  expect(await found('hours-are-the-transfers')).toBe(0);
});

it('hours that are wrong are booked anew, in the name of an operator', async () => {
  await clock.moveBy(2 * DAY_MS);
  await bookLedger(db.pools.worker);
  await pay();
  await clock.moveBy(DAY_MS);
  await bookLedger(db.pools.worker);
  const [day, kept] = [
    await dateAgo(1),
    `select coalesce(sum(debit + credit + entries), 0)::text as sum from ledger_balance`,
  ];
  const { rows: before } = await db.ownerPool.query(kept);
  await db.ownerPool.query(
    "update ledger_hour_line set debit = debit + 1 where begins_at >= $1::date - interval '1 day' and debit > 0",
    [day],
  );
  expect(await found('hours-are-the-transfers')).toBeGreaterThan(0);

  await makeOperator(db.ownerPool, 'cashier');
  const { rows } = await db.ownerPool.query<{ username: string }>(
    'select username from operator order by id desc limit 1',
  );
  const by = rows[0]?.username ?? '';
  expect(await bookAnew(db.ownerPool, day, 'nobody')).toMatchObject({ ok: false });
  expect(await bookAnew(db.ownerPool, await dateAgo(40), by)).toMatchObject({ ok: false });
  expect(await bookAnew(db.ownerPool, await dateAgo(-9), by)).toMatchObject({ ok: false });
  const taken = await bookAnew(db.ownerPool, day, by);
  expect(taken.ok && taken.value > 20n).toBe(true);
  await bookLedger(db.pools.worker);
  for (const name of ['hours-are-the-transfers', 'hours-without-a-gap', 'balances-are-the-hours'])
    expect(await found(name), name).toBe(0);
  expect((await db.ownerPool.query(kept)).rows).toEqual(before);
  const { rows: entries } = await db.ownerPool.query(
    `select subject_id as day, seq is not null as chained from audit where command = 'operate/book-anew'`,
  );
  expect(entries).toEqual([{ day, chained: true }]);
  for (const pool of Object.values(db.pools))
    expect(await tried(pool, `select unbook_ledger_hours('${day}', '${by}')`)).toBe('42501');
});

it('a date that is signed stays', async () => {
  const day = await dateAgo(1);
  const who = await makeOperator(db.ownerPool, 'cashier');
  await db.ownerPool.query('alter table day_signature disable trigger require_entry');
  await db.ownerPool.query(
    'insert into day_signature (business_date, operator_id, hash) values ($1, $2, day_report_hash($1))',
    [day, who],
  );
  await db.ownerPool.query('alter table day_signature enable trigger require_entry');
  const { rows } = await db.ownerPool.query<{ username: string }>('select username from operator where id = $1', [who]);
  for (const from of [day, await dateAgo(2)])
    expect(await bookAnew(db.ownerPool, from, rows[0]?.username ?? '')).toMatchObject({
      ok: false,
      error: expect.stringContaining('signed'),
    });
});

it('nobody takes hours back while they are signed, nor signs what is being taken back', async () => {
  await clock.moveBy(2 * DAY_MS);
  await bookLedger(db.pools.worker);
  const day = await dateAgo(1);
  const who = await makeOperator(db.ownerPool, 'cashier');
  const { rows } = await db.ownerPool.query<{ username: string }>('select username from operator where id = $1', [who]);
  const sign = `insert into day_signature (business_date, operator_id, hash) values ('${day}', ${who}, day_report_hash('${day}'))`;
  const takeBack = `select unbook_ledger_hours('${day}', '${rows[0]?.username ?? ''}')`;
  for (const [first, then] of [
    [sign, takeBack],
    [takeBack, sign],
  ] as const) {
    const other = await db.ownerPool.connect();
    await other.query('begin');
    await other.query(first);
    const answer = await tried(db.ownerPool, `set local lock_timeout = '300ms'`, then);
    await other.query('rollback');
    other.release();
    expect(answer).toBe('55P03');
    expect(await tried(db.ownerPool, then)).toBe('done');
  }
});
