import { randomUUID } from 'node:crypto';
import { withdrawalTermsView } from '@candor/contract/cashier';
import { reasonText } from '@candor/contract/reason-texts';
import { wholeUnits } from '@candor/domain/money';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import { makeSession } from '../../testing/factories.ts';
import { PIN, CARD, units, startWithdrawalSite } from '../../testing/withdrawal-site.ts';
import { hireOperator } from '../../testing/test-operator.ts';

const { site, makeReady, ask, asked, cancel, lock, act, at, balance } = startWithdrawalSite();

describe('a withdrawal', () => {
  it('holds its amount at once, tells fee and card, and moves nothing', async () => {
    const withdrawal = await asked();
    expect(withdrawal).toMatchObject({
      status: 'pending',
      payout: 'none',
      amount: units(200n),
      fee: units(2n),
      credited: units(198n),
      card: { bank: 'ICBC', holder: '王**', number: '6222 **** **** 0128' },
      canCancel: true,
    });
    expect(await balance()).toEqual({ posted: units(1000n), held: units(200n) });
    const { rows } = await site.server.ownerPool.query<{ row: string }>(
      'select w::text as row from withdrawal w where id = $1',
      [withdrawal.id],
    );
    expect(rows[0]?.row).not.toMatch(/小明|12345678/);
  });

  it('is one, however often its call is repeated', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 4 }, async () => await ask('200', { key })));
    expect(new Set(answers.map(({ body }) => (body.data as { id: string }).id)).size).toBe(1);
    expect(await balance()).toMatchObject({ held: units(200n) });
  });

  it('of the whole balance is made once, though five are asked for at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, async () => await ask('1000')));
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'AVAILABLE_INSUFFICIENT')).toHaveLength(4);
    expect(await balance()).toEqual({ posted: units(1000n), held: units(1000n) });
  });

  it.each([
    ['no amount', '', 'AMOUNT_REQUIRED'],
    ['zero', '0', 'AMOUNT_INVALID'],
    ['words', 'all', 'AMOUNT_INVALID'],
    ['too little', '99', 'AMOUNT_BELOW_MINIMUM'],
    ['too much', '50001', 'AMOUNT_ABOVE_MAXIMUM'],
    ['more than there is', '1001', 'AVAILABLE_INSUFFICIENT'],
  ])('is refused with %s, at its field', async (_, amount, error) => {
    expect((await ask(amount)).body).toMatchObject({ error, fields: { amount: error } });
  });

  it('stays within the day', async () => {
    await site.server.ownerPool.query(`update withdrawal_rule set daily_max = max`);
    await site.server.ownerPool.query(`update withdrawal_rule set max = $1, daily_max = $1`, [
      wholeUnits(500n, TEST_CURRENCY).toString(),
    ]);
    await asked('300');
    expect((await ask('201')).body).toMatchObject({
      error: 'WITHDRAWAL_DAILY_LIMIT',
      fields: { amount: 'WITHDRAWAL_DAILY_LIMIT' },
      params: { limit: `¥${units(200n)}` },
    });
    const cancelled = await asked('200');
    expect((await cancel(cancelled)).body.code).toBe(200);
    expect((await ask('200')).body.code).toBe(200);
    await site.server.ownerPool.query(`update withdrawal_rule set max = $1, daily_max = $2`, [
      wholeUnits(50_000n, TEST_CURRENCY).toString(),
      wholeUnits(100_000n, TEST_CURRENCY).toString(),
    ]);
  });

  it.each([
    ['without a card', 'delete from bank_card where member_id = $1', 'BANK_CARD_REQUIRED'],
    ['that is forbidden', 'update member set withdrawal_allowed = false where id = $1', 'WITHDRAWAL_FORBIDDEN'],
    ['of a frozen member', 'update member set frozen = true where id = $1', 'ACCOUNT_FROZEN'],
    [
      'during a pause',
      `update member set withdrawals_paused_until = now() + interval '2 hours' where id = $1`,
      'WITHDRAWAL_PAUSED',
    ],
  ])('%s is refused, and the screen knows before', async (_, sql, error) => {
    await site.server.ownerPool.query(sql, [site.memberId.toString()]);
    const terms = await site.server.call('GET', '/api/wallet/withdrawal-terms', { token: site.token });
    expect(withdrawalTermsView.parse(terms.body.data).blockers).toEqual([error]);
    expect((await ask()).body.error).toBe(error);
    expect(await balance()).toMatchObject({ held: units(0n) });
  });

  it('is forbidden with a code, as long as it is; the note stays inside', async () => {
    const terms = async () =>
      withdrawalTermsView.parse(
        (await site.server.call('GET', '/api/wallet/withdrawal-terms', { token: site.token })).body.data,
      );
    const restrict = async (restricted: boolean, code: string) =>
      await site.server.ownerPool.query(
        `insert into member_restriction (member_id, kind, restricted, code, reason, operator_id)
         values ($1, 'withdrawal', $2, $3, 'where is the money from?', $4)`,
        [site.memberId.toString(), restricted, code, (await hireOperator(site.server.ownerPool, 'owner')).toString()],
      );
    expect((await terms()).forbiddenReason).toBeNull();
    await restrict(true, 'PAPERS_NEEDED');
    expect(await terms()).toMatchObject({ blockers: ['WITHDRAWAL_FORBIDDEN'], forbiddenReason: 'PAPERS_NEEDED' });
    const { body } = await ask();
    expect(body).toMatchObject({
      error: 'WITHDRAWAL_FORBIDDEN_BECAUSE',
      msg: reasonText('withdrawal', 'PAPERS_NEEDED', 'zh-Hans'),
    });
    expect(JSON.stringify(body)).not.toContain('where is');
    await restrict(false, 'PAPERS_RECEIVED');
    expect(await terms()).toMatchObject({ blockers: [], forbiddenReason: null });
  });

  it('needs a verified identity where the site asks for it', async () => {
    await site.server.ownerPool.query('update withdrawal_rule set identity_required = true');
    const answer = await ask();
    await site.server.ownerPool.query('update withdrawal_rule set identity_required = false');
    expect(answer.body.error).toBe('IDENTITY_NOT_VERIFIED');
  });

  it('is released by its member until an operator has it', async () => {
    const withdrawal = await asked();
    expect((await cancel(withdrawal)).body.data).toMatchObject({
      status: 'cancelled',
      reason: 'BY_MEMBER',
      canCancel: false,
    });
    expect(await balance()).toEqual({ posted: units(1000n), held: units(0n) });
    expect((await cancel(withdrawal)).body.error).toBe('WITHDRAWAL_STATE_CHANGED');
    expect((await cancel(await at('reviewing'))).body.error).toBe('WITHDRAWAL_STATE_CHANGED');
  });

  it('that its member locked is not cancelled any more, and operators decide it as any other', async () => {
    const withdrawal = await asked();
    const locked = await lock(withdrawal);
    expect(locked.body.data).toMatchObject({ status: 'pending', canCancel: false, lockedAt: expect.any(String) });
    expect((await lock(withdrawal)).body.data).toEqual(locked.body.data);
    expect((await cancel(withdrawal)).body.error).toBe('WITHDRAWAL_LOCKED');
    expect(await balance()).toEqual({ posted: units(1000n), held: units(200n) });
    expect((await act(site.first, withdrawal, 'take', { version: 1 })).body.code).toBe(200);
    expect((await act(site.first, withdrawal, 'release', { version: 2 })).body.code).toBe(200);
    expect((await cancel(withdrawal)).body.error).toBe('WITHDRAWAL_LOCKED');
    expect((await act(site.first, withdrawal, 'take', { version: 3 })).body.data).toMatchObject({
      lockedAt: (locked.body.data as { lockedAt: string }).lockedAt,
    });
    expect((await act(site.first, withdrawal, 'reject', { version: 4, reason: 'NAME_DIFFERS' })).body.code).toBe(200);
    expect(await balance()).toEqual({ posted: units(1000n), held: units(0n) });
  });

  it('is locked by its member alone, before somebody has it or it is over', async () => {
    const withdrawal = await asked();
    const other = await makeSession(site.server.pool, await makeReady());
    expect((await lock(withdrawal, other)).body.error).toBe('WITHDRAWAL_NOT_FOUND');
    await cancel(withdrawal);
    expect((await lock(withdrawal)).body.error).toBe('WITHDRAWAL_STATE_CHANGED');
    expect((await lock(await at('reviewing'))).body.error).toBe('WITHDRAWAL_STATE_CHANGED');
  });

  it('is kept from a cancel by the database too, and a lock is never taken back', async () => {
    const withdrawal = await asked();
    await lock(withdrawal);
    const change = async (sql: string): Promise<string> =>
      await site.server.ownerPool.query(sql, [withdrawal.id]).then(
        () => 'OK',
        (error: unknown) => String(error),
      );
    expect(await change(`update withdrawal set status = 'cancelled' where id = $1`)).toContain('WITHDRAWAL_LOCKED');
    expect(await change('delete from withdrawal_lock where withdrawal_id = $1')).toContain('WITHDRAWAL_LOCKED');
  });

  it('is seen and cancelled by its member alone', async () => {
    const withdrawal = await asked();
    const other = await makeSession(site.server.pool, await makeReady());
    expect((await cancel(withdrawal, other)).body.error).toBe('WITHDRAWAL_NOT_FOUND');
    const read = await site.server.call('GET', `/api/wallet/withdrawals/${withdrawal.id}`, { token: other });
    expect(read.body.error).toBe('WITHDRAWAL_NOT_FOUND');
    const list = await site.server.call('GET', '/api/wallet/withdrawals', { token: other });
    expect(list.body.data).toMatchObject({ items: [], count: 0 });
  });
});

describe('the card of a withdrawal that runs', () => {
  const card = async (method: 'POST' | 'DELETE', body: object): Promise<string> =>
    (await site.server.call(method, '/api/account/bank-card', { token: site.token, key: randomUUID(), body })).body
      .error ?? 'OK';
  const remove = async () => await card('DELETE', { withdrawPwd: PIN });
  const replace = async () => await card('POST', { number: CARD, bank: 'ICBC', withdrawPwd: PIN });

  it.each(['pending', 'reviewing', 'seconding', 'approved'] as const)('stays while it is %s', async (state) => {
    if (state === 'pending') await asked();
    else await at(state);
    expect([await remove(), await replace()]).toEqual(['BANK_CARD_IN_USE', 'BANK_CARD_BOUND']);
  });

  it('can be removed when the withdrawal is over', async () => {
    await cancel(await asked());
    expect(await remove()).toBe('OK');
  });
});

describe('the withdraw password', () => {
  it('is never locked by right ones, however many come at once, also behind four wrong ones', async () => {
    const errors = async (): Promise<string[]> => {
      const answers = await Promise.all(Array.from({ length: 12 }, async () => await ask('100')));
      return [...new Set(answers.map(({ body }) => body.error ?? 'OK'))].toSorted();
    };
    expect(await errors()).toEqual(['AVAILABLE_INSUFFICIENT', 'OK']);
    for (let wrong = 0; wrong < 4; wrong += 1) await ask('100', { pin: '000001' });
    expect(await errors()).toEqual(['AVAILABLE_INSUFFICIENT']);
  });

  it('has five tries, also when they come at once, and then rests', async () => {
    const wrong = await Promise.all(Array.from({ length: 8 }, async () => await ask('200', { pin: '000001' })));
    const left = wrong.flatMap(({ body }) =>
      body.error === 'WITHDRAW_PASSWORD_MISMATCH' ? [(body['params'] as { left: number }).left] : [],
    );
    expect(left.toSorted()).toEqual([0, 1, 2, 3, 4]);
    expect(wrong.filter(({ body }) => body.error === 'WITHDRAW_PASSWORD_LOCKED')).toHaveLength(3);
    expect((await ask()).body.error).toBe('WITHDRAW_PASSWORD_LOCKED');
    expect(await balance()).toMatchObject({ held: units(0n) });
    await site.server.ownerPool.query(`update withdraw_password_try set locked_until = now() where member_id = $1`, [
      site.memberId.toString(),
    ]);
    expect((await ask()).body.code).toBe(200);
  });

  it('starts again after a right one', async () => {
    await ask('200', { pin: '000001' });
    await asked();
    const terms = await site.server.call('GET', '/api/wallet/withdrawal-terms', { token: site.token });
    expect(terms.body.data).toMatchObject({ triesLeft: 5 });
  });
});
