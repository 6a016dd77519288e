import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { accrueSavings } from '@candor/domain/invest/savings';
import { accruedAfter } from '@candor/domain/invest/interest';
import { money, rate } from '@candor/domain/money';
import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, transfersSql, tried } from '../../testing/attacks.ts';
import { checkConservation } from '../../testing/conservation.ts';
import { makeMember } from '../../testing/factories.ts';
import { makeClockMovable } from '../../testing/movable-clock.ts';
import type { MovableClock } from '../../testing/movable-clock.ts';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';
import { closeBusinessDays } from './close-business-day.ts';
import { seedInvest } from './seed-projects.ts';
import { investTransferId } from './transfer-id.ts';

/**
 * The close on the real database: two workers at once, a worker killed in the middle of a batch, long downtimes. And what
 * the logins of http, worker and console try to do with holdings and savings beyond their task.
 */
let test: TestDb;
let clock: MovableClock;
let member: bigint;
let stranger: bigint;
let first: bigint;
let second: bigint;

const DAILY = '00000000-0000-4000-8000-000000000007';
const AT_MATURITY = '00000000-0000-4000-8000-000000000015';
const DAY_MS = 86_400_000;
const CHECK_NOW = 'set constraints all immediate';

beforeAll(async () => {
  test = await createTestDb();
  clock = await makeClockMovable(test.ownerUrl);
  await seedInvest(test.ownerPool, { currency: TEST_CURRENCY });
  [member, stranger] = [await makeMember(test.ownerPool), await makeMember(test.ownerPool)];
  [first, second] = [await makeMember(test.ownerPool, '0'), await makeMember(test.ownerPool, '0')];
});
afterAll(async () => {
  await clock.close();
  await test.drop();
});

let references = 0;

function holdingSql(id: string, changes: Record<string, string> = {}): string {
  references += 1;
  const columns = {
    id: `'${id}'`,
    reference: `'T${references.toString().padStart(7, '0')}'`,
    member_id: String(member),
    wallet: `'practice'`,
    currency: `'${TEST_CURRENCY.code}'`,
    project_id: `'${DAILY}'`,
    version: '1',
    agreement: '1',
    principal: String(minor('1000')),
    roll_over: 'false',
    ...changes,
  };
  return `insert into holding (${Object.keys(columns).join(', ')}) values (${Object.values(columns).join(', ')})`;
}

async function today(): Promise<number> {
  const { rows } = await test.ownerPool.query<{ d: number }>(
    `select (business_date_at(clock_timestamp()) - date '1970-01-01') as d`,
  );
  return rows[0]?.d ?? 0;
}

function investSql(id: string, day: number, amount = minor('1000'), of = member): string {
  return transfersSql({
    id: investTransferId('investment', id, day),
    type: 'investment',
    amount,
    debit: ['funds', of],
    credit: ['invested', of],
    refType: 'holding',
    refId: id,
  });
}

function savingsSql(id: string, changes: Record<string, string> = {}): string {
  const columns = {
    id: `'${id}'`,
    member_id: String(member),
    wallet: `'practice'`,
    currency: `'${TEST_CURRENCY.code}'`,
    direction: `'in'`,
    amount: String(minor('500')),
    agreement: '1',
    ...changes,
  };
  return `insert into savings_transfer (${Object.keys(columns).join(', ')}) values (${Object.values(columns).join(', ')})`;
}

function saveSql(id: string, amount = minor('500'), of = member): string {
  const sides = { debit: ['funds', of], credit: ['savings', of] } as const;
  return transfersSql({ id, type: 'savingsIn', amount, ...sides, refType: 'savingsTransfer', refId: id });
}

/** Runs statements as http and commits them. */
async function commit(...statements: string[]): Promise<void> {
  const connection = await test.pools.http.connect();
  try {
    await connection.query('begin');
    for (const sql of statements) await connection.query(sql);
    await connection.query('commit');
  } finally {
    connection.release();
  }
}

async function bought(changes: Record<string, string> = {}, of = member, amount = minor('1000')): Promise<string> {
  const id = randomUUID();
  const columns = { member_id: String(of), principal: String(amount), ...changes };
  await commit(holdingSql(id, columns), investSql(id, await today(), amount, of));
  return id;
}

async function saved(of: bigint, amount: bigint): Promise<void> {
  const id = randomUUID();
  await commit(savingsSql(id, { member_id: String(of), amount: String(amount) }), saveSql(id, money(amount), of));
}

async function one<T>(sql: string, values: unknown[] = []): Promise<T> {
  const { rows } = await test.ownerPool.query<{ value: T }>(sql, values);
  const [row] = rows;
  if (row === undefined) throw new Error('no row');
  return row.value;
}

describe('the close', () => {
  it('runs in two workers at once, and with one killed in the middle of every batch, and does nothing twice', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, async () => await makeMember(test.ownerPool)));
    for (const [index, who] of members.entries()) {
      await bought({ project_id: `'${index % 2 === 0 ? DAILY : AT_MATURITY}'` }, who, minor(`${1_000 + index}`));
      await saved(who, minor(`${100 + index}`));
    }
    await clock.moveBy(20 * DAY_MS);
    const batch = { accruals: 5, payments: 3 };
    const killed = async (): Promise<void> => {
      // Its batch is not committed: the connection ends as with a process that is killed.
      const connection = await test.pools.worker.connect();
      await connection.query('begin');
      await connection.query('select close_step(3, 2)');
      connection.release(true);
    };
    for (let round = 0; round < 25; round += 1) {
      await killed();
      await Promise.all([
        test.pools.worker.query('select close_step(5, 3)'),
        test.pools.worker.query('select close_step(4, 2)'),
      ]);
    }
    await Promise.all([
      closeBusinessDays(test.pools.worker, { batch }),
      closeBusinessDays(test.pools.worker, { batch }),
    ]);
    await closeBusinessDays(test.pools.worker, { batch });
    for (const [index, who] of members.entries()) {
      const [annual, days] = index % 2 === 0 ? [150n, 7] : [180n, 15];
      const interest = accruedAfter(minor(`${1_000 + index}`), rate(annual), days);
      const free = minor('100000') - minor(`${100 + index}`) + interest;
      expect(await one(`select posted as value from account where member_id = $1 and kind = 'funds'`, [who])).toBe(
        free,
      );
      expect(await one(`select posted as value from account where member_id = $1 and kind = 'invested'`, [who])).toBe(
        0n,
      );
    }
    await checkConservation(test.ownerPool);
  }, 60_000);

  it('gives savings the cents of the formula, however its runs fall', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 1n, max: 90_000n }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        async (whole, pauses) => {
          const who = await makeMember(test.ownerPool);
          await closeBusinessDays(test.pools.worker);
          await saved(who, minor(whole.toString()));
          let days = 0;
          for (const pause of pauses) {
            await clock.moveBy(pause * DAY_MS);
            await closeBusinessDays(test.pools.worker);
            days += pause;
          }
          let [units, total] = [0n, 0n];
          for (let day = 0; day < days; day += 1) {
            const row = accrueSavings(units, money(minor(whole.toString()) + total), rate(120n));
            units = row.units;
            total += row.interest;
          }
          expect(
            await one(`select posted as value from account where member_id = $1 and kind = 'savings'`, [who]),
          ).toBe(minor(whole.toString()) + total);
        },
      ),
      { numRuns: 6 },
    );
  }, 60_000);

  it('a date is not closed before its end, nor within the minute after it', async () => {
    await bought();
    await closeBusinessDays(test.pools.worker);
    const last = await one<string>(
      `select max(business_date)::text as value from business_day where closed_at is not null`,
    );
    const yesterday = await one<string>(
      `select (business_date_at(clock_timestamp() - interval '1 minute') - 1)::text as value`,
    );
    expect(last).toBe(yesterday);
  });
});

describe('the role http', () => {
  it.each([
    ['at its own rate', { annual_rate: '9999' }, '42501'],
    ['with interest already paid', { paid: '5' }, '42501'],
    ['of an older version of the terms', { version: '2' }, 'P0002'],
    ['under another agreement', { agreement: '2' }, 'CD160'],
    ['below the minimum', { principal: '1' }, 'CD160'],
    ['above the own maximum', { principal: String(minor('50001')) }, 'CD160'],
    ['in another wallet', { wallet: `'cash'` }, 'CD160'],
    ['in another currency', { currency: `'XTS'` }, 'CD160'],
    ['of a project that does not exist', { project_id: `'${randomUUID()}'` }, 'P0002'],
  ])('cannot write a holding %s', async (_, changes, code) => {
    expect(await tried(test.pools.http, holdingSql(randomUUID(), changes))).toBe(code);
  });

  it('cannot hold what was not paid for, pay less, or pay from another member', async () => {
    const id = randomUUID();
    const day = await today();
    expect(await tried(test.pools.http, holdingSql(id), CHECK_NOW)).toBe('CD160');
    expect(await refusalOf(test.pools.http, holdingSql(id), investSql(id, day, money(1n)))).toBe('NO_REASON');
    expect(await refusalOf(test.pools.http, holdingSql(id), investSql(id, day, minor('1000'), stranger))).toBe(
      'NO_REASON',
    );
    expect(await tried(test.pools.http, holdingSql(id), investSql(id, day), CHECK_NOW)).toBe('done');
    expect(await tried(test.pools.http, holdingSql(id), investSql(id, day), investSql(id, day))).toBe('23505');
  });

  it('cannot mature a holding, pay its interest, redeem what may not be redeemed, or read more into it', async () => {
    const id = await bought();
    for (const set of [`paid_through = starts_on`, `paid = 5`, `principal = 5`, `earned = 5`])
      expect([set, await tried(test.pools.http, `update holding set ${set} where id = '${id}'`)]).toEqual([
        set,
        '42501',
      ]);
    for (const status of ['matured', 'redeemed'])
      expect(await tried(test.pools.http, `update holding set status = '${status}' where id = '${id}'`)).toBe('CD160');
    const credit = { debit: ['house', null], credit: ['funds', member], refType: 'holding', refId: id } as const;
    const day = await today();
    for (const type of ['redemption', 'interest'] as const) {
      const transfer = transfersSql({ ...credit, type, id: investTransferId(type, id, day), amount: minor('1') });
      expect(await refusalOf(test.pools.http, transfer)).toBe('NO_REASON');
    }
  });

  it('cannot save what was not moved, move more, or for another', async () => {
    const id = randomUUID();
    expect(await tried(test.pools.http, savingsSql(id), CHECK_NOW)).toBe('CD161');
    expect(await refusalOf(test.pools.http, savingsSql(id), saveSql(id, minor('501')))).toBe('NO_REASON');
    expect(await refusalOf(test.pools.http, savingsSql(id), saveSql(id, minor('500'), stranger))).toBe('NO_REASON');
    expect(await tried(test.pools.http, savingsSql(id), saveSql(id), CHECK_NOW)).toBe('done');
    expect(await tried(test.pools.http, savingsSql(id), saveSql(id), saveSql(id))).toBe('23505');
    expect(await tried(test.pools.http, savingsSql(id, { auto_on: `'2026-01-01'` }))).toBe('42501');
    expect(await tried(test.pools.http, savingsSql(id, { currency: `'XTS'` }))).toBe('CD161');
  });

  it.each([
    'select close_step(1, 1)',
    `insert into holding_accrual values ('2026-01-01', gen_random_uuid(), 5)`,
    `insert into savings_rate (from_date, annual_rate) values ('2030-01-01', 9999)`,
    'update project set sold = 0',
    'update project_terms set annual_rate = 1',
    `update savings_accrual set amount = 5`,
  ])('cannot run %s', async (sql) => {
    expect(await tried(test.pools.http, sql)).toBe('42501');
  });
});

describe('the role worker', () => {
  it.each([
    `update holding set status = 'matured'`,
    `insert into holding_accrual values ('2026-01-01', gen_random_uuid(), 5)`,
    `select accrue_holdings('2026-01-01', 5)`,
    `select mature_holdings('2026-01-01', 5)`,
    `update business_day set step = 'autoSave'`,
    `insert into savings_transfer (id) values (gen_random_uuid())`,
  ])('cannot run %s', async (sql) => {
    expect(await tried(test.pools.worker, sql)).toBe('42501');
  });

  it('cannot give a running holding back, or credit interest that did not accrue', async () => {
    const id = await bought();
    const draft = { refType: 'holding', refId: id, amount: minor('1000') } as const;
    const back = { ...draft, type: 'redemption', debit: ['invested', member], credit: ['funds', member] } as const;
    expect(await refusalOf(test.pools.worker, transfersSql(back))).toBe('NO_REASON');
    const interest = { type: 'interest', debit: ['house', null], amount: minor('1') } as const;
    const savings = { ...interest, credit: ['savings', member], refType: 'savings', refId: '2026-01-01' } as const;
    expect(await refusalOf(test.pools.worker, transfersSql(savings))).toBe('NO_REASON');
    const funds = { ...interest, credit: ['funds', member], refType: 'holding', refId: id } as const;
    expect(await refusalOf(test.pools.worker, transfersSql(funds))).toBe('NO_REASON');
  });
});

describe('the role console', () => {
  const RATE = `'{"annualRate":"9000","from":"2026-01-01"}'`;
  const change = (id: string): string =>
    `insert into invest_change (id, kind, terms, reason, maker) values ('${id}', 'savingsRate', ${RATE}, 'x', ${first})`;
  const decision = (id: string, by: bigint): string =>
    `update invest_change set status = 'approved', checker = ${by} where id = '${id}'`;

  it('cannot approve its own proposal, change one, or decide twice', async () => {
    const id = randomUUID();
    expect(await tried(test.pools.console, change(id), decision(id, first))).toBe('23514');
    expect(await tried(test.pools.console, change(id), decision(id, second), decision(id, second))).toBe('CD162');
    expect(await tried(test.pools.console, change(id), `update invest_change set terms = '{}'`)).toBe('42501');
    expect(await tried(test.pools.console, change(id), decision(id, second))).toBe('done');
  });

  it('a rate never holds for a date that has begun, whatever was proposed', async () => {
    const id = randomUUID();
    const check = `do $$ begin if exists (select from savings_rate where annual_rate = 9000
      and from_date <= business_date_at(clock_timestamp())) then raise exception 'it does'; end if; end $$`;
    expect(await tried(test.pools.console, change(id), decision(id, second), check)).toBe('done');
  });

  it.each([
    'update project set version = 1',
    `update holding set status = 'matured'`,
    'update project_terms set annual_rate = 1',
    `insert into savings_rate (from_date, annual_rate) values ('2030-01-01', 9999)`,
    'select close_step(1, 1)',
  ])('cannot run %s', async (sql) => {
    expect(await tried(test.pools.console, sql)).toBe('42501');
  });
});
