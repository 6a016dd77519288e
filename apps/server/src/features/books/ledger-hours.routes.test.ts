import { trialBalanceView } from '@candor/contract/console-books';
import { dayReportView, operatorDaysView } from '@candor/contract/console-days';
import type { DayReportView } from '@candor/contract/console-days';
import { overviewView } from '@candor/contract/console-overview';
import type { OverviewView } from '@candor/contract/console-overview';
import { houseAccount, isMemberKind, memberAccount } from '@candor/domain/ledger/account';
import type { AccountKind, AccountRef } from '@candor/domain/ledger/account';
import type { TransferType } from '@candor/domain/ledger/transfer';
import { localDateAt } from '@candor/domain/market/local-time';
import { formatMoney, money } from '@candor/domain/money';
import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeTransfers } from '../../services/ledger/ledger.ts';
import { tried } from '../../testing/attacks.ts';
import { bookLedger } from '../../testing/book-ledger.ts';
import { makeMember } from '../../testing/factories.ts';
import { makeClockMovable } from '../../testing/movable-clock.ts';
import type { MovableClock } from '../../testing/movable-clock.ts';
import { acting, makeOperator } from '../../testing/test-operator.ts';
import { startTestConsole } from '../../testing/test-console.ts';
import type { TestConsole } from '../../testing/test-console.ts';
import { createTestDb } from '../../testing/test-db.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { bookHours } from './book-hours.ts';

const DAY_MS = 86_400_000;
/** Longer than an answer is kept. */
const LATER_MS = 20_000;

let clock: MovableClock;
let server: TestServer;
let console: TestConsole;
let token: string;
let member: bigint;
beforeAll(async () => {
  const db = await createTestDb();
  clock = await makeClockMovable(db.ownerUrl);
  server = await startTestServer({}, db);
  console = await startTestConsole(server);
}, 180_000);
// Each on a business date of its own, in its middle: what one test moved is in no other's day.
beforeEach(async () => {
  await clock.moveBy(2 * DAY_MS);
  await clock.moveBy(DAY_MS - ((console.context.clock.now() + 8 * 3_600_000) % DAY_MS) + DAY_MS / 2);
  await console.context.clock.measure();
  ({ token } = await console.operator('cashier'));
  member = await makeMember(server.ownerPool, '1000');
});
afterAll(async () => {
  await clock.close();
  await console.stop();
  await server.stop();
});

async function later(ms = LATER_MS): Promise<void> {
  await clock.moveBy(ms);
  await console.context.clock.measure();
}

async function overview(): Promise<OverviewView> {
  await later();
  // A session of the console ends after some hours without a call.
  const answer = await console.call('GET', '/api/console/overview', {
    token: (await console.operator('cashier')).token,
  });
  expect(answer.body.code, answer.text).toBe(200);
  return overviewView.parse(answer.body.data);
}

async function move(amount: string, type: TransferType, debit: AccountKind, credit: AccountKind): Promise<void> {
  const refOf = (kind: AccountKind): AccountRef =>
    isMemberKind(kind)
      ? memberAccount(kind, member, 'practice', TEST_CURRENCY.code)
      : houseAccount(kind, 'practice', TEST_CURRENCY.code);
  await writeTransfers(server.ownerPool, [
    {
      debit: refOf(debit),
      credit: refOf(credit),
      amount: money(minor(amount)),
      type,
      phase: 'single',
      refType: 'test',
      refId: crypto.randomUUID(),
    },
  ]);
}

async function moveAll(): Promise<void> {
  await move('500', 'recharge', 'clearing', 'funds');
  await move('200', 'withdraw', 'funds', 'clearing');
  await move('100', 'orderStake', 'funds', 'escrow');
  await move('100', 'orderClose', 'escrow', 'house');
  await move('185', 'orderPayout', 'house', 'funds');
  await move('7', 'interest', 'house', 'savings');
}

async function look(): Promise<number> {
  return await bookHours(server.pools.worker, () => false);
}

async function book(): Promise<number> {
  return await bookLedger(server.pools.worker);
}

function text(units: string): string {
  return formatMoney(money(minor(units)), TEST_CURRENCY);
}

describe('the overview', () => {
  it('says of today what moved, and of 30 days before what moved then', async () => {
    await moveAll();
    const { days, wallet } = await overview();
    expect([days.length, wallet]).toEqual([31, 'practice']);
    expect(days.at(-1)).toMatchObject({
      turnover: text('100'),
      kept: `-${text('85')}`,
      deposits: text('500'),
      withdrawals: text('200'),
      net: text('300'),
      interest: text('7'),
      fees: text('0'),
      newMembers: 1,
      activeMembers: 1,
    });
    expect(days.at(-2)).toMatchObject({ turnover: text('0'), newMembers: 0, activeMembers: 0 });
  });

  it('says the same of a day before and after its hours are booked', async () => {
    await moveAll();
    await later(DAY_MS);
    const before = await overview();
    expect(await book()).toBeGreaterThan(23);
    const after = await overview();
    expect(after.days).toEqual(before.days);
    expect(after.days.at(-2)).toMatchObject({ turnover: text('100'), activeMembers: 1 });
    expect(Date.parse(after.state.bookedUntil ?? '')).toBeGreaterThan(Date.parse(after.at) - 3_700_000);
    // From the hours alone: a transfer that was lost by then would change nothing that was said.
    const { rows } = await server.ownerPool.query<{ n: bigint }>(
      `select sum(l.credit)::bigint as n from ledger_hour_line l join ledger_hour h using (begins_at)
       where h.business_date = $1 and l.type = 'recharge' and l.kind = 'funds'`,
      [after.days.at(-2)?.date],
    );
    expect(rows[0]?.n).toBe(minor('500'));
  });

  it('is for who may read the ledger', async () => {
    const { token: support } = await console.operator('support');
    expect((await console.call('GET', '/api/console/overview', { token: support })).body.error).toBe('FORBIDDEN');
    expect((await console.call('GET', '/api/console/overview', { token })).body.code).toBe(200);
  });
});

it('the balances of a moment are the same before and after hours are booked', async () => {
  await moveAll();
  const atMs = console.context.clock.now();
  await later(DAY_MS);
  const balances = async () => {
    const { token: reader } = await console.operator('cashier');
    const query = `to=${new Date(atMs).toISOString()}`;
    return trialBalanceView.parse(
      (await console.call('GET', `/api/console/books?${query}`, { token: reader })).body.data,
    );
  };
  const before = await balances();
  expect(await book()).toBeGreaterThan(0);
  expect(await balances()).toEqual(before);
  const [practice] = before.wallets;
  expect(practice?.debit).toBe(practice?.credit);
  expect(practice?.lines.find(({ line }) => line === 'interest')?.debit).not.toBe(text('0'));
});

describe('an hour', () => {
  it('is not booked while a transaction of its time is under way, and has all of it afterwards', async () => {
    const slow = await server.ownerPool.connect();
    try {
      await slow.query('begin');
      await slow.query(`update member set language = language where id = ${member}`);
      await later(2 * 3_600_000);
      await look();
      expect(await look()).toBe(0);
      await slow.query('commit');
    } finally {
      slow.release();
    }
    expect(await book()).toBeGreaterThan(0);
  });

  it('is booked on another cluster, whose transactions have lower numbers', async () => {
    await later(2 * 3_600_000);
    await book();
    await later(2 * 3_600_000);
    await look();
    await server.ownerPool.query(`update ledger_mark set xid = (xid::text::bigint + 1000000000)::text::xid8`);
    expect(await book()).toBeGreaterThan(0);
  });

  it('that is booked is in no login’s hands, and none is booked twice', async () => {
    await later(DAY_MS);
    await book();
    expect(await look()).toBe(0);
    const { http, worker, console: desk, feed } = server.pools;
    for (const pool of [http, worker, desk, feed])
      for (const sql of [
        `insert into ledger_hour (begins_at, ends_at, business_date) values (now(), now() + interval '1 hour', now()::date)`,
        `update ledger_hour_line set debit = 0`,
        'delete from ledger_day',
        'update ledger_mark set xid = 1::text::xid8',
      ])
        expect(await tried(pool, sql), sql).toBe('42501');
    for (const pool of [http, desk, feed]) expect(await tried(pool, 'select book_ledger_hour()')).toBe('42501');
  });
});

describe('a business date', () => {
  const today = () => localDateAt(site().timeZone, console.context.clock.now());
  const site = () => server.context.site;

  async function report(date: string): Promise<DayReportView> {
    // A session of the console ends after some hours without a call.
    ({ token } = await console.operator('cashier'));
    const answer = await console.call('GET', `/api/console/days/${date}`, { token });
    expect(answer.body.code, answer.text).toBe(200);
    return dayReportView.parse(answer.body.data);
  }

  async function sign(date: string, hash: string, as = token) {
    const key = crypto.randomUUID();
    return await console.call('POST', `/api/console/days/${date}/sign`, { token: as, key, body: { hash } });
  }

  /** A date on which something moved, and that is over. */
  async function dayOver(): Promise<string> {
    const date = today();
    await moveAll();
    await later(DAY_MS);
    await book();
    return date;
  }

  it('has a report that is equal to the cent: what was there, what moved, what is there', async () => {
    const { lines, moves, liabilities } = (await report(await dayOver())).wallets[0] ?? { lines: [], moves: [] };
    const of = (kind: string) => lines.find((line) => line.kind === kind);
    for (const { kind, opening, debit, credit, closing } of lines) {
      expect(minor(closing), kind).toBe(minor(opening) + minor(credit) - minor(debit));
      const own = moves.filter((move) => move.kind === kind);
      expect(own.reduce((sum, move) => sum + minor(move.credit), 0n)).toBe(minor(credit));
    }
    expect(lines.reduce((sum, { closing }) => sum + minor(closing), 0n)).toBe(0n);
    const { rows } = await server.ownerPool.query<{ owed: bigint }>(
      `select sum(posted)::bigint as owed from account where member_id is not null and wallet = 'practice'`,
    );
    // The fixtures move stakes into and out of escrow, so nothing is left there.
    expect(minor(liabilities ?? '0')).toBe(rows[0]?.owed);
    expect(minor(of('funds')?.closing ?? '0')).toBeGreaterThan(0n);
  });

  it('is closed by two operators, in the chain of the audit, and signed by nobody any more', async () => {
    const date = await dayOver();
    const { hash, state } = await report(date);
    expect(state).toBe('complete');
    expect((await sign(date, '0'.repeat(64))).body.error).toBe('DAY_CHANGED');
    expect(dayReportView.parse((await sign(date, hash)).body.data).state).toBe('signed');
    expect((await sign(date, hash)).body.error).toBe('DAY_SIGNED');
    const { token: second } = await console.operator('cashier');
    const closed = dayReportView.parse((await sign(date, hash, second)).body.data);
    expect([closed.state, closed.signatures.length, closed.hash]).toEqual(['closed', 2, hash]);
    const { token: third } = await console.operator('cashier');
    expect((await sign(date, hash, third)).body.error).toBe('DAY_CLOSED');
    const { rows } = await server.ownerPool.query<{ detail: { hash: string; to?: string } }>(
      `select detail from audit where subject_type = 'businessDay' and subject_id = $1 and seq is not null order by seq`,
      [date],
    );
    expect(rows.map(({ detail }) => [detail.hash, detail.to])).toEqual([
      [hash, undefined],
      [hash, 'closed'],
    ]);
    const list = operatorDaysView.parse(
      (await console.call('GET', '/api/console/days?limit=3', { token: third })).body.data,
    );
    expect(list.items.find((day) => day.date === date)).toMatchObject({ state: 'closed', deposits: text('500') });
  });

  it('that is not over, or not known, is not signed', async () => {
    await moveAll();
    await later(2 * 3_600_000);
    await book();
    const date = today();
    const { hash, state } = await report(date);
    expect(state).toBe('open');
    expect((await sign(date, hash)).body.error).toBe('DAY_OPEN');
    expect((await sign('2001-01-01', hash)).body.error).toBe('DAY_NOT_FOUND');
    expect((await sign('2001-02-30', hash)).body.error).toBe('FIELD_INVALID');
    for (const cursor of ['2026-02-30', '2026-99-99', 'x'])
      expect((await console.call('GET', `/api/console/days?cursor=${cursor}`, { token })).body.error).toBe(
        'FIELD_INVALID',
      );
    const { token: auditor } = await console.operator('auditor');
    expect((await sign(date, hash, auditor)).body.error).toBe('FORBIDDEN');
  });

  it('is signed past no rule: not by a login of the database either', async () => {
    const date = await dayOver();
    const { hash } = await report(date);
    const insert = (of: string, by: bigint | string) =>
      `insert into day_signature (business_date, operator_id, hash) values ('${date}', ${by}, decode('${of}', 'hex'))`;
    const maker = await makeOperator(server.ownerPool, 'cashier');
    const { console: desk, worker, http } = server.pools;
    const check = 'set constraints all immediate';
    expect(await tried(desk, acting(maker), insert('00'.repeat(32), maker))).toBe('CD350');
    expect(await tried(desk, acting(maker), insert(hash, maker), check), 'without an entry').toBe('CD303');
    expect(await tried(desk, acting(maker), insert(hash, '1'), check), 'as another').toBe('CD302');
    for (const pool of [worker, http]) expect(await tried(pool, insert(hash, maker))).toBe('42501');
    for (const sql of ['update day_signature set hash = hash', 'delete from day_signature'])
      expect(await tried(desk, acting(maker), sql)).toBe('42501');
  });
});
