import { houseAccount, isMemberKind, memberAccount } from '@candor/domain/ledger/account';
import type { AccountKind } from '@candor/domain/ledger/account';
import type { TransferType } from '@candor/domain/ledger/transfer';
import { money } from '@candor/domain/money';
import { localDateAt } from '@candor/domain/market/local-time';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeTransfers } from '../../services/ledger/ledger.ts';
import { tried } from '../../testing/attacks.ts';
import { bookLedger } from '../../testing/book-ledger.ts';
import { makeMember } from '../../testing/factories.ts';
import { makeClockMovable } from '../../testing/movable-clock.ts';
import type { MovableClock } from '../../testing/movable-clock.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { bookHours } from './book-hours.ts';
import { selectBalances } from './books-store.ts';
import { selectReport } from './day-store.ts';
import { bookHour, selectBookedUntil, selectDayLines } from './ledger-hour-store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ZONE = 'Asia/Shanghai';

/** What moves on this site: by kinds of accounts, so that some begin and end in the middle of the days. */
const MOVES: readonly (readonly [TransferType, AccountKind, AccountKind])[] = [
  ['recharge', 'clearing', 'funds'],
  ['withdraw', 'funds', 'clearing'],
  ['fee', 'funds', 'fees'],
  ['interest', 'house', 'savings'],
  ['interest', 'house', 'funds'],
  ['manualAdd', 'house', 'funds'],
  ['manualDeduct', 'funds', 'house'],
];

/** A report as it was before balances were kept: all hours from the beginning. */
const PLAIN = `create function plain_report(of_date date) returns text language sql as $$
  select jsonb_build_object('date', of_date,
    'lines', coalesce((select jsonb_agg(jsonb_build_array(w.wallet, w.currency, w.kind, w.opening::text, w.debit::text, w.credit::text,
        (w.opening + w.credit - w.debit)::text) order by w.wallet, w.currency, w.kind)
      from (select l.wallet, l.currency, l.kind,
          coalesce(sum(l.credit - l.debit) filter (where h.business_date < of_date), 0)::bigint as opening,
          coalesce(sum(l.debit) filter (where h.business_date = of_date), 0)::bigint as debit,
          coalesce(sum(l.credit) filter (where h.business_date = of_date), 0)::bigint as credit
        from ledger_hour h join ledger_hour_line l using (begins_at) where h.business_date <= of_date
        group by l.wallet, l.currency, l.kind) w), '[]'),
    'moves', coalesce((select jsonb_agg(jsonb_build_array(m.wallet, m.currency, m.type, m.kind, m.debit::text, m.credit::text, m.entries::text)
        order by m.wallet, m.currency, m.type, m.kind)
      from (select l.wallet, l.currency, l.type, l.kind, sum(l.debit)::bigint as debit, sum(l.credit)::bigint as credit,
          sum(l.entries)::bigint as entries
        from ledger_hour h join ledger_hour_line l using (begins_at) where h.business_date = of_date
        group by l.wallet, l.currency, l.type, l.kind) m), '[]'))::text $$`;

const SIDES = `transfer t cross join lateral (values (t.debit_account, t.amount, 0::bigint), (t.credit_account, 0, t.amount)) s (account, debit, credit)
  join account a on a.id = s.account where t.phase in ('single', 'post')`;

let db: TestDb;
let clock: MovableClock;
let member: bigint;
/** Moments of the site's days, some of them in an hour, some between two days. */
const moments: number[] = [];
beforeAll(async () => {
  db = await createTestDb();
  clock = await makeClockMovable(db.ownerUrl);
  member = await makeMember(db.ownerPool, '1000');
  await db.ownerPool.query(PLAIN);
  for (const moves of fc.sample(
    fc.array(fc.tuple(fc.nat(MOVES.length - 1), fc.integer({ min: 1, max: 999 })), { maxLength: 6 }),
    { numRuns: 14, seed: 38 },
  )) {
    for (const [of, amount] of moves) await move(of, amount);
    moments.push(await now());
    await clock.moveBy(7.4 * HOUR_MS);
  }
  for (let ms = (moments[0] ?? 0) - DAY_MS; ms < (await now()) + DAY_MS; ms += DAY_MS)
    moments.push(Math.floor(ms / DAY_MS) * DAY_MS - 8 * HOUR_MS);
}, 180_000);
afterAll(async () => {
  await db.ownerPool.query('drop function plain_report');
  await clock.close();
  await db.drop();
});

async function now(): Promise<number> {
  const { rows } = await db.ownerPool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  );
  return Math.floor(rows[0]?.ms ?? 0);
}

async function move(of: number, amount: number): Promise<void> {
  const [type, debit, credit] = MOVES[of] ?? MOVES[0] ?? expect.fail();
  const refOf = (kind: AccountKind) =>
    isMemberKind(kind)
      ? memberAccount(kind, member, 'practice', TEST_CURRENCY.code)
      : houseAccount(kind, 'practice', TEST_CURRENCY.code);
  await writeTransfers(db.ownerPool, [
    {
      debit: refOf(debit),
      credit: refOf(credit),
      amount: money(BigInt(amount)),
      type,
      phase: 'single',
      refType: 'test',
      refId: crypto.randomUUID(),
    },
  ]);
}

async function keptDates(): Promise<number> {
  const { rows } = await db.ownerPool.query<{ n: bigint }>(
    'select count(distinct business_date) as n from ledger_balance',
  );
  return Number(rows[0]?.n);
}

/** Everything that is read from balances, beside the same of the transfers and of all hours. */
async function compare(): Promise<void> {
  const reader = db.pools.console;
  for (const atMs of moments) {
    const at = new Date(atMs).toISOString();
    const sums = new Map<string, bigint>();
    for (const { line, credit, debit } of await selectBalances(
      reader,
      TEST_CURRENCY.code,
      atMs,
      await selectBookedUntil(reader, atMs),
    )) {
      const kind = ['interest', 'rewards', 'manual', 'givenUp'].includes(line) ? 'house' : line;
      sums.set(kind, (sums.get(kind) ?? 0n) + credit - debit);
    }
    const { rows } = await db.ownerPool.query<{ kind: string; sum: bigint }>(
      `select a.kind, sum(s.credit - s.debit)::bigint as sum from ${SIDES} and t.at < $1 group by 1`,
      [at],
    );
    expect(Object.fromEntries(sums), at).toEqual(Object.fromEntries(rows.map(({ kind, sum }) => [kind, sum])));

    const date = localDateAt(ZONE, atMs);
    const { rows: plain } = await db.ownerPool.query<{ same: boolean }>(
      'select plain_report($1) = day_report($1)::text as same',
      [date],
    );
    expect(plain[0]?.same, date).toBe(true);
    expect((await selectReport(reader, date))?.report.date).toBe(date);
  }
  await compareDays();
}

async function compareDays(): Promise<void> {
  const reader = db.pools.console;
  const from = localDateAt(ZONE, (moments[0] ?? 0) + DAY_MS);
  const fromMs = Date.parse(`${from}T00:00:00+08:00`);
  const lines = await selectDayLines(reader, {
    wallet: 'practice',
    currency: TEST_CURRENCY.code,
    timeZone: ZONE,
    from,
    fromMs,
    bookedUntilMs: await selectBookedUntil(reader, await now()),
  });
  const { rows } = await db.ownerPool.query<{ line: string }>(
    `select (t.at at time zone '${ZONE}')::date || ' ' || a.kind || ' ' || t.type || ' ' || sum(s.debit) || ' ' || sum(s.credit) as line
     from ${SIDES} and t.at >= $1 group by (t.at at time zone '${ZONE}')::date, a.kind, t.type`,
    [new Date(fromMs).toISOString()],
  );
  const said = lines.map(({ day, kind, type, debit, credit }) => `${day} ${kind} ${type} ${debit} ${credit}`);
  expect(said.toSorted()).toEqual(rows.map(({ line }) => line).toSorted());
}

it('balances, reports and days are the plain sums: before hours are booked, while they are, and after an update', async () => {
  await compare();
  await bookHours(db.pools.worker, () => false);
  for (let steps = 0; steps < 31;) if (await bookHour(db.pools.worker)) steps += 1;
  expect(await keptDates()).toBe(1);
  await compare();
  await bookLedger(db.pools.worker);
  const kept = await keptDates();
  expect(kept).toBeGreaterThan(3);
  await compare();

  // A site that was updated has its hours, and gets the balances a date at a time.
  await db.ownerPool.query('delete from ledger_balance');
  await compare();
  expect(await bookHour(db.pools.worker)).toBe(true);
  expect(await keptDates()).toBe(1);
  await compare();
  while (await bookHour(db.pools.worker));
  expect(await keptDates()).toBe(kept);
  await compare();
});

it('a report reads the date before, and no hours from before that', async () => {
  const { rows } = await db.ownerPool.query<{ day: string }>(
    'select max(business_date)::text as day from ledger_balance',
  );
  const report = async () => JSON.stringify((await selectReport(db.pools.console, rows[0]?.day ?? ''))?.report);
  const before = await report();
  const client = await db.ownerPool.connect();
  try {
    await client.query('begin');
    await client.query(
      `delete from ledger_hour_line where begins_at < ($1::date - 1)::timestamp at time zone '${ZONE}'`,
      [rows[0]?.day],
    );
    expect(JSON.stringify((await selectReport(client, rows[0]?.day ?? ''))?.report)).toBe(before);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

it('balances are in no login’s hands', async () => {
  const { http, worker, console: desk, feed } = db.pools;
  for (const pool of [http, worker, desk, feed]) {
    for (const sql of [
      `insert into ledger_balance values ('2026-01-01', 'practice', 'CNY', 'house', 'interest', 1, 0, 1)`,
      'update ledger_balance set debit = 0',
      'delete from ledger_balance',
      'select book_ledger_balance()',
    ])
      expect(await tried(pool, sql), sql).toBe('42501');
  }
});
