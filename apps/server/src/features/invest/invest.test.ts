import { randomUUID } from 'node:crypto';
import {
  holdingDetail,
  holdingsView,
  holdingView,
  investSummaryView,
  projectsView,
  quoteView,
  redemptionView,
  savingsTransfersView,
  savingsView,
} from '@candor/contract/invest';
import type { HoldingDetail, HoldingView, ProjectView, SavingsView } from '@candor/contract/invest';
import { memberView, moneyView } from '@candor/contract/identity';
import type { MoneyView } from '@candor/contract/identity';
import { balanceLineView, earningsView, transfersView } from '@candor/contract/wallet';
import { accrualOfDay, accruedAfter } from '@candor/domain/invest/interest';
import { money, parseMoney, rate, sumMoney } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';
import { amount, amountOf, minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { makeClockMovable } from '../../testing/movable-clock.ts';
import type { MovableClock } from '../../testing/movable-clock.ts';
import { createTestDb } from '../../testing/test-db.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { createPasswords } from '../../services/secrets/passwords.ts';
import { closeBusinessDays } from './close-business-day.ts';
import { seedInvest } from './seed-projects.ts';

const DAY_MS = 86_400_000;

async function hashOf(password: string): Promise<string> {
  return await createPasswords().hash(password);
}

let server: TestServer;
let clock: MovableClock;
let memberId: bigint;

beforeAll(async () => {
  const db = await createTestDb();
  clock = await makeClockMovable(db.ownerUrl);
  server = await startTestServer({}, db);
  await seedInvest(server.ownerPool, server.context.site);
  await closeAll();
});
beforeEach(async () => {
  await server.ownerPool.query('update invest_policy set password_from = null');
  memberId = await makeMember(server.pool);
});
afterAll(async () => {
  await clock.close();
  await server.stop();
});

/** Each call has a session of its own: the tests move the clock by weeks. */
async function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, who = memberId) {
  const token = await makeSession(server.pool, who);
  const options = method === 'GET' ? { token } : { token, key: randomUUID(), body };
  return (await server.call(method, path, options)).body;
}

async function closeAll(): Promise<number> {
  return await closeBusinessDays(server.worker.pool);
}

/** The next business date, an hour after its begin, with everything closed before it. */
async function nextDay(days = 1): Promise<void> {
  await clock.moveBy(days * DAY_MS);
  await server.context.clock.measure();
  await closeAll();
}

async function project(days: number): Promise<ProjectView> {
  const { data } = await call('GET', '/api/invest/projects');
  const found = projectsView.parse(data).items.find(({ termDays }) => termDays === days);
  if (found === undefined) throw new Error(`no project of ${days} days`);
  return found;
}

async function buy(
  days: number,
  sum: string,
  more: Record<string, unknown> = {},
  who = memberId,
): Promise<HoldingView> {
  const { id: projectId } = await project(days);
  const answer = await call('POST', '/api/invest/holdings', { projectId, amount: amount(sum), ...more }, who);
  expect(answer).toMatchObject({ code: 200 });
  return holdingView.parse(answer.data);
}

async function holding(id: string): Promise<HoldingDetail> {
  return holdingDetail.parse((await call('GET', `/api/invest/holdings/${id}`)).data);
}

async function moneyNow(): Promise<MoneyView> {
  return moneyView.parse((await call('GET', '/api/user/money')).data);
}

async function savings(): Promise<SavingsView> {
  return savingsView.parse((await call('GET', '/api/invest/savings')).data);
}

function minorOf(text: string): Money {
  const read = parseMoney(text, TEST_CURRENCY, { signed: true });
  if (!read.ok) throw new Error(text);
  return read.value;
}

describe('what is offered', () => {
  it('lists the projects with what is left, and quotes what an amount becomes', async () => {
    const items = projectsView.parse((await call('GET', '/api/invest/projects')).data).items;
    expect(items.map(({ termDays, status }) => [termDays, status])).toEqual([
      [7, 'open'],
      [15, 'open'],
      [30, 'open'],
      [90, 'open'],
    ]);
    const { id } = await project(30);
    const quote = quoteView.parse(
      (await call('GET', `/api/invest/projects/${id}/quote?amount=${amount('10000')}`)).data,
    );
    const total = accruedAfter(minor('10000'), rate(220n), 30);
    expect(quote).toMatchObject({ totalInterest: amountOf(total), problem: null, passwordRequired: false });
    expect(quote.calendar).toHaveLength(30);
    expect(sumMoney(quote.calendar.map(({ interest }) => minorOf(interest)))).toBe(total);
    expect(quote.calendar.at(-1)).toMatchObject({ date: quote.maturesOn, principal: amount('10000') });
  });

  it.each([
    [
      'below the minimum',
      30,
      '999',
      'INVEST_AMOUNT_BELOW_MINIMUM',
      { min: `¥${amount('1000')}`, short: `¥${amount('1')}` },
    ],
    [
      'above the own maximum',
      7,
      '50001',
      'INVEST_AMOUNT_ABOVE_MAXIMUM',
      { max: `¥${amount('50000')}`, over: `¥${amount('1')}` },
    ],
    ['more than is available', 30, '100001', 'INVEST_BALANCE_INSUFFICIENT', { missing: `¥${amount('1')}` }],
  ])('an amount %s: the quote and the purchase name the exact difference', async (_, days, sum, error, params) => {
    const { id: projectId } = await project(days);
    const { data } = await call('GET', `/api/invest/projects/${projectId}/quote?amount=${amount(sum)}`);
    expect(data).toMatchObject({ problem: { error, params } });
    const answer = await call('POST', '/api/invest/holdings', { projectId, amount: amount(sum) });
    expect(answer).toMatchObject({ error, params, fields: { amount: error } });
    expect(await moneyNow()).toMatchObject({ available: amount('100000'), invested: amount('0') });
  });

  it('asks for the withdraw password from the amount of the policy on', async () => {
    await server.ownerPool.query('update invest_policy set password_from = $1', [minor('500').toString()]);
    const { id: projectId } = await project(7);
    const refused = await call('POST', '/api/invest/holdings', { projectId, amount: amount('500') });
    expect(refused).toMatchObject({
      error: 'WITHDRAW_PASSWORD_REQUIRED',
      fields: { withdrawPwd: 'WITHDRAW_PASSWORD_REQUIRED' },
    });
    await server.ownerPool.query('update member set withdraw_password_hash = $2 where id = $1', [
      memberId,
      await hashOf('246801'),
    ]);
    const wrong = await call('POST', '/api/invest/holdings', {
      projectId,
      amount: amount('500'),
      withdrawPwd: '135790',
    });
    expect(wrong.error).toBe('WITHDRAW_PASSWORD_MISMATCH');
    await buy(7, '500', { withdrawPwd: '246801' });
    await buy(7, '499');
  });
});

describe('a holding', () => {
  it('that is paid daily: interest of each date arrives on the next one, the principal at maturity, nothing twice', async () => {
    const bought = await buy(7, '10000');
    expect(await moneyNow()).toMatchObject({
      usermoney: amount('100000'),
      available: amount('90000'),
      invested: amount('10000'),
    });
    let expected = minor('90000') as bigint;
    for (let day = 0; day < 7; day += 1) {
      await nextDay();
      expected += accrualOfDay(minor('10000'), rate(150n), day);
      if (day === 6) expected += minor('10000');
      expect(await moneyNow()).toMatchObject({ available: amountOf(expected) });
    }
    await nextDay(3);
    expect(await moneyNow()).toMatchObject({ available: amountOf(expected), invested: amount('0') });
    const detail = await holding(bought.id);
    const total = accruedAfter(minor('10000'), rate(150n), 7);
    expect(detail).toMatchObject({
      status: 'matured',
      paid: amountOf(total),
      accrued: amountOf(total),
      totalInterest: amountOf(total),
    });
    expect(detail.accruals).toHaveLength(7);
    expect(sumMoney(detail.accruals.map((row) => minorOf(row.amount)))).toBe(total);
    expect(detail.schedule.every(({ paid }) => paid)).toBe(true);
  });

  it('is bought once for a key, and is found by it', async () => {
    const { id: projectId } = await project(7);
    const [key, token] = [randomUUID(), await makeSession(server.pool, memberId)];
    const body = { projectId, amount: amount('100') };
    const send = async (what: object) =>
      (await server.call('POST', '/api/invest/holdings', { token, key, body: what })).body;
    const [first, again] = [await send(body), await send(body)];
    expect(again.data).toEqual(first.data);
    expect((await send({ ...body, amount: amount('200') })).error).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await moneyNow()).toMatchObject({ invested: amount('100') });
    const { data } = await call('GET', `/api/invest/holdings?key=${key}`);
    expect(holdingsView.parse(data)).toMatchObject({ count: 1, items: [{ id: holdingView.parse(first.data).id }] });
    expect(holdingsView.parse((await call('GET', `/api/invest/holdings?key=${randomUUID()}`)).data).items).toEqual([]);
    const other = await makeMember(server.pool);
    expect(
      holdingsView.parse((await call('GET', `/api/invest/holdings?key=${key}`, undefined, other)).data).items,
    ).toEqual([]);
    const hidden = await call('GET', `/api/invest/holdings/${holdingView.parse(first.data).id}`, undefined, other);
    expect(hidden.error).toBe('HOLDING_NOT_FOUND');
  });

  it('that is paid at maturity: all of it comes at once, also when nothing ran for weeks', async () => {
    const bought = await buy(15, '12345');
    await nextDay(40);
    const total = accruedAfter(minor('12345'), rate(180n), 15);
    expect(await moneyNow()).toMatchObject({ available: amountOf(minor('100000') + total), invested: amount('0') });
    expect((await holding(bought.id)).accruals).toHaveLength(15);
    const lines = transfersView.parse((await call('GET', `/api/wallet/transfers?refId=${bought.id}`)).data).items;
    expect(lines.map(({ type }) => type).toSorted()).toEqual(['interest', 'investment', 'redemption']);
  });

  it('redeemed early: the preview is what happens, and what was paid above the early rate is taken back', async () => {
    const bought = await buy(30, '20000');
    const locked = redemptionView.parse((await call('GET', `/api/invest/holdings/${bought.id}/redemption`)).data);
    expect(locked.problem).toMatchObject({ error: 'REDEMPTION_LOCKED' });
    expect((await call('POST', `/api/invest/holdings/${bought.id}/redemption`, {})).error).toBe('REDEMPTION_LOCKED');
    await nextDay(10);
    const before = minorOf((await moneyNow()).available);
    const preview = redemptionView.parse((await call('GET', `/api/invest/holdings/${bought.id}/redemption`)).data);
    const paid = accruedAfter(minor('20000'), rate(220n), 10);
    const due = accruedAfter(minor('20000'), rate(50n), 10);
    expect(preview).toMatchObject({ daysHeld: 10, paid: amountOf(paid), interest: amountOf(due), problem: null });
    const other = { credited: amount('1') };
    expect(await call('POST', `/api/invest/holdings/${bought.id}/redemption`, other)).toMatchObject({
      error: 'REDEMPTION_CHANGED',
      params: { credited: `¥${preview.credited}` },
    });
    const done = await call('POST', `/api/invest/holdings/${bought.id}/redemption`, { credited: preview.credited });
    expect(done).toMatchObject({ code: 200, data: { status: 'redeemed', totalInterest: amountOf(due) } });
    expect(minorOf((await moneyNow()).available) - before).toBe(minorOf(preview.credited));
    const again = await call('POST', `/api/invest/holdings/${bought.id}/redemption`, {});
    expect(again.error).toBe('HOLDING_STATE_CHANGED');
    await nextDay(25);
    const detail = await holding(bought.id);
    expect(sumMoney(detail.accruals.map((row) => minorOf(row.amount)))).toBe(due);
    expect(sumMoney(detail.schedule.map(({ interest }) => minorOf(interest)))).toBe(due);
  });

  it('continues only if the member asked, without a day between', async () => {
    const [stays, goes] = [await buy(7, '1000'), await buy(7, '1000')];
    const chosen = await call('POST', `/api/invest/holdings/${goes.id}/rollover`, { on: true });
    expect(chosen).toMatchObject({ code: 200, data: { rollOver: true } });
    await nextDay(9);
    expect(await holding(stays.id)).toMatchObject({ status: 'matured', rolledTo: null });
    const first = await holding(goes.id);
    const next = await holding(first.rolledTo ?? '');
    expect(next).toMatchObject({
      status: 'running',
      startsOn: first.maturesOn,
      rolledFrom: goes.id,
      principal: amount('1000'),
    });
    expect(next.accruals).toHaveLength(2);
    expect(await moneyNow()).toMatchObject({ invested: amount('1000') });
  });

  it('is never sold twice: parallel purchases take exactly what is left', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, async () => await makeMember(server.pool)));
    const { id: projectId, left } = await project(15);
    const size = minor('3500') + minorOf((await project(15)).size) - minorOf(left);
    await server.ownerPool.query('update project_terms set size = $1, max = least(max, $1) where project_id = $2', [
      size.toString(),
      projectId,
    ]);
    const answers = await Promise.all(
      members.map(
        async (who) => await call('POST', '/api/invest/holdings', { projectId, amount: amount('1000') }, who),
      ),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3);
    const refused = answers.filter(({ code }) => code !== 200);
    expect(refused.every(({ error }) => error === 'PROJECT_LEFT_INSUFFICIENT')).toBe(true);
    expect(refused[0]).toMatchObject({ params: { left: `¥${amount('500')}`, over: `¥${amount('500')}` } });
  });
});

describe('savings', () => {
  it('earn on the balance at the end of each date, post on the next one, and come back at any time', async () => {
    const empty = await savings();
    expect(empty).toMatchObject({ balance: amount('0'), annualRate: '0.0120', auto: { on: false, keep: amount('0') } });
    const moved = await call('POST', '/api/invest/savings/transfers', { direction: 'in', amount: amount('36500') });
    expect(moved).toMatchObject({ code: 200, data: { balance: amount('36500'), available: amount('63500') } });
    await nextDay();
    const first = accrualOfDay(minor('36500'), rate(120n), 0);
    expect(await savings()).toMatchObject({
      balance: amountOf(minor('36500') + first),
      yesterday: amountOf(first),
      total: amountOf(first),
    });
    const user = memberView.parse((await call('GET', '/api/index/member')).data).userInfo;
    expect(user).toMatchObject({ yesterday_count: amountOf(first), invest_count: amountOf(minor('36500') + first) });
    const { balance } = await savings();
    const out = await call('POST', '/api/invest/savings/transfers', { direction: 'out', amount: balance });
    expect(out).toMatchObject({ code: 200, data: { balance: amount('0') } });
    expect(
      await call('POST', '/api/invest/savings/transfers', { direction: 'out', amount: amount('1') }),
    ).toMatchObject({
      error: 'SAVINGS_INSUFFICIENT',
      params: { missing: `¥${amount('1')}` },
    });
    const records = savingsTransfersView.parse((await call('GET', '/api/invest/savings/transfers')).data);
    expect(records.items.map(({ direction }) => direction)).toEqual(['out', 'in']);
    const lines = transfersView.parse((await call('GET', '/api/wallet/transfers?account=savings')).data);
    expect(lines.items.map(({ type }) => type)).toEqual(['savingsOut', 'interest', 'savingsIn']);
  });

  it('take idle money only from those who chose so, and leave what they keep', async () => {
    const on = { on: true, keep: amount('100') };
    expect(await call('PUT', '/api/invest/savings/auto', on)).toMatchObject({ code: 200, data: { auto: on } });
    await nextDay();
    expect(await savings()).toMatchObject({ balance: amount('99900'), available: amount('100') });
    expect(
      savingsTransfersView.parse((await call('GET', '/api/invest/savings/transfers?origin=auto')).data).items,
    ).toHaveLength(1);
    await call('PUT', '/api/invest/savings/auto', { on: false });
  });
});

describe('during self-exclusion', () => {
  it('nothing is invested, by the member or by itself, and everything comes back', async () => {
    const { id } = await buy(7, '1000', { rollOver: true });
    await call('POST', '/api/invest/savings/transfers', { direction: 'in', amount: amount('500') });
    await call('PUT', '/api/invest/savings/auto', { on: true, keep: amount('0') });
    await call('PUT', '/api/account/limits', { exclusion: 'month' });
    const { id: projectId } = await project(7);
    const bought = await call('POST', '/api/invest/holdings', { projectId, amount: amount('1000') });
    expect(bought.error).toBe('SELF_EXCLUDED');
    const put = await call('POST', '/api/invest/savings/transfers', { direction: 'in', amount: amount('1') });
    expect(put.error).toBe('SELF_EXCLUDED');
    await nextDay(9);
    expect(await holding(id)).toMatchObject({ status: 'matured', rolledTo: null });
    expect(
      savingsTransfersView.parse((await call('GET', '/api/invest/savings/transfers?origin=auto')).data).items,
    ).toEqual([]);
    const { balance } = await savings();
    const out = await call('POST', '/api/invest/savings/transfers', { direction: 'out', amount: balance });
    expect(out.code).toBe(200);
    expect(await moneyNow()).toMatchObject({ invested: amount('0') });
  });

  it('the database refuses what the code might forget', async () => {
    await call('PUT', '/api/account/limits', { exclusion: 'forever' });
    const { id: projectId } = await project(7);
    const asHttp = async (sql: string, ...values: unknown[]) =>
      await server.pool.query(sql, values).then(
        () => 'done',
        (error: Error) => error.message,
      );
    expect(
      await asHttp(
        `insert into holding (id, reference, member_id, wallet, currency, project_id, version, agreement, principal, roll_over)
         values (gen_random_uuid(), 'AAAAAAAA', $1, 'practice', $2, $3, 1, 1, $4, false)`,
        memberId.toString(),
        TEST_CURRENCY.code,
        projectId,
        minor('1000').toString(),
      ),
    ).toContain('EXCLUDED');
    expect(
      await asHttp(
        `insert into savings_transfer (id, member_id, wallet, currency, direction, amount, agreement)
         values (gen_random_uuid(), $1, 'practice', $2, 'in', 100, 1)`,
        memberId.toString(),
        TEST_CURRENCY.code,
      ),
    ).toContain('EXCLUDED');
  });
});

it('every figure adds up, and the summary shows what is to come', async () => {
  await buy(30, '5000');
  await call('POST', '/api/invest/savings/transfers', { direction: 'in', amount: amount('2000') });
  for (let day = 0; day < 3; day += 1) await nextDay();
  const now = await moneyNow();
  const parts = [now.available, now.held, now.invested, now.savings].map(minorOf);
  expect(sumMoney(parts)).toBe(minorOf(now.usermoney));
  const line = balanceLineView.parse((await call('GET', '/api/wallet/balance-line?days=30')).data).items;
  expect(line).toHaveLength(30);
  // On the first date nothing was posted yet; on the next ones the interest of the dates before was.
  expect(line.slice(-4).map(({ total }) => total)).toEqual([
    amount('100000'),
    amountOf(minor('100000') + accrualOfDay(minor('5000'), rate(220n), 0) + accrualOfDay(minor('2000'), rate(120n), 0)),
    expect.anything(),
    now.usermoney,
  ]);
  expect(line[0]?.total, 'before the member had any money').toBe(amount('0'));
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
      await server.ownerPool.query<{ today: string; yesterday: string }>(
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
  await clock.moveBy(DAY_MS);
  await server.context.clock.measure();
  expect((await entriesOf((await dates()).yesterday)).interest.map(({ state }) => state)).toEqual([
    'expected',
    'expected',
    'expected',
  ]);
  await closeAll();
  const future = new Date(Date.parse((await dates()).today) + DAY_MS).toISOString().slice(0, 10);
  expect(await entriesOf(future)).toMatchObject({ total: amount('0'), expected: amount('0'), interest: [] });
});
