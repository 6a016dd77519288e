import { randomUUID } from 'node:crypto';
import { money } from '@candor/domain/money';
import { minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll } from 'vitest';
import { transfersSql } from './attacks.ts';
import { makeMember } from './factories.ts';
import { makeClockMovable } from './movable-clock.ts';
import type { MovableClock } from './movable-clock.ts';
import { createTestDb } from './test-db.ts';
import type { TestDb } from './test-db.ts';
import { makeOperator } from './test-operator.ts';
import { seedInvest } from '../features/invest/seed-projects.ts';
import { investTransferId } from '../features/invest/transfer-id.ts';

export const DAILY = '00000000-0000-4000-8000-000000000007';
export const AT_MATURITY = '00000000-0000-4000-8000-000000000015';
export const DAY_MS = 86_400_000;

/** A database with its projects, a clock that moves, two members with money and two operators without. */
export interface InvestSite {
  test: TestDb;
  clock: MovableClock;
  member: bigint;
  stranger: bigint;
  first: bigint;
  second: bigint;
}

/** Moves the clock within a transaction of the owner. Its end moves it back. */
export function laterSql(days: number): string {
  return `update test_clock.shift set by = by + interval '${days} days'`;
}

let references = 0;

/** The site for the tests of this file, and the statements with which its members buy and save. */
export function startInvestSite() {
  const site = {} as InvestSite;
  beforeAll(async () => {
    const test = await createTestDb();
    const clock = await makeClockMovable(test.ownerUrl);
    await seedInvest(test.ownerPool, { currency: TEST_CURRENCY });
    const [member, stranger] = [await makeMember(test.ownerPool), await makeMember(test.ownerPool)];
    const [first, second] = [await makeOperator(test.ownerPool), await makeOperator(test.ownerPool)];
    Object.assign(site, { test, clock, member, stranger, first, second });
  });
  afterAll(async () => {
    await site.clock.close();
    await site.test.drop();
  });

  /** A project of its own, as the owner would write it; its id as SQL. */
  async function projectWith(changes: Record<string, string>, isActive = true): Promise<string> {
    const id = randomUUID();
    const columns = {
      project_id: `'${id}'`,
      version: '1',
      names: `'{"zh-Hans":"x","zh-Hant":"x","en":"x"}'`,
      risk: `'low'`,
      term_days: '7',
      annual_rate: '150',
      min: String(minor('100')),
      max: String(minor('1500')),
      size: String(minor('1500')),
      interest: `'daily'`,
      ...changes,
    };
    await site.test.ownerPool.query(
      `with made as (insert into project (id, position, version, active) values ('${id}', 99, 1, ${isActive}))
       insert into project_terms (${Object.keys(columns).join(', ')}) values (${Object.values(columns).join(', ')})`,
    );
    return `'${id}'`;
  }

  function holdingSql(id: string, changes: Record<string, string> = {}): string {
    references += 1;
    const columns = {
      id: `'${id}'`,
      reference: `'T${references.toString().padStart(7, '0')}'`,
      member_id: String(site.member),
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
    const { rows } = await site.test.ownerPool.query<{ d: number }>(
      `select (business_date_at(clock_timestamp()) - date '1970-01-01') as d`,
    );
    return rows[0]?.d ?? 0;
  }

  function investSql(id: string, day: number, amount = minor('1000'), of = site.member): string {
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
      member_id: String(site.member),
      wallet: `'practice'`,
      currency: `'${TEST_CURRENCY.code}'`,
      direction: `'in'`,
      amount: String(minor('500')),
      agreement: '1',
      ...changes,
    };
    return `insert into savings_transfer (${Object.keys(columns).join(', ')}) values (${Object.values(columns).join(', ')})`;
  }

  function saveSql(id: string, amount = minor('500'), of = site.member): string {
    const sides = { debit: ['funds', of], credit: ['savings', of] } as const;
    return transfersSql({ id, type: 'savingsIn', amount, ...sides, refType: 'savingsTransfer', refId: id });
  }

  /** Runs statements as http and commits them. */
  async function commit(...statements: string[]): Promise<void> {
    const connection = await site.test.pools.http.connect();
    try {
      await connection.query('begin');
      for (const sql of statements) await connection.query(sql);
      await connection.query('commit');
    } finally {
      connection.release();
    }
  }

  async function bought(
    changes: Record<string, string> = {},
    of = site.member,
    amount = minor('1000'),
  ): Promise<string> {
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
    const { rows } = await site.test.ownerPool.query<{ value: T }>(sql, values);
    const [row] = rows;
    if (row === undefined) throw new Error('no row');
    return row.value;
  }

  return { site, projectWith, holdingSql, today, investSql, savingsSql, saveSql, commit, bought, saved, one };
}
