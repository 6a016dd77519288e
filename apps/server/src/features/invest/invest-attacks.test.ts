import { randomUUID } from 'node:crypto';
import { money } from '@candor/domain/money';
import { minor } from '@candor/domain/testing/test-currency';
import { describe, expect, it, vi } from 'vitest';
import { refusalOf, transfersSql, tried } from '../../testing/attacks.ts';
import { investTransferId } from './transfer-id.ts';
import { DAY_MS, startInvestSite } from '../../testing/invest-site.ts';
import { acting, inName } from '../../testing/test-operator.ts';

/** What the logins of http, worker and console try to do with holdings and savings beyond their task. */
const { site, projectWith, holdingSql, today, investSql, savingsSql, saveSql, commit, bought } = startInvestSite();

const CHECK_NOW = 'set constraints all immediate';

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
    expect(await tried(site.test.pools.http, holdingSql(randomUUID(), changes))).toBe(code);
  });

  it.each([
    ['that opens in a minute', { opens_at: `clock_timestamp() + interval '1 minute'` }, true],
    ['that closed a moment ago', { closes_at: `clock_timestamp() - interval '1 second'` }, true],
    ['that is no longer sold', {}, false],
  ])('cannot write a holding of a project %s', async (_, changes, isActive) => {
    const project_id = await projectWith(changes, isActive);
    expect(await tried(site.test.pools.http, holdingSql(randomUUID(), { project_id }))).toBe('CD160');
  });

  it('cannot write a holding by terms that no longer hold', async () => {
    const project_id = await projectWith({});
    await site.test.ownerPool.query(
      `with newer as (update project set version = 2 where id = ${project_id})
       insert into project_terms select (jsonb_populate_record(t, '{"version": 2}')).* from project_terms t
       where project_id = ${project_id}`,
    );
    expect(await tried(site.test.pools.http, holdingSql(randomUUID(), { project_id }))).toBe('CD160');
    expect(await tried(site.test.pools.http, holdingSql(randomUUID(), { project_id, version: '2' }))).toBe('done');
  });

  it('writes a holding of a project that is open now, and cannot choose its dates', async () => {
    const open = {
      opens_at: `clock_timestamp() - interval '1 second'`,
      closes_at: `clock_timestamp() + interval '1 minute'`,
    };
    const project_id = await projectWith(open);
    const id = randomUUID();
    const day = await today();
    expect(await tried(site.test.pools.http, holdingSql(id, { project_id }), investSql(id, day), CHECK_NOW)).toBe(
      'done',
    );
    for (const dates of [
      { starts_on: `'2020-01-01'` },
      { starts_on: `'2099-01-01'` },
      { matures_on: `'2099-01-01'` },
      { created_at: `'2020-01-01'` },
      { rolled_from: `'${randomUUID()}'` },
    ])
      expect(await tried(site.test.pools.http, holdingSql(randomUUID(), { project_id, ...dates }))).toBe('42501');
  });

  it('cannot take more than is left by two transactions, nor more than a member may hold by two purchases', async () => {
    const project_id = await projectWith({});
    const [one, other] = [await site.test.pools.http.connect(), await site.test.pools.http.connect()];
    try {
      const [first, second] = [randomUUID(), randomUUID()];
      const day = await today();
      await one.query('begin');
      await one.query(holdingSql(first, { project_id }));
      await one.query(investSql(first, day));
      await other.query('begin');
      const buyer = { project_id, member_id: String(site.stranger) };
      const waiting = other.query(holdingSql(second, buyer)).then(
        () => 'done',
        (error: unknown) => (error as { code?: string }).code,
      );
      await vi.waitFor(
        async () => {
          const { rows } = await site.test.ownerPool.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          expect(rows).toHaveLength(1);
        },
        { interval: 20 },
      );
      await one.query('commit');
      expect(await waiting).toBe('CD160');
      await other.query('rollback');
    } finally {
      one.release();
      other.release();
    }
    const own = await projectWith({ size: String(minor('9000')) });
    await commit(...(await purchase(own)));
    expect(await tried(site.test.pools.http, ...(await purchase(own)))).toBe('CD160');
    expect(await tried(site.test.pools.http, ...(await purchase(own, minor('500'))), CHECK_NOW)).toBe('done');

    async function purchase(project: string, sum = minor('1000')): Promise<string[]> {
      const id = randomUUID();
      return [holdingSql(id, { project_id: project, principal: String(sum) }), investSql(id, await today(), sum)];
    }
  });

  it('cannot hold what was not paid for, pay less, or pay from another member', async () => {
    const id = randomUUID();
    const day = await today();
    expect(await tried(site.test.pools.http, holdingSql(id), CHECK_NOW)).toBe('CD160');
    expect(await refusalOf(site.test.pools.http, holdingSql(id), investSql(id, day, money(1n)))).toBe('NO_REASON');
    expect(
      await refusalOf(site.test.pools.http, holdingSql(id), investSql(id, day, minor('1000'), site.stranger)),
    ).toBe('NO_REASON');
    expect(await tried(site.test.pools.http, holdingSql(id), investSql(id, day), CHECK_NOW)).toBe('done');
    expect(await tried(site.test.pools.http, holdingSql(id), investSql(id, day), investSql(id, day))).toBe('23505');
  });

  it('cannot mature a holding, pay its interest, redeem what may not be redeemed, or read more into it', async () => {
    const id = await bought();
    for (const set of [`paid_through = starts_on`, `paid = 5`, `principal = 5`, `earned = 5`])
      expect([set, await tried(site.test.pools.http, `update holding set ${set} where id = '${id}'`)]).toEqual([
        set,
        '42501',
      ]);
    for (const status of ['matured', 'redeemed'])
      expect(await tried(site.test.pools.http, `update holding set status = '${status}' where id = '${id}'`)).toBe(
        'CD160',
      );
    const credit = { debit: ['house', null], credit: ['funds', site.member], refType: 'holding', refId: id } as const;
    const day = await today();
    for (const type of ['redemption', 'interest'] as const) {
      const transfer = transfersSql({ ...credit, type, id: investTransferId(type, id, day), amount: minor('1') });
      expect(await refusalOf(site.test.pools.http, transfer)).toBe('NO_REASON');
    }
  });

  it('cannot save what was not moved, move more, or for another', async () => {
    const id = randomUUID();
    expect(await tried(site.test.pools.http, savingsSql(id), CHECK_NOW)).toBe('CD161');
    expect(await refusalOf(site.test.pools.http, savingsSql(id), saveSql(id, minor('501')))).toBe('NO_REASON');
    expect(await refusalOf(site.test.pools.http, savingsSql(id), saveSql(id, minor('500'), site.stranger))).toBe(
      'NO_REASON',
    );
    expect(await tried(site.test.pools.http, savingsSql(id), saveSql(id), CHECK_NOW)).toBe('done');
    expect(await tried(site.test.pools.http, savingsSql(id), saveSql(id), saveSql(id))).toBe('23505');
    expect(await tried(site.test.pools.http, savingsSql(id, { auto_on: `'2026-01-01'` }))).toBe('42501');
    expect(await tried(site.test.pools.http, savingsSql(id, { currency: `'XTS'` }))).toBe('CD161');
  });

  it.each([
    'select close_step(1, 1)',
    `insert into holding_accrual values ('2026-01-01', gen_random_uuid(), 5)`,
    `insert into savings_rate (from_date, annual_rate) values ('2030-01-01', 9999)`,
    'update project set sold = 0',
    'update project_terms set annual_rate = 1',
    `update savings_accrual set amount = 5`,
  ])('cannot run %s', async (sql) => {
    expect(await tried(site.test.pools.http, sql)).toBe('42501');
  });
});

describe('the role worker', () => {
  it.each([
    `update holding set status = 'matured'`,
    `insert into holding_accrual values ('2026-01-01', gen_random_uuid(), 5)`,
    `select accrue_holdings('2026-01-01', gen_random_uuid(), gen_random_uuid(), '{}')`,
    `select mature_holdings('2026-01-01', '{}')`,
    `update close_exception set next_at = '2030-01-01'`,
    `select catch_up(e) from close_exception e`,
    `update business_day set step = 'autoSave'`,
    `insert into savings_transfer (id) values (gen_random_uuid())`,
  ])('cannot run %s', async (sql) => {
    expect(await tried(site.test.pools.worker, sql)).toBe('42501');
  });

  it('cannot give a running holding back, or credit interest that did not accrue', async () => {
    const id = await bought();
    const draft = { refType: 'holding', refId: id, amount: minor('1000') } as const;
    const back = {
      ...draft,
      type: 'redemption',
      debit: ['invested', site.member],
      credit: ['funds', site.member],
    } as const;
    expect(await refusalOf(site.test.pools.worker, transfersSql(back))).toBe('NO_REASON');
    const interest = { type: 'interest', debit: ['house', null], amount: minor('1') } as const;
    const savings = { ...interest, credit: ['savings', site.member], refType: 'savings', refId: '2026-01-01' } as const;
    expect(await refusalOf(site.test.pools.worker, transfersSql(savings))).toBe('NO_REASON');
    const funds = { ...interest, credit: ['funds', site.member], refType: 'holding', refId: id } as const;
    expect(await refusalOf(site.test.pools.worker, transfersSql(funds))).toBe('NO_REASON');
  });
});

describe('the role console', () => {
  const RATE = `'{"annualRate":"9000","from":"2026-01-01"}'`;
  const change = (id: string): string =>
    `${acting(site.first)}; insert into invest_change (id, kind, terms, reason, maker)
      values ('${id}', 'savingsRate', ${RATE}, 'x', ${site.first})`;
  const decision = (id: string, by: bigint): string =>
    inName(`update invest_change set status = 'approved', checker = ${by} where id = '${id}'`);

  it('cannot approve its own proposal, change one, or decide twice', async () => {
    const id = randomUUID();
    expect(await tried(site.test.pools.console, change(id), decision(id, site.first))).toBe('23514');
    expect(await tried(site.test.pools.console, change(id), decision(id, site.second), decision(id, site.second))).toBe(
      'CD162',
    );
    expect(await tried(site.test.pools.console, change(id), `update invest_change set terms = '{}'`)).toBe('42501');
    expect(await tried(site.test.pools.console, change(id), decision(id, site.second))).toBe('done');
  });

  it('a rate never holds for a date that has begun, whatever was proposed', async () => {
    const id = randomUUID();
    const check = `do $$ begin if exists (select from savings_rate where annual_rate = 9000
      and from_date <= business_date_at(clock_timestamp())) then raise exception 'it does'; end if; end $$`;
    expect(await tried(site.test.pools.console, change(id), decision(id, site.second), check)).toBe('done');
  });

  it.each([
    'update project set version = 1',
    `update holding set status = 'matured'`,
    'update project_terms set annual_rate = 1',
    `insert into savings_rate (from_date, annual_rate) values ('2030-01-01', 9999)`,
    'select close_step(1, 1)',
  ])('cannot run %s', async (sql) => {
    expect(await tried(site.test.pools.console, sql)).toBe('42501');
  });
});

describe('the owner of the database', () => {
  const matured = (id: string): string => `update holding set status = 'matured' where id = '${id}'`;

  it('cannot change a holding that is over', async () => {
    const id = await bought();
    await site.clock.moveBy(8 * DAY_MS);
    expect(await refusalOf(site.test.ownerPool, matured(id))).toBe('done');
    // The answer is that of HOLDING_FIXED, and not of a rule for running ones.
    for (const set of [`status = 'matured'`, `status = 'redeemed'`, `status = 'running'`, 'roll_over = true']) {
      const change = `update holding set ${set} where id = '${id}'`;
      expect([set, await refusalOf(site.test.ownerPool, matured(id), change)]).toEqual([set, 'CD160']);
    }
  });

  it('cannot pay the interest of a day that is not over', async () => {
    const id = await bought();
    const pay = `update holding set paid_through = coalesce(paid_through + 1, starts_on) where id = '${id}'`;
    expect(await refusalOf(site.test.ownerPool, pay)).toBe('PAYMENT');
    await site.clock.moveBy(DAY_MS);
    expect(await refusalOf(site.test.ownerPool, pay)).toBe('done');
    expect(await refusalOf(site.test.ownerPool, pay, pay)).toBe('PAYMENT');
  });

  it.each([
    [149, 'ROLLED'],
    [150, 'done'],
    [151, 'done'],
  ])('continues a holding at 150 with terms at %i: %s', async (annual_rate, answer) => {
    const project_id = await projectWith({});
    const id = await bought({ project_id, roll_over: 'true' });
    await site.clock.moveBy(8 * DAY_MS);
    const newer = `with newer as (update project set version = 2 where id = ${project_id})
      insert into project_terms select (jsonb_populate_record(t, '{"version": 2, "annual_rate": ${annual_rate}}')).*
      from project_terms t where project_id = ${project_id}`;
    const rolled = holdingSql(randomUUID(), { project_id, version: '2', rolled_from: `'${id}'` });
    expect(await refusalOf(site.test.ownerPool, matured(id), newer, rolled)).toBe(answer);
  });
});
