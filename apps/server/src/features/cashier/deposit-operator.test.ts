import { randomUUID } from 'node:crypto';
import { depositView } from '@candor/contract/cashier';
import { operatorDeposit } from '@candor/contract/console-cashier';
import { describe, expect, it } from 'vitest';
import { makeSession, writePast } from '../../testing/factories.ts';
import { BANK, units, startDepositSite } from '../../testing/deposit-site.ts';
import { joinMembers } from '../../testing/test-operator.ts';

const { site, post, create, pay, act, taken, available } = startDepositSite();

describe('an operator', () => {
  it('credits the submitted amount by one operator, in the statement too', async () => {
    const deposit = await taken();
    const approved = await act(site.first, deposit, 'approve', { version: deposit.version, credited: '1000' });
    expect(approved.body.data).toMatchObject({ status: 'approved', credited: units(1000n) });
    expect(await available()).toBe(units(1000n));
    const { body } = await site.server.call('GET', '/api/wallet/transfers?type=recharge', { token: site.token });
    expect(body.data).toMatchObject({ items: [{ amount: units(1000n), refType: 'deposit', refId: deposit.id }] });
    const seen = depositView.parse(
      (await site.server.call('GET', `/api/wallet/deposits/${deposit.id}`, { token: site.token })).body.data,
    );
    expect(seen.steps.map(({ state }) => state)).toEqual(['recharging', 'pending', 'reviewing', 'approved']);
  });

  it('credits another amount by two operators and with a reason', async () => {
    const deposit = await taken();
    const wanted = { version: deposit.version, credited: '900' };
    expect((await act(site.first, deposit, 'approve', wanted)).body).toMatchObject({ error: 'REASON_REQUIRED' });
    const proposed = await act(site.first, deposit, 'approve', { ...wanted, reason: 'AMOUNT_DIFFERS' });
    expect(proposed.body.data).toMatchObject({ status: 'seconding', credited: units(900n) });
    const own = { version: deposit.version + 1, credited: '900' };
    expect((await act(site.first, deposit, 'approve', own)).body.error).toBe('SECOND_OPERATOR_NEEDED');
    expect((await act(site.second, deposit, 'approve', { ...own, credited: '1000' })).body.error).toBe(
      'DEPOSIT_STATE_CHANGED',
    );
    const seen = await site.server.call('GET', `/api/wallet/deposits/${deposit.id}`, { token: site.token });
    expect(seen.body.data).toMatchObject({ status: 'reviewing', credited: null, reason: null });
    expect((await act(site.second, deposit, 'approve', own)).body.data).toMatchObject({ status: 'approved' });
    expect(await available()).toBe(units(900n));
  });

  it('refuses an amount beyond the bounds of the channel at its field, and says which are possible', async () => {
    const deposit = await taken({ ...BANK, amount: '2000' });
    const wanted = { version: deposit.version, reason: 'AMOUNT_DIFFERS' };
    for (const credited of ['999999', '4001', '99']) {
      const answer = await act(site.first, deposit, 'approve', { ...wanted, credited, creditedAgain: credited });
      expect(answer.body).toMatchObject({
        error: 'CREDIT_BEYOND_BOUNDS',
        fields: { credited: 'CREDIT_BEYOND_BOUNDS' },
        params: { least: units(100n), most: units(4000n) },
      });
    }
    expect(await available()).toBe(units(0n));
  });

  it('asks for a far amount once more', async () => {
    const deposit = await taken({ ...BANK, amount: '2000' });
    const wanted = { version: deposit.version, credited: '4000', reason: 'AMOUNT_DIFFERS' };
    for (const creditedAgain of [undefined, '400', '40000']) {
      const answer = await act(site.first, deposit, 'approve', { ...wanted, creditedAgain });
      expect(answer.body).toMatchObject({ fields: { creditedAgain: 'CREDIT_NOT_CONFIRMED' } });
    }
    const proposed = await act(site.first, deposit, 'approve', { ...wanted, creditedAgain: '4000' });
    expect(proposed.body.data).toMatchObject({ status: 'seconding', credited: units(4000n) });
    const near = await taken({ ...BANK, amount: '2000' });
    const nearly = { version: near.version, credited: '1800', reason: 'AMOUNT_DIFFERS' };
    expect((await act(site.first, near, 'approve', nearly)).body.code).toBe(200);
  });

  it('credits a large amount by two operators, though it is the submitted one', async () => {
    const deposit = await taken({ ...BANK, amount: '10000' });
    expect(deposit.creditTerms).toMatchObject({ secondFrom: units(10_000n), lacksProof: false });
    const approve = { version: deposit.version, credited: '10000' };
    expect((await act(site.first, deposit, 'approve', approve)).body.data).toMatchObject({ status: 'seconding' });
    expect(await available()).toBe(units(0n));
    const seen = await site.server.call('GET', `/api/wallet/deposits/${deposit.id}`, { token: site.token });
    expect(seen.body.data).toMatchObject({ status: 'reviewing', credited: null });
    const again = { ...approve, version: deposit.version + 1 };
    expect((await act(site.first, deposit, 'approve', again)).body.error).toBe('SECOND_OPERATOR_NEEDED');
    expect((await act(site.second, deposit, 'approve', again)).body.data).toMatchObject({ status: 'approved' });
    expect(await available()).toBe(units(10_000n));
  });

  it('needs a second operator where the proof is missing that the channel asked for', async () => {
    const deposit = await taken();
    await writePast(site.server.ownerPool, `update deposit set proof_required = true where id = '${deposit.id}'`);
    const answer = await act(site.first, deposit, 'approve', { version: deposit.version, credited: '1000' });
    expect(answer.body.data).toMatchObject({ status: 'seconding', creditTerms: { lacksProof: true } });
  });

  it('rejects with a reason that the member reads without the note, and credits nothing', async () => {
    const deposit = await taken();
    const reject = { version: deposit.version, reason: 'PAYMENT_NOT_FOUND', note: 'nothing came' };
    expect((await act(site.first, deposit, 'reject', reject)).body.data).toMatchObject({
      status: 'rejected',
      note: 'nothing came',
    });
    const seen = await site.server.call('GET', `/api/wallet/deposits/${deposit.id}`, { token: site.token });
    expect(seen.body.data).toMatchObject({ status: 'rejected', reason: 'PAYMENT_NOT_FOUND' });
    expect(seen.text).not.toContain('nothing came');
    expect(await available()).toBe(units(0n));
  });

  it.each([2, 8])('approves once, though %i calls approve at once', async (times) => {
    const deposit = await taken();
    const body = { version: deposit.version, credited: '1000' };
    const answers = await Promise.all(
      Array.from({ length: times }, async () => await act(site.first, deposit, 'approve', body)),
    );
    expect(answers.filter(({ body: { code } }) => code === 200)).toHaveLength(1);
    expect(await available()).toBe(units(1000n));
  });

  it('lets one of two operators take it, and tells the other', async () => {
    const deposit = await create();
    await pay(deposit);
    const answers = await Promise.all(
      [site.first, site.second].map(async (one) => await act(one, deposit, 'take', { version: 2 })),
    );
    expect(answers.map(({ body }) => body.error ?? 'ok').toSorted()).toEqual(['DEPOSIT_STATE_CHANGED', 'ok']);
  });

  it('names who made each step, also after a release', async () => {
    const deposit = await create();
    await pay(deposit);
    await act(site.first, deposit, 'take', { version: 2 });
    await act(site.first, deposit, 'release', { version: 3 });
    await act(site.second, deposit, 'take', { version: 4 });
    const answer = await act(site.second, deposit, 'reject', { version: 5, reason: 'PAYMENT_NOT_FOUND' });
    expect(operatorDeposit.parse(answer.body.data).steps.map(({ state, by }) => [state, by?.id])).toEqual([
      ['recharging', undefined],
      ['pending', undefined],
      ['reviewing', `${site.first.id}`],
      ['pending', `${site.first.id}`],
      ['reviewing', `${site.second.id}`],
      ['rejected', `${site.second.id}`],
    ]);
    // The member hears what happened, and not who did it.
    const { text } = await site.server.call('GET', `/api/wallet/deposits/${deposit.id}`, { token: site.token });
    expect(text).not.toContain('"by"');
  });

  it('decides an approval against a cancellation once', async () => {
    const deposit = await create();
    await pay(deposit);
    const [cancelled, took] = await Promise.all([
      post(`/api/wallet/deposits/${deposit.id}/cancel`, undefined),
      act(site.first, deposit, 'take', { version: 2 }),
    ]);
    expect([cancelled.body.code, took.body.code].filter((code) => code === 200)).toHaveLength(1);
  });

  it('does not let an operator decide on their own deposit', async () => {
    await joinMembers(site.server.ownerPool, site.first.id);
    const own = await makeSession(site.server.pool, site.first.id);
    const answer = await post('/api/wallet/deposits', BANK, randomUUID(), own);
    const deposit = depositView.parse(answer.body.data);
    await post(`/api/wallet/deposits/${deposit.id}/paid`, {}, randomUUID(), own);
    expect((await act(site.first, deposit, 'take', { version: 2 })).body.error).toBe('ITEM_OWN');
  });

  it('lists the oldest first, by state, kind, reference and member', async () => {
    const deposits = [await create(), await create()];
    for (const deposit of deposits) await pay(deposit);
    const { rows } = await site.server.ownerPool.query<{ username: string }>(
      'select username from member where id = $1',
      [site.memberId.toString()],
    );
    const list = async (search: string): Promise<string[]> => {
      const answer = await site.console.call('GET', `/api/console/deposits?${search}`, { token: site.first.token });
      expect(answer.body.code, answer.text).toBe(200);
      return (answer.body.data as { items: { id: string }[] }).items.map(({ id }) => id);
    };
    const name = rows[0]?.username.toUpperCase() ?? '';
    const ids = deposits.map(({ id }) => id);
    expect(await list(`q=${name}`)).toEqual(ids);
    expect(await list(`q=${name}&limit=1&cursor=${ids[0]}`)).toEqual([ids[1]]);
    expect(await list(`q=${deposits[1]?.reference.toLowerCase()}`)).toEqual([ids[1]]);
    expect(await list(`q=${name}&kind=usdt`)).toEqual([]);
    expect(await list(`q=${name}&status=approved`)).toEqual([]);
    expect(await list('q=%25')).toEqual([]);
  });

  it('is for operators with the permission', async () => {
    const deposit = await taken();
    const auditor = await site.console.operator('auditor');
    expect((await site.console.call('GET', '/api/console/deposits', { token: auditor.token })).body.code).toBe(200);
    expect((await act(auditor, deposit, 'approve', { version: 3, credited: '1000' })).body.error).toBe('FORBIDDEN');
    expect(
      (await act({ ...site.first, token: site.token }, deposit, 'approve', { version: 3, credited: '1000' })).body
        .error,
    ).toBe('SESSION_INVALID');
  });
});
