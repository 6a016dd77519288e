import { withdrawalView } from '@candor/contract/cashier';
import type { WithdrawalView } from '@candor/contract/cashier';
import { describe, expect, it } from 'vitest';
import { writePast } from '../../testing/factories.ts';
import { CARD, units, startWithdrawalSite } from '../../testing/withdrawal-site.ts';

const { site, asked, cancel, act, at, balance } = startWithdrawalSite();

describe('an operator', () => {
  it('pays after two operators approved', async () => {
    const withdrawal = await at('seconding');
    expect(await balance()).toEqual({ posted: units(1000n), held: units(200n) });
    const own = await act(site.first, withdrawal, 'approve', { version: withdrawal.version });
    expect(own.body.error).toBe('SECOND_OPERATOR_NEEDED');
    const approved = await act(site.second, withdrawal, 'approve', { version: withdrawal.version });
    expect(approved.body.data).toMatchObject({ status: 'approved', firstBy: { id: String(site.first.id) } });
    expect(await balance()).toEqual({ posted: units(800n), held: units(0n) });
    const { body } = await site.server.call('GET', '/api/wallet/transfers?type=withdraw,fee', { token: site.token });
    expect((body.data as { items: { amount: string }[] }).items.map(({ amount }) => amount)).toEqual([
      `-${units(2n)}`,
      `-${units(198n)}`,
    ]);
  });

  it('shows the full card to who reviews, and writes that down', async () => {
    const withdrawal = await at('reviewing');
    const read = await site.console.call('GET', `/api/console/withdrawals/${withdrawal.id}`, {
      token: site.first.token,
    });
    expect(read.body.data).toMatchObject({
      payee: { holder: '王小明', number: CARD },
      balance: { available: units(800n), held: units(200n), after: units(800n) },
    });
    // At the next step of the same review: one look.
    await site.console.call('GET', `/api/console/withdrawals/${withdrawal.id}`, { token: site.first.token });
    const { rows } = await site.server.ownerPool.query(
      `select from audit where command = 'console/withdrawals/open' and subject_id = $1 and actor_id = $2`,
      [withdrawal.id, site.first.id.toString()],
    );
    expect(rows).toHaveLength(1);
    const support = await site.console.operator('support');
    const refused = await site.console.call('GET', `/api/console/withdrawals/${withdrawal.id}`, {
      token: support.token,
    });
    expect(refused.body.error).toBe('FORBIDDEN');
    const list = await site.console.call('GET', '/api/console/withdrawals', { token: support.token });
    expect(list.text).not.toContain(CARD);
  });

  it('rejects with a reason, and releases the whole amount', async () => {
    const withdrawal = await at('seconding');
    const bare = await act(site.second, withdrawal, 'reject', { version: withdrawal.version });
    expect(bare.body).toMatchObject({ code: 400, fields: { reason: 'REASON_REQUIRED' } });
    const rejected = await act(site.second, withdrawal, 'reject', {
      version: withdrawal.version,
      reason: 'CARD_WRONG',
    });
    expect(rejected.body.data).toMatchObject({ status: 'rejected' });
    expect(await balance()).toEqual({ posted: units(1000n), held: units(0n) });
    const seen = await site.server.call('GET', `/api/wallet/withdrawals/${withdrawal.id}`, { token: site.token });
    expect(seen.body.data).toMatchObject({ status: 'rejected', reason: 'CARD_WRONG' });
  });

  it.each([
    ['approvals', ['approve', 'approve', 'approve'] as const],
    ['an approval and a rejection', ['approve', 'reject'] as const],
    ['an approval and a release', ['approve', 'release'] as const],
  ])('decides once between %s', async (_, names) => {
    const withdrawal = await at('seconding');
    const body = { version: withdrawal.version };
    const answers = await Promise.all(
      names.map(
        async (name) =>
          await act(site.second, withdrawal, name, { ...body, ...(name === 'reject' ? { reason: 'DUPLICATE' } : {}) }),
      ),
    );
    expect(answers.filter(({ body: { code } }) => code === 200)).toHaveLength(1);
  });

  it('decides once between its taking and the member’s cancelling', async () => {
    const withdrawal = await asked();
    const answers = await Promise.all([cancel(withdrawal), act(site.first, withdrawal, 'take', { version: 1 })]);
    expect(answers.filter(({ body: { code } }) => code === 200)).toHaveLength(1);
  });

  it('records the payment, step by step', async () => {
    const { id } = await at('approved');
    const step = async (version: number, name: string, more = {}) =>
      await act(site.first, { id }, 'payout', { version, step: name, ...more });
    expect((await step(4, 'arrived')).body.error).toBe('WITHDRAWAL_STATE_CHANGED');
    expect((await step(4, 'sent', { payoutRef: 'B-1' })).body.data).toMatchObject({ payout: 'sent', payoutRef: 'B-1' });
    expect((await step(4, 'arrived')).body.error).toBe('WITHDRAWAL_STATE_CHANGED');
    expect((await step(5, 'arrived')).body.data).toMatchObject({ payout: 'arrived', payoutRef: 'B-1' });
    const seen = withdrawalView.parse(
      (await site.server.call('GET', `/api/wallet/withdrawals/${id}`, { token: site.token })).body.data,
    );
    expect(seen.steps.map(({ state }) => state)).toEqual(['pending', 'reviewing', 'approved', 'sent', 'arrived']);
    expect((await step(6, 'returning', { reason: 'BANK_REFUSED' })).body.error).toBe('WITHDRAWAL_STATE_CHANGED');
  });

  it('needs the permission to pay', async () => {
    const { id } = await at('approved');
    const auditor = await site.console.operator('auditor');
    expect((await act(auditor, { id }, 'payout', { version: 4, step: 'sent', payoutRef: 'B-9' })).body.error).toBe(
      'FORBIDDEN',
    );
  });
});

it('everyone sees how long withdrawals wait', async () => {
  for (let quick = 0; quick < 2; quick += 1) await at('approved');
  const decided = await at('approved');
  const waiting = await asked('100');
  for (const sql of [
    `update withdrawal set decided_at = created_at + interval '10 minutes' where decided_at is not null`,
    `update withdrawal set decided_at = created_at + interval '60 minutes' where id = '${decided.id}'`,
    `update withdrawal set created_at = clock_timestamp() - interval '30 minutes' where id = '${waiting.id}'`,
  ])
    await writePast(site.server.ownerPool, sql);
  const { body } = await site.server.call('GET', '/api/wallet/withdrawal-waits');
  expect(body.data).toMatchObject({ medianMinutes: 10, longestMinutes: 60, longestWaitingMinutes: 30 });
  expect((body.data as { waiting: number }).waiting).toBeGreaterThan(0);
});

it('a running withdrawal keeps the time it was promised when the rule changes', async () => {
  const promised = ({ createdAt, expectedAt }: WithdrawalView) => Date.parse(expectedAt ?? '') - Date.parse(createdAt);
  const first = await asked();
  const { rows } = await site.server.ownerPool.query<{ hours: number }>(
    'select arrival_hours as hours from withdrawal_rule',
  );
  const hours = rows[0]?.hours ?? 0;
  expect(promised(first)).toBe(hours * 3_600_000);
  await site.server.ownerPool.query('update withdrawal_rule set arrival_hours = $1', [hours + 24]);
  try {
    const again = await site.server.call('GET', `/api/wallet/withdrawals/${first.id}`, { token: site.token });
    expect(withdrawalView.parse(again.body.data).expectedAt).toBe(first.expectedAt);
    expect(promised(await asked())).toBe((hours + 24) * 3_600_000);
  } finally {
    await site.server.ownerPool.query('update withdrawal_rule set arrival_hours = $1', [hours]);
  }
});
