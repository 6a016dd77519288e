import { DUE_DAYS, siteStateView } from '@candor/contract/console-site-state';
import { money } from '@candor/domain/money';
import { expect, it } from 'vitest';
import { writeBeat } from '../../services/health/beat-store.ts';
import { makeFresh, makeProduct } from '../../testing/factories.ts';
import { hireOperator, openTestSession } from '../../testing/test-operator.ts';
import { startWithdrawalSite } from '../../testing/withdrawal-site.ts';
import { dueDays } from './site-state-view.ts';

/** A site with a withdrawal that waits, one product with a price, and one process that said what it knows. */
const { site, at } = startWithdrawalSite();

it('says what waits, who gives prices, which processes run and what they do', async () => {
  await at('reviewing');
  await makeProduct(site.server.ownerPool, 'STATEUSD');
  await makeFresh(site.server, 'STATEUSD');
  const nowMs = Date.now();
  await writeBeat(site.server.pools.worker, {
    host: 'one',
    pid: 7,
    version: '0.1.0',
    startedAtMs: nowMs,
    disk: { freeBytes: 3_000_000_000, totalBytes: 9_000_000_000 },
    backupAtMs: nowMs,
    backupFailedAtMs: null,
    signingAway: false,
    jobs: [{ name: 'settlement', doneAt: new Date(nowMs).toISOString(), failures: 2 }],
  });
  const answer = await site.console.call('GET', '/api/console/state', { token: site.first.token });
  expect(answer.body.code, answer.text).toBe(200);
  const state = siteStateView.parse(answer.body.data);
  const withdrawals = state.waiting.find(({ queue }) => queue === 'withdrawals');
  expect(withdrawals?.count).toBeGreaterThan(0);
  expect(withdrawals?.since).not.toBeNull();
  expect(state.sources.map(({ source }) => source)).toContain('one');
  expect(state.processes).toMatchObject([
    { role: 'worker', host: 'one', pid: 7, diskFreeMb: 3_000, diskTotalMb: 9_000, jobs: [{ failures: 2 }] },
  ]);
  expect(Date.parse(state.backupAt ?? '')).toBeCloseTo(nowMs, -3);
  expect(state.due).toHaveLength(DUE_DAYS);
});

it('is for whoever sees the books', async () => {
  const support = await openTestSession(site.server.ownerPool, await hireOperator(site.server.ownerPool, 'support'));
  const answer = await site.console.call('GET', '/api/console/state', { token: support.token });
  expect(answer.body.error).toBe('FORBIDDEN');
});

it('what should have been paid before is due today', () => {
  const row = (date: number, principal: bigint) => ({
    date,
    holdings: 1n,
    principal: money(principal),
    interest: money(1n),
  });
  const days = dueDays([row(9, 5n), row(10, 7n), row(12, 3n), row(17, 9n)], 10);
  expect(days.map(({ date, holdings, principal }) => [date, holdings, principal])).toEqual([
    [10, 2n, 12n],
    [11, 0n, 0n],
    [12, 1n, 3n],
    [13, 0n, 0n],
    [14, 0n, 0n],
    [15, 0n, 0n],
    [16, 0n, 0n],
  ]);
});
