import { randomUUID } from 'node:crypto';
import {
  endOfDayReportsView,
  operatorHoldingsView,
  operatorInvestView,
  investChangeView,
  liabilitiesView,
} from '@candor/contract/console-invest';
import type { OperatorProject } from '@candor/contract/console-invest';
import { holdingDetail, holdingView, projectsView } from '@candor/contract/invest';
import { accrualOfDay, accruedAfter } from '@candor/domain/invest/interest';
import { rate } from '@candor/domain/money';
import { amount, amountOf, minor } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeMember, makeSession } from '../../../testing/factories.ts';
import { makeClockMovable } from '../../../testing/movable-clock.ts';
import type { MovableClock } from '../../../testing/movable-clock.ts';
import { startTestConsole } from '../../../testing/test-console.ts';
import type { TestConsole } from '../../../testing/test-console.ts';
import { createTestDb } from '../../../testing/test-db.ts';
import { startTestServer } from '../../../testing/test-server.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { runEndOfDay, countLateDays } from '../run-end-of-day.ts';
import { seedInvest } from '../seed-projects.ts';

let server: TestServer;
let consoleSite: TestConsole;
let clock: MovableClock;
let memberId: bigint;
let maker: { id: bigint; token: string };
let checker: { id: bigint; token: string };

beforeAll(async () => {
  const db = await createTestDb();
  clock = await makeClockMovable(db.ownerUrl);
  server = await startTestServer({}, db);
  consoleSite = await startTestConsole(server);
  await seedInvest(server.ownerPool, server.context.site);
  memberId = await makeMember(server.pool);
  [maker, checker] = [await consoleSite.operator('owner'), await consoleSite.operator('cashier')];
});
afterAll(async () => {
  await clock.close();
  await consoleSite.stop();
  await server.stop();
});

const AT = '/api/console/invest';

async function ask(path: string, by = maker): Promise<unknown> {
  return (await consoleSite.call('GET', `${AT}/${path}`, { token: by.token })).body.data;
}

async function act(path: string, body: unknown, by = maker) {
  return (await consoleSite.call('POST', `${AT}/${path}`, { token: by.token, key: randomUUID(), body })).body;
}

async function member(method: 'GET' | 'POST', path: string, body?: unknown) {
  const token = await makeSession(server.pool, memberId);
  const options = method === 'GET' ? { token } : { token, key: randomUUID(), body };
  return (await server.call(method, `/api/invest/${path}`, options)).body;
}

async function projects(): Promise<OperatorProject[]> {
  return operatorInvestView.parse(await ask('projects')).projects;
}

async function ofDays(days: number): Promise<OperatorProject> {
  const found = (await projects()).find(({ terms }) => terms.termDays === days);
  if (found === undefined) throw new Error(`no project of ${days} days`);
  return found;
}

/** The terms of a project as a body, with changes. */
function bodyOf({ id, version, terms }: OperatorProject, changes: Record<string, unknown>) {
  const { opensAt, closesAt, ...rest } = terms;
  const moments = { ...(opensAt === null ? {} : { opensAt }), ...(closesAt === null ? {} : { closesAt }) };
  return { projectId: id, base: version, terms: { ...rest, ...moments, ...changes }, reason: 'lower market rates' };
}

async function nextDay(days: number): Promise<void> {
  await clock.moveBy(days * 86_400_000);
  await runEndOfDay(server.worker.pool);
  [maker, checker] = [await consoleSite.operator('owner'), await consoleSite.operator('cashier')];
}

it('new terms need two operators, are sold from then on, and touch no running holding', async () => {
  const before = await ofDays(30);
  const bought = holdingView.parse(
    (await member('POST', 'holdings', { projectId: before.id, amount: amount('1000'), termsVersion: 1 })).data,
  );
  const proposed = await act('project-changes', bodyOf(before, { annualRate: '0.0100', early: null }));
  const change = investChangeView.parse(proposed.data);
  expect(change).toMatchObject({
    status: 'proposed',
    before: { annualRate: '0.0220' },
    terms: { annualRate: '0.0100' },
  });
  expect((await ofDays(30)).terms.annualRate, 'a proposal changes nothing').toBe('0.0220');
  expect((await act(`changes/${change.id}/decision`, { approve: true }, maker)).error).toBe('SECOND_OPERATOR_NEEDED');
  expect((await act(`changes/${change.id}/decision`, { approve: false }, checker)).error).toBe('REASON_REQUIRED');
  expect(await act(`changes/${change.id}/decision`, { approve: true }, checker)).toMatchObject({
    code: 200,
    data: { status: 'approved', checker: { id: checker.id.toString() } },
  });
  expect((await act(`changes/${change.id}/decision`, { approve: true }, checker)).error).toBe('TERMS_CHANGE_DECIDED');
  expect(await ofDays(30)).toMatchObject({ version: 2, terms: { annualRate: '0.0100', early: null }, holdings: 1 });
  const stale = await member('POST', 'holdings', { projectId: before.id, amount: amount('1000'), termsVersion: 1 });
  expect(stale.error).toBe('INVEST_TERMS_CHANGED');
  const kept = holdingDetail.parse((await member('GET', `holdings/${bought.id}`)).data);
  expect(kept).toMatchObject({ annualRate: '0.0220', termsVersion: 1, early: { lockDays: 7 } });
  const old = await act('project-changes', bodyOf(before, { risk: 'high' }));
  expect(old.error, 'it was made for version 1').toBe('TERMS_CHANGE_OLD');
});

it('a new project is for sale once it is approved, and not when it was withdrawn', async () => {
  const like = await ofDays(15);
  const { projectId: _, ...fresh } = bodyOf(like, { termDays: 60 });
  const taken = investChangeView.parse((await act('project-changes', { ...fresh, base: 0 })).data);
  expect((await act(`changes/${taken.id}/withdraw`, {}, checker)).code).toBe(403);
  expect(await act(`changes/${taken.id}/withdraw`, {})).toMatchObject({ data: { status: 'withdrawn' } });
  const made = investChangeView.parse((await act('project-changes', { ...fresh, base: 0 })).data);
  await act(`changes/${made.id}/decision`, { approve: true }, checker);
  const { items } = projectsView.parse((await member('GET', 'projects')).data);
  expect(items.filter(({ termDays }) => termDays === 60)).toHaveLength(1);
});

it('a proposal to reopen a project shows that it was closed', async () => {
  for (const active of [false, true]) {
    const change = investChangeView.parse((await act('project-changes', bodyOf(await ofDays(90), { active }))).data);
    expect(change).toMatchObject({ before: { active: !active }, terms: { active } });
    expect((await act(`changes/${change.id}/decision`, { approve: true }, checker)).code).toBe(200);
  }
});

it.each([
  ['a maximum below the minimum', { max: amount('1') }, 'terms.max'],
  ['a size below the maximum', { size: amount('1000') }, 'terms.size'],
  ['an early rate above the rate', { early: { lockDays: 1, annualRate: '0.9000' } }, 'terms.early'],
  ['a lock-in of the whole term', { early: { lockDays: 90, annualRate: '0.0000' } }, 'terms.early'],
  ['more interest than principal', { annualRate: '1.0000', termDays: 400 }, 'terms.annualRate'],
  ['an end before its begin', { opensAt: '2027-01-02T00:00:00Z', closesAt: '2027-01-01T00:00:00Z' }, 'terms.closesAt'],
])('%s is refused at its field', async (_, changes, field) => {
  const answer = await act('project-changes', bodyOf(await ofDays(90), changes));
  expect(answer).toMatchObject({ error: 'FIELD_INVALID', fields: { [field]: 'FIELD_INVALID' } });
});

it('terms have one open proposal at a time, also when two operators propose at once', async () => {
  const like = await ofDays(90);
  const proposals = await Promise.all([
    act('project-changes', bodyOf(like, { risk: 'low' })),
    act('project-changes', bodyOf(like, { risk: 'high' }), {
      ...maker,
      token: (await consoleSite.operator('owner')).token,
    }),
  ]);
  expect(proposals.map(({ code }) => code).toSorted()).toEqual([200, 409]);
  const refused = proposals.find(({ code }) => code === 409);
  expect(refused?.error).toBe('TERMS_CHANGE_OPEN');
  // A project that is new is no version of another, so it does not wait.
  const { projectId: _, ...fresh } = bodyOf(like, { termDays: 45 });
  const [one, other] = [
    await act('project-changes', { ...fresh, base: 0 }),
    await act('project-changes', { ...fresh, base: 0 }),
  ];
  expect([one.code, other.code]).toEqual([200, 200]);
  const open = proposals.find(({ code }) => code === 200)?.data;
  for (const data of [open, one.data, other.data]) {
    const change = investChangeView.parse(data);
    expect((await act(`changes/${change.id}/decision`, { approve: false, reason: 'no' }, checker)).code).toBe(200);
  }
  expect((await act('project-changes', bodyOf(like, { risk: 'low' }))).code).toBe(200);
});

it('a savings rate holds from a date to come, once', async () => {
  const today = new Date(
    (await server.ownerPool.query<{ d: string }>('select business_date_at(clock_timestamp())::text as d')).rows[0]?.d ??
      '',
  );
  const from = new Date(today.getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
  const body = { annualRate: '0.0200', from, reason: 'market' };
  const past = { ...body, from: today.toISOString().slice(0, 10) };
  expect(await act('rate-changes', past)).toMatchObject({ fields: { from: 'FIELD_INVALID' } });
  expect(await act('rate-changes', { ...body, from: '2027-02-30' })).toMatchObject({
    fields: { from: 'FIELD_INVALID' },
  });
  const first = investChangeView.parse((await act('rate-changes', body)).data);
  expect((await act('rate-changes', { ...body, annualRate: '0.0300' })).error).toBe('TERMS_CHANGE_OPEN');
  expect((await act(`changes/${first.id}/decision`, { approve: true }, checker)).code).toBe(200);
  expect(await act('rate-changes', body)).toMatchObject({ fields: { from: 'FIELD_INVALID' } });
  expect(operatorInvestView.parse(await ask('projects')).savings.rates[0]).toEqual({ from, annualRate: '0.0200' });
});

it('the reports say what the end of day did, and the liabilities what is to come', async () => {
  const { id: projectId } = await ofDays(7);
  await member('POST', 'holdings', { projectId, amount: amount('7000') });
  await member('POST', 'savings/transfers', { direction: 'in', amount: amount('500') });
  const owed = liabilitiesView.parse(await ask('liabilities', checker));
  const week = accruedAfter(minor('7000'), rate(150n), 7);
  // Interest that is paid daily is due on each day, and none of it again at maturity. Another holding of 30 days is paid daily too.
  const days = owed.items.slice(0, 7);
  expect(days.map(({ holdings, principal }) => [holdings, principal])).toEqual([
    ...Array.from({ length: 6 }, () => [0, amount('0')]),
    [1, amount('7000')],
  ]);
  const [own, other] = [7, 30].map(
    (term) => (day: number) => accrualOfDay(minor(term === 7 ? '7000' : '1000'), rate(term === 7 ? 150n : 220n), day),
  );
  expect(days.map(({ interest }) => interest)).toEqual(
    days.map((_, day) => amountOf((own?.(day) ?? 0n) + (other?.(day) ?? 0n))),
  );
  expect(owed.items).toHaveLength(30);
  expect(owed).toMatchObject({ principal: amount('8000'), savings: amount('500') });
  await nextDay(8);
  const { items, lateSince } = endOfDayReportsView.parse(await ask('days', checker));
  expect(lateSince).toBeNull();
  expect(items).toHaveLength(8);
  expect(items[1]).toMatchObject({
    step: 'closed',
    holdingsAccrued: { count: 2 },
    matured: { count: 1, amount: amount('7000') },
  });
  const holdings = operatorHoldingsView.parse(await ask('holdings?status=matured', checker));
  expect(holdings.items).toHaveLength(1);
  expect(holdings.items[0]).toMatchObject({ member: { id: memberId.toString() }, paid: amountOf(week) });
  await clock.moveBy(3 * 86_400_000);
  [maker, checker] = [await consoleSite.operator('owner'), await consoleSite.operator('cashier')];
  expect(endOfDayReportsView.parse(await ask('days', checker)).lateSince).not.toBeNull();
  const lateDays = async (): Promise<number> => {
    await server.worker.clock.measure();
    return await countLateDays(server.worker.pool, server.worker.site.timeZone, server.worker.clock.now());
  };
  expect(await lateDays()).toBe(3);
  await runEndOfDay(server.worker.pool);
  expect(await lateDays()).toBe(0);
});

it('a date that left a holding out says so, and later when it was caught up and with how much', async () => {
  const { id: projectId } = await ofDays(7);
  const bought = holdingView.parse((await member('POST', 'holdings', { projectId, amount: amount('1000') })).data);
  await server.ownerPool.query(
    `create function fault() returns trigger language plpgsql as $$ begin raise exception 'BROKEN ROW'; end $$;
     create trigger fault before insert on holding_accrual for each row when (new.holding_id = '${bought.id}') execute function fault()`,
  );
  await nextDay(2);
  const report = endOfDayReportsView.parse(await ask('days', checker));
  const row = { step: 'accrueHoldings', holding: bought.reference, member: { id: memberId.toString() } };
  expect(report.lateSince).toBeNull();
  expect(report.setAside).toMatchObject([{ ...row, reason: 'P0001 BROKEN ROW', tries: 1, endedAt: null }]);
  expect(report.items.map(({ setAside }) => setAside.length).slice(0, 3)).toEqual([0, 1, 0]);
  expect(report.items[1]).toMatchObject({ step: 'closed', setAside: [row] });
  await server.ownerPool.query('drop trigger fault on holding_accrual; drop function fault()');
  await nextDay(1);
  const later = endOfDayReportsView.parse(await ask('days', checker));
  expect(later.setAside).toEqual([]);
  const earned = amountOf(accruedAfter(minor('1000'), rate(150n), 2));
  expect(later.items[2]).toMatchObject({
    setAside: [{ ...row, nextAt: null, through: later.items[1]?.date, accrued: earned, paid: earned }],
  });
});
