import { randomUUID } from 'node:crypto';
import { accruedAfter } from '@candor/domain/invest/interest';
import { money, rate } from '@candor/domain/money';
import { minor } from '@candor/domain/testing/test-currency';
import { beforeEach, describe, expect, it } from 'vitest';
import { transfersSql } from '../../testing/attacks.ts';
import { checkConservation } from '../../testing/conservation.ts';
import { makeMember } from '../../testing/factories.ts';
import { runEndOfDay } from './run-end-of-day.ts';
import type { Quarantined } from './run-end-of-day.ts';
import { investTransferId } from './transfer-id.ts';
import { AT_MATURITY, DAILY, DAY_MS, startInvestSite } from '../../testing/invest-site.ts';

/** A row that the end of day cannot write is quarantined: the others go on, and it is caught up. */
const { site, today, commit, bought, saved, one } = startInvestSite();

describe('a row that cannot be written', () => {
  /** At noon of the site, so that no test comes to the end of a date by itself. */
  beforeEach(async () => {
    await site.clock.moveBy(
      await one<number>(
        `select extract(epoch from ((business_date_at(clock_timestamp()) + 1)::timestamp + interval '12 hours')
           at time zone time_zone - clock_timestamp())::float8 * 1000 as value from site`,
      ),
    );
  });

  /** A fault of one row: the database refuses whatever `when` names. Returns how to mend it. */
  async function broken(table: string, event: string, when: string): Promise<() => Promise<void>> {
    const name = `fault_${randomUUID().replaceAll('-', '')}`;
    await site.test.ownerPool.query(
      `create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'BROKEN ROW'; end $$;
       create trigger ${name} before ${event} on ${table} for each row when (${when}) execute function ${name}()`,
    );
    return async () => {
      await site.test.ownerPool.query(`drop trigger ${name} on ${table}; drop function ${name}()`);
    };
  }

  async function endDays(): Promise<Quarantined[]> {
    const quarantined: Quarantined[] = [];
    const batch = { accruals: 16, payments: 8 };
    await runEndOfDay(site.test.pools.worker, { batch, onQuarantined: (row) => quarantined.push(row) });
    return quarantined;
  }

  async function balanceOf(who: bigint, kind: string): Promise<bigint> {
    return await one(
      `select coalesce(sum(posted), 0)::bigint as value from account where member_id = $1 and kind = $2`,
      [who, kind],
    );
  }

  /** All that is open, with what it is about. */
  const OPEN = `select coalesce(json_agg(json_build_array(step, tries, reason) order by id), '[]') as value
    from close_exception where ended_at is null`;
  const closedThrough = `select max(business_date)::text as value from business_day where closed_at is not null`;
  const yesterday = `select (business_date_at(clock_timestamp() - interval '1 minute') - 1)::text as value`;

  it.each([
    ['accrueHoldings', DAILY, 'holding_accrual', 'insert', (id: string) => `new.holding_id = '${id}'`],
    ['payInterest', DAILY, 'holding', 'update', (id: string) => `new.id = '${id}' and new.status = 'running'`],
    ['mature', AT_MATURITY, 'holding', 'update', (id: string) => `new.id = '${id}' and new.status = 'matured'`],
  ])(
    '%s: the others go on, its date closes, and it is caught up to the cent',
    async (step, project, table, event, when) => {
      await endDays();
      const others = await Promise.all(Array.from({ length: 20 }, async () => await makeMember(site.test.ownerPool)));
      const who = await makeMember(site.test.ownerPool);
      for (const other of others.slice(0, 10)) await bought({ project_id: `'${project}'` }, other);
      const id = await bought({ project_id: `'${project}'`, roll_over: 'true' }, who);
      for (const other of others.slice(10)) await bought({ project_id: `'${project}'` }, other);
      const mend = await broken(table, event, when(id));
      const term = project === DAILY ? 7 : 15;
      await site.clock.moveBy((term + 3) * DAY_MS);
      expect(await endDays()).toEqual([expect.objectContaining({ step, reason: 'P0001 BROKEN ROW' })]);
      expect(await one(closedThrough)).toBe(await one(yesterday));
      const interest = accruedAfter(minor('1000'), rate(project === DAILY ? 150n : 180n), term);
      for (const other of others) expect(await balanceOf(other, 'funds')).toBe(minor('100000') + interest);
      expect(await balanceOf(who, 'invested')).toBe(minor('1000'));
      expect(await one(OPEN)).toEqual([[step, 1, 'P0001 BROKEN ROW']]);
      // It is not tried before its time, then alone, and then later.
      expect(await endDays()).toEqual([]);
      await site.clock.moveBy(10_000);
      expect(await endDays()).toHaveLength(1);
      await site.clock.moveBy(19_000);
      expect(await endDays()).toEqual([]);
      await site.clock.moveBy(DAY_MS);
      expect(await endDays()).toHaveLength(1);
      expect(await one(OPEN)).toEqual([[step, 3, 'P0001 BROKEN ROW']]);
      expect(await one(closedThrough)).toBe(await one(yesterday));
      await mend();
      await site.clock.moveBy(600_000);
      expect(await endDays()).toEqual([]);
      expect(await one(OPEN)).toEqual([]);
      // It was continued from the day it matured, and has the interest of every day since.
      expect(await balanceOf(who, 'invested')).toBe(minor('1000'));
      const since = await one<number>(
        `select (${closedThrough})::date - matures_on + 1 as value from holding where id = $1`,
        [id],
      );
      expect(since).toBeGreaterThan(3);
      const rolled = accruedAfter(minor('1000'), rate(project === DAILY ? 150n : 180n), since);
      expect(
        await one(
          `select sum(a.amount)::bigint as value from holding h join holding_accrual a on a.holding_id = h.id where h.rolled_from = $1`,
          [id],
        ),
      ).toBe(rolled);
      const paidDaily = project === DAILY;
      expect(await balanceOf(who, 'funds')).toBe(minor('99000') + interest + (paidDaily ? rolled : 0n));
      expect(
        await one(
          `select json_build_array(paid, principal, through = (${closedThrough})::date) as value from close_exception
         where holding_id = $1`,
          [id],
        ),
      ).toEqual([Number(interest + (paidDaily ? rolled : 0n)), Number(minor('1000')), true]);
      await checkConservation(site.test.ownerPool);
    },
    60_000,
  );

  it.each([
    ['accrueSavings', 'insert', 'new.member_id ='],
    ['postSavings', 'update', 'new.member_id ='],
  ])(
    '%s: the savings of one member wait, and are then as if nothing had been',
    async (step, event, when) => {
      await endDays();
      const [who, twin] = [await makeMember(site.test.ownerPool), await makeMember(site.test.ownerPool)];
      for (const saver of [who, twin]) await saved(saver, minor('90000'));
      const mend = await broken('savings_accrual', event, `${when} ${who}`);
      await site.clock.moveBy(5 * DAY_MS);
      expect(await endDays()).toEqual([expect.objectContaining({ step })]);
      expect(await one(closedThrough)).toBe(await one(yesterday));
      expect(await balanceOf(who, 'savings')).toBe(minor('90000'));
      await mend();
      await site.clock.moveBy(2 * DAY_MS);
      expect(await endDays()).toEqual([]);
      const rows = `select json_agg(json_build_array(business_date, balance, amount, posted_at is null) order by 1)::text as value
      from savings_accrual where member_id = $1`;
      expect(await one(rows, [who])).toBe(await one(rows, [twin]));
      expect(await balanceOf(who, 'savings')).toBe(await balanceOf(twin, 'savings'));
      await checkConservation(site.test.ownerPool);
    },
    60_000,
  );

  it('autoSave: idle money stays where it is, and moves at a later try of the same day', async () => {
    await endDays();
    const [who, twin] = [await makeMember(site.test.ownerPool), await makeMember(site.test.ownerPool)];
    await site.test.ownerPool.query(
      `insert into savings (member_id, wallet, auto) select unnest($1::bigint[]), 'practice', true`,
      [[who.toString(), twin.toString()]],
    );
    const mend = await broken('savings_transfer', 'insert', `new.member_id = ${who}`);
    await site.clock.moveBy(DAY_MS);
    expect(await endDays()).toEqual([expect.objectContaining({ step: 'autoSave' })]);
    expect(await balanceOf(twin, 'savings')).toBe(minor('100000'));
    expect(await balanceOf(who, 'savings')).toBe(0n);
    await mend();
    await site.clock.moveBy(10_000);
    expect(await endDays()).toEqual([]);
    expect(await balanceOf(who, 'savings')).toBe(minor('100000'));
    await checkConservation(site.test.ownerPool);
  }, 60_000);

  it('is redeemed by its member meanwhile: then nothing is left to catch up', async () => {
    await endDays();
    const project = '00000000-0000-4000-8000-000000000030';
    const who = await makeMember(site.test.ownerPool);
    const id = await bought({ project_id: `'${project}'` }, who);
    const mend = await broken('holding_accrual', 'insert', `new.holding_id = '${id}'`);
    await site.clock.moveBy(10 * DAY_MS);
    expect(await endDays()).toHaveLength(1);
    await mend();
    const day = await today();
    const back = { debit: ['invested', who], credit: ['funds', who], refType: 'holding', refId: id } as const;
    const earned = accruedAfter(minor('1000'), rate(50n), 10);
    await commit(
      `update holding set status = 'redeemed' where id = '${id}'`,
      transfersSql({ ...back, type: 'redemption', id: investTransferId('redemption', id, day), amount: minor('1000') }),
      ...(earned === 0n
        ? []
        : [
            transfersSql({
              ...back,
              debit: ['house', null],
              type: 'interest',
              id: investTransferId('interest', id, day),
              amount: money(earned),
            }),
          ]),
    );
    await site.clock.moveBy(10_000);
    expect(await endDays()).toEqual([]);
    expect(await one(OPEN)).toEqual([]);
    await checkConservation(site.test.ownerPool);
  }, 60_000);

  it('a hundred that fail are not rows that fail: the date waits, and goes on when the fault is mended', async () => {
    // Each of the hundred has a date of its own, and all of these are closed.
    await site.clock.moveBy(100 * DAY_MS);
    await endDays();
    const who = await makeMember(site.test.ownerPool);
    const id = await bought({}, who);
    await site.test.ownerPool.query(
      `insert into close_exception (business_date, step, member_id, reason, tries, first_at, last_at, next_at)
       select (${closedThrough})::date - i, 'autoSave', $1, 'x', 1, m, m, m + interval '10 minutes'
       from generate_series(1, 100) i, (select clock_timestamp() + interval '1 day' as m) at
       where exists (select from business_day d where d.business_date = (${closedThrough})::date - i)`,
      [who.toString()],
    );
    const open = await one<number>('select count(*)::int as value from close_exception where ended_at is null');
    expect(open).toBe(100);
    const mend = await broken('holding_accrual', 'insert', `new.holding_id = '${id}'`);
    await site.clock.moveBy(DAY_MS);
    await expect(endDays()).rejects.toThrow('BROKEN ROW');
    expect(await one(closedThrough)).not.toBe(await one(yesterday));
    await mend();
    await endDays();
    expect(await one(closedThrough)).toBe(await one(yesterday));
    await site.test.ownerPool.query('delete from close_exception where ended_at is null');
  }, 60_000);

  it('an outage is not the fault of a row', async () => {
    await endDays();
    const id = await bought();
    const name = 'fault_outage';
    await site.test.ownerPool.query(
      `create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'full' using errcode = '53100'; end $$;
       create trigger ${name} before insert on holding_accrual for each row when (new.holding_id = '${id}') execute function ${name}()`,
    );
    await site.clock.moveBy(DAY_MS);
    await expect(endDays()).rejects.toThrow('full');
    await site.test.ownerPool.query(`drop trigger ${name} on holding_accrual; drop function ${name}()`);
    expect(await endDays()).toEqual([]);
    expect(await one(OPEN)).toEqual([]);
  }, 60_000);
});
