import { randomUUID } from 'node:crypto';
import { holdingDetail, holdingView, projectsView, savingsView } from '@candor/contract/invest';
import type { HoldingDetail, HoldingView, ProjectView, SavingsView } from '@candor/contract/invest';
import { moneyView } from '@candor/contract/identity';
import type { MoneyView } from '@candor/contract/identity';
import { parseMoney } from '@candor/domain/money';
import type { Money } from '@candor/domain/money';
import { amount, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { makeMember, makeSession } from './factories.ts';
import { makeClockMovable } from './movable-clock.ts';
import type { MovableClock } from './movable-clock.ts';
import { createTestDb } from './test-db.ts';
import { startTestServer } from './test-server.ts';
import type { TestServer } from './test-server.ts';
import { runEndOfDay } from '../features/invest/run-end-of-day.ts';
import { seedInvest } from '../features/invest/seed-projects.ts';

export const DAY_MS = 86_400_000;

export function minorOf(text: string): Money {
  const read = parseMoney(text, TEST_CURRENCY, { signed: true });
  if (!read.ok) throw new Error(text);
  return read.value;
}

/** A server with projects, a clock that moves, and a member of each test. */
export interface InvestServer {
  server: TestServer;
  clock: MovableClock;
  memberId: bigint;
}

/** The server for the tests of this file, and what its member does. */
export function startInvestServer() {
  const site = {} as InvestServer;
  beforeAll(async () => {
    const db = await createTestDb();
    site.clock = await makeClockMovable(db.ownerUrl);
    site.server = await startTestServer({}, db);
    await seedInvest(site.server.ownerPool, site.server.context.site);
    await endAllDays();
  });
  beforeEach(async () => {
    await site.server.ownerPool.query('update invest_policy set password_from = null');
    site.memberId = await makeMember(site.server.pool);
  });
  afterAll(async () => {
    await site.clock.close();
    await site.server.stop();
  });

  /** Each call has a session of its own: the tests move the clock by weeks. */
  async function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, who = site.memberId) {
    const token = await makeSession(site.server.pool, who);
    const options = method === 'GET' ? { token } : { token, key: randomUUID(), body };
    return (await site.server.call(method, path, options)).body;
  }

  async function endAllDays(): Promise<number> {
    return await runEndOfDay(site.server.worker.pool);
  }

  /** The next business date, an hour after its begin, with everything closed before it. */
  async function nextDay(days = 1): Promise<void> {
    await site.clock.moveBy(days * DAY_MS);
    await site.server.context.clock.measure();
    await endAllDays();
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
    who = site.memberId,
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

  return { site, call, endAllDays, nextDay, project, buy, holding, moneyNow, savings };
}
