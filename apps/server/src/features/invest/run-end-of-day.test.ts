import fc from 'fast-check';
import { accrueSavings } from '@candor/domain/invest/savings';
import { accruedAfter } from '@candor/domain/invest/interest';
import { money, rate } from '@candor/domain/money';
import { minor } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import { checkConservation } from '../../testing/conservation.ts';
import { makeMember } from '../../testing/factories.ts';
import { runEndOfDay } from './run-end-of-day.ts';
import { AT_MATURITY, DAILY, DAY_MS, startInvestSite } from '../../testing/invest-site.ts';

/** The end of day on the real database: two workers at once, a worker killed in the middle of a batch, long downtimes. */
const { site, bought, saved, one } = startInvestSite();

describe('the end of day', () => {
  it('runs in two workers at once, and with one killed in the middle of every batch, and does nothing twice', async () => {
    const members = await Promise.all(Array.from({ length: 12 }, async () => await makeMember(site.test.ownerPool)));
    for (const [index, who] of members.entries()) {
      await bought({ project_id: `'${index % 2 === 0 ? DAILY : AT_MATURITY}'` }, who, minor(`${1_000 + index}`));
      await saved(who, minor(`${100 + index}`));
    }
    await site.clock.moveBy(20 * DAY_MS);
    const batch = { accruals: 5, payments: 3 };
    const killed = async (): Promise<void> => {
      // Its batch is not committed: the connection ends as with a process that is killed.
      const connection = await site.test.pools.worker.connect();
      await connection.query('begin');
      await connection.query('select close_step(3, 2)');
      connection.release(true);
    };
    for (let round = 0; round < 25; round += 1) {
      await killed();
      await Promise.all([
        site.test.pools.worker.query('select close_step(5, 3)'),
        site.test.pools.worker.query('select close_step(4, 2)'),
      ]);
    }
    await Promise.all([runEndOfDay(site.test.pools.worker, { batch }), runEndOfDay(site.test.pools.worker, { batch })]);
    await runEndOfDay(site.test.pools.worker, { batch });
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
    await checkConservation(site.test.ownerPool);
  }, 60_000);

  it('gives savings the cents of the formula, however its runs fall', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 1n, max: 90_000n }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        async (whole, pauses) => {
          const who = await makeMember(site.test.ownerPool);
          await runEndOfDay(site.test.pools.worker);
          await saved(who, minor(whole.toString()));
          let days = 0;
          for (const pause of pauses) {
            await site.clock.moveBy(pause * DAY_MS);
            await runEndOfDay(site.test.pools.worker);
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
    await runEndOfDay(site.test.pools.worker);
    const last = await one<string>(
      `select max(business_date)::text as value from business_day where closed_at is not null`,
    );
    const yesterday = await one<string>(
      `select (business_date_at(clock_timestamp() - interval '1 minute') - 1)::text as value`,
    );
    expect(last).toBe(yesterday);
  });
});

describe('news of what was credited', () => {
  it('is one row for a batch, with all of its members', async () => {
    await runEndOfDay(site.test.pools.worker);
    const members = await Promise.all(Array.from({ length: 3 }, async () => await makeMember(site.test.ownerPool)));
    for (const who of members) {
      await bought({}, who);
      await saved(who, minor('5000'));
    }
    await site.test.ownerPool.query('delete from outbox');
    await site.clock.moveBy(DAY_MS);
    await runEndOfDay(site.test.pools.worker);
    const news = await one<string[]>(
      `select json_agg(message ->> 'type' order by id) as value from outbox where members @> $1::bigint[]`,
      [members.map(String)],
    );
    expect(news).toEqual(['holding', 'savings']);
    expect(await one('select count(*) as value from outbox where member_id = any ($1)', [members.map(String)])).toBe(
      0n,
    );
  });
});
