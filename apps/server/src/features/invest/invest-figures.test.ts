import { holdingsView, investSummaryView } from '@candor/contract/invest';
import { memberView } from '@candor/contract/identity';
import { balanceLineView, earningsView } from '@candor/contract/wallet';
import { accrualOfDay } from '@candor/domain/invest/interest';
import { money, rate, sumMoney } from '@candor/domain/money';
import { amount, amountOf, minor } from '@candor/domain/testing/test-currency';
import { expect, it } from 'vitest';
import { DAY_MS, minorOf, startInvestServer } from '../../testing/invest-server.ts';

const { site, call, endAllDays, nextDay, buy, moneyNow } = startInvestServer();

it('every figure adds up, and the summary shows what is to come', async () => {
  await buy(30, '5000');
  await call('POST', '/api/invest/savings/transfers', { direction: 'in', amount: amount('2000') });
  for (let day = 0; day < 3; day += 1) await nextDay();
  const now = await moneyNow();
  const parts = [now.available, now.held, now.invested, now.savings].map(minorOf);
  expect(sumMoney(parts)).toBe(minorOf(now.usermoney));
  const line = balanceLineView.parse((await call('GET', '/api/wallet/balance-line?days=30')).data).items;
  // No date is before the registration. On the first date nothing was posted yet; on the next ones the interest of the dates before was.
  expect(line.map(({ total }) => total)).toEqual([
    amount('100000'),
    amountOf(minor('100000') + accrualOfDay(minor('5000'), rate(220n), 0) + accrualOfDay(minor('2000'), rate(120n), 0)),
    expect.anything(),
    now.usermoney,
  ]);
  const summary = investSummaryView.parse((await call('GET', '/api/invest/summary')).data);
  expect(summary).toMatchObject({ invested: amount('5000'), running: 1 });
  expect(summary.earnings).toHaveLength(30);
  expect(sumMoney(summary.earnings.map((day) => money(minorOf(day.projects) + minorOf(day.savings))))).toBe(
    minorOf(summary.accumulated),
  );
  expect(summary.repayments).toHaveLength(27);
  const list = holdingsView.parse((await call('GET', '/api/invest/holdings?status=awaiting')).data);
  expect(list).toMatchObject({ count: 1, principal: amount('5000') });
});

it('the entries of a date are what its figure is made of, and what is expected stands apart', async () => {
  const entriesOf = async (date: string) =>
    earningsView.parse((await call('GET', `/api/wallet/earnings?date=${date}`)).data);
  const figures = async () => memberView.parse((await call('GET', '/api/index/member')).data).userInfo;
  const dates = async () =>
    (
      await site.server.ownerPool.query<{ today: string; yesterday: string }>(
        `select d::text as today, (d - 1)::text as yesterday from business_date_at(clock_timestamp()) d`,
      )
    ).rows[0] ?? { today: '', yesterday: '' };
  await buy(30, '5000');
  await buy(15, '500');
  await call('POST', '/api/invest/savings/transfers', { direction: 'in', amount: amount('2000') });
  const [daily, late, saved] = [
    accrualOfDay(minor('5000'), rate(220n), 0),
    accrualOfDay(minor('500'), rate(180n), 0),
    accrualOfDay(minor('2000'), rate(120n), 0),
  ];
  const first = await entriesOf((await dates()).today);
  expect(first).toMatchObject({ total: amount('0'), expected: amountOf(daily + late + saved), orders: [] });
  expect(first.total).toBe((await figures()).today_count);
  expect(first.interest.map(({ kind, state, amount: sum }) => [kind, state, sum])).toEqual([
    ['savings', 'expected', amountOf(saved)],
    ['holding', 'expected', amountOf(late)],
    ['holding', 'expected', amountOf(daily)],
  ]);
  await nextDay();
  const closed = await entriesOf((await dates()).yesterday);
  expect(closed).toMatchObject({ total: amountOf(daily + late + saved), expected: amount('0') });
  expect(closed.total).toBe((await figures()).yesterday_count);
  expect(closed.interest.map(({ kind, state, amount: sum }) => [kind, state, sum])).toEqual([
    ['savings', 'booked', amountOf(saved)],
    ['holding', 'accrued', amountOf(late)],
    ['holding', 'booked', amountOf(daily)],
  ]);
  // A date that has ended and is not closed: what it will add is still expected.
  await site.clock.moveBy(DAY_MS);
  await site.server.context.clock.measure();
  expect((await entriesOf((await dates()).yesterday)).interest.map(({ state }) => state)).toEqual([
    'expected',
    'expected',
    'expected',
  ]);
  await endAllDays();
  const future = new Date(Date.parse((await dates()).today) + DAY_MS).toISOString().slice(0, 10);
  expect(await entriesOf(future)).toMatchObject({ total: amount('0'), expected: amount('0'), interest: [] });
});
