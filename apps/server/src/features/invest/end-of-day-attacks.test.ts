import { money } from '@candor/domain/money';
import { minor } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import { tried, valueAfter } from '../../testing/attacks.ts';
import { makeMember } from '../../testing/factories.ts';
import { AT_MATURITY, DAY_MS, laterSql, startInvestSite } from '../../testing/invest-site.ts';
import { runEndOfDay } from './run-end-of-day.ts';

/**
 * The steps of the end of day, called by the owner with what the worker never gives them: a date that is not due, a row that was
 * quarantined, the same rows twice. None may write what is not due.
 */
const { site, projectWith, bought, saved, one } = startInvestSite();

const TODAY = 'business_date_at(clock_timestamp())';
const ROOMY = { max: String(minor('9000')), size: String(minor('9000')) };

async function after(...statements: string[]): Promise<unknown> {
  return await valueAfter(site.test.ownerPool, ...statements);
}

describe('the interest of holdings', () => {
  const accrued = (id: string, date: string, skipped = ''): string =>
    `select (accrue_holdings(${date}, '${id}', '${id}', '{${skipped}}')).done`;

  it.each([
    ['the day before it starts', -1, 0n],
    ['its first day', 0, 1n],
    ['its last day', 6, 1n],
    ['the day it matures', 7, 0n],
  ])('accrues for %s: day %i, rows %s', async (_, day, rows) => {
    const id = await bought();
    expect(await after(accrued(id, `${TODAY} + (${day})`))).toBe(rows);
  });

  it('accrues once, and not for one that was quarantined', async () => {
    const id = await bought();
    expect(await after(accrued(id, TODAY, id))).toBe(0n);
    expect(await after(accrued(id, TODAY), accrued(id, TODAY))).toBe(0n);
  });

  it('is paid once, also when it is the smallest amount of all', async () => {
    const project_id = await projectWith({ min: '1', annual_rate: '100' });
    const id = await bought({ project_id, principal: '36500' }, site.member, money(36_500n));
    const pay = `select (pay_interest(${TODAY} - 1, '{${id}}')).interest`;
    expect(await after(laterSql(1), pay)).toBe(1n);
    expect(await after(laterSql(1), pay, pay)).toBe(0n);
  });
});

describe('the end of holdings', () => {
  const matured = (id: string, what = 'done', date = `${TODAY} - 1`): string =>
    `select (mature_holdings(${date}, '{${id}}')).${what}`;

  it('comes with the end of day of the day before, not earlier, and once', async () => {
    const id = await bought();
    expect(await after(laterSql(7), matured(id, 'done', `${TODAY} - 2`))).toBe(0n);
    expect(await after(laterSql(7), matured(id))).toBe(1n);
    expect(await after(laterSql(7), matured(id), matured(id))).toBe(0n);
  });

  it('continues a holding once, and only one that its member wants to continue', async () => {
    const project_id = await projectWith(ROOMY);
    const [goes, stays] = [await bought({ project_id, roll_over: 'true' }), await bought({ project_id })];
    expect(await after(laterSql(7), matured(goes, 'rolled'))).toBe(1n);
    expect(await after(laterSql(7), matured(goes), matured(goes, 'rolled'))).toBe(0n);
    expect(await after(laterSql(7), matured(stays, 'rolled'))).toBe(0n);
  });

  it('leaves the money with the member where terms are not sold any more', async () => {
    const project_id = await projectWith(ROOMY);
    const id = await bought({ project_id, roll_over: 'true' });
    const closed = `update project set active = false where id = ${project_id}`;
    expect(await after(laterSql(7), closed, matured(id))).toBe(1n);
    expect(await after(laterSql(7), closed, matured(id, 'rolled'))).toBe(0n);
  });
});

describe('the interest of savings', () => {
  const accrued = (who: bigint, date: string, skipped = ''): string =>
    `select (accrue_savings(${date}, ${who}, ${who}, '{${skipped}}')).done`;
  const row = (who: bigint, column: string, date: string): string =>
    `select ${column} from savings_accrual where member_id = ${who} and business_date = ${date}`;

  async function saver(): Promise<bigint> {
    const who = await makeMember(site.test.ownerPool);
    await saved(who, minor('36500'));
    return who;
  }

  it('accrues on what was there at the end of the date, once, and not for who was quarantined', async () => {
    const who = await saver();
    expect(await after(accrued(who, TODAY))).toBe(1n);
    const rate = `insert into savings_rate (from_date, annual_rate) values (${TODAY} - 1, 120)`;
    expect(await after(rate, accrued(who, `${TODAY} - 1`))).toBe(0n);
    expect(await after(accrued(who, TODAY, String(who)))).toBe(0n);
    expect(await after(accrued(who, TODAY), accrued(who, TODAY))).toBe(0n);
  });

  it('has the rate of the date, and knows nothing of the dates after it', async () => {
    const who = await saver();
    const rise = `insert into savings_rate (from_date, annual_rate) values (${TODAY} + 1, 9000)`;
    expect(await after(rise, accrued(who, TODAY), row(who, 'annual_rate', TODAY))).toBe(120n);
    expect(await after(rise, accrued(who, `${TODAY} + 1`), row(who, 'annual_rate', `${TODAY} + 1`))).toBe(9000n);
    const back = [accrued(who, `${TODAY} + 1`), accrued(who, TODAY), row(who, 'units::text', TODAY)];
    expect(await after(...back)).toBe(String(minor('36500') * 120n));
  });

  it('is posted once', async () => {
    const who = await saver();
    const post = `select (post_savings(${TODAY}, '{${who}}')).done`;
    expect(await after(accrued(who, TODAY), post)).toBe(1n);
    expect(await after(accrued(who, TODAY), post, post)).toBe(0n);
  });
});

describe('idle money', () => {
  const auto = (who: bigint, date: string, what = 'principal'): string =>
    `select (auto_save(${date}, '{${who}}')).${what}`;

  async function idle(keep = '0'): Promise<[who: bigint, chosen: string]> {
    const who = await makeMember(site.test.ownerPool);
    return [
      who,
      `insert into savings (member_id, wallet, auto, keep) values (${who}, 'practice', true, ${minor(keep)})`,
    ];
  }

  it('moves for yesterday, and not for a date before it', async () => {
    const [who, chosen] = await idle();
    expect(await after(chosen, auto(who, `${TODAY} - 1`))).toBe(minor('100000'));
    expect(await after(chosen, auto(who, `${TODAY} - 2`))).toBe(0n);
  });

  it('leaves what is to be kept and what is held', async () => {
    const [who, chosen] = await idle('300');
    const held = `update account set held = ${minor('50')} where member_id = ${who} and kind = 'funds'`;
    expect(await after(chosen, auto(who, `${TODAY} - 1`))).toBe(minor('99700'));
    expect(await after(chosen, held, auto(who, `${TODAY} - 1`))).toBe(minor('99650'));
  });

  it('moves once for a date, also when less is to be kept since', async () => {
    const [who, chosen] = await idle('300');
    const less = `update savings set keep = 0 where member_id = ${who}`;
    expect(await after(chosen, auto(who, `${TODAY} - 1`), less, auto(who, `${TODAY} - 1`))).toBe(0n);
    expect(await after(chosen, auto(who, `${TODAY} - 2`), less, auto(who, `${TODAY} - 1`))).toBe(minor('100000'));
  });
});

it.each([
  [1_824_999, '0'],
  [1_825_000, '0'],
  [1_825_001, '1'],
  [5_474_999, '1'],
  [5_475_000, '2'],
  [9_125_000, '2'],
])('%i parts of a minor unit are %s, a half goes to the even one', async (units, rounded) => {
  const both = `select round_interest(${units}::bigint) || ' ' || round_interest(${units}::numeric)`;
  expect(await after(both)).toBe(`${rounded} ${rounded}`);
});

describe('the end of day', () => {
  it('is done by one worker at a time', async () => {
    await bought({ project_id: `'${AT_MATURITY}'` });
    await site.clock.moveBy(2 * DAY_MS);
    const step = 'select day::text from close_step(5, 5)';
    const lock = await site.test.ownerPool.connect();
    try {
      await lock.query(`select pg_advisory_lock(hashtextextended('business day', 0))`);
      expect(await valueAfter(site.test.pools.worker, step)).toBeNull();
    } finally {
      await lock.query('select pg_advisory_unlock_all()');
      lock.release();
    }
    expect(await valueAfter(site.test.pools.worker, step)).not.toBeNull();
  });

  it('waits for a minute after the end of a date', async () => {
    const closed = 'select max(business_date)::text as value from business_day where closed_at is not null';
    const date = await one<string>(`select ${TODAY}::text as value`);
    await site.clock.moveBy(
      await one<number>(
        `select extract(epoch from ((${TODAY} + 1)::timestamp at time zone time_zone + interval '40 seconds')
           - clock_timestamp())::float8 * 1000 as value from site`,
      ),
    );
    await runEndOfDay(site.test.pools.worker);
    expect(await one(closed)).not.toBe(date);
    await site.clock.moveBy(30_000);
    await runEndOfDay(site.test.pools.worker);
    expect(await one(closed)).toBe(date);
  });
});

it('what a role may call of the end of day is its one step', async () => {
  for (const sql of [
    `select auto_save(${TODAY}, '{}')`,
    `select post_savings(${TODAY}, '{}')`,
    `select pay_interest(${TODAY}, '{}')`,
    `select accrue_savings(${TODAY}, 1, 1, '{}')`,
  ])
    expect([sql, await tried(site.test.pools.worker, sql)]).toEqual([sql, '42501']);
});
