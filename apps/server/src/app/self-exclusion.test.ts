import { randomUUID } from 'node:crypto';
import { amount } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import { databaseNow } from '../testing/factories.ts';
import { PRODUCTS, startLimitsSite } from '../testing/limits-site.ts';

const { site, changed, read, order, newProduct, placed, settle, deposit, practiceDeposit, creditPaid, statusOf } =
  startLimitsSite();

describe('self-exclusion', () => {
  const refused = async () => [
    (await order('100', await newProduct())).body.error,
    (await deposit('100')).body.error,
    (
      await site.server.call('POST', '/api/trade/orders', {
        token: site.token,
        key: randomUUID(),
        body: { product: PRODUCTS[0], direction: 'down', durationSec: 5, stake: amount('10') },
      })
    ).body.error,
  ];

  it('refuses orders and deposits until its end, and says when that is', async () => {
    await changed({ exclusion: 'day' });
    const until = Date.parse((await read()).exclusion?.until ?? '');
    expect(until - (await databaseNow(site.server.pool))).toBeCloseTo(86_400_000, -4);
    expect(await refused()).toEqual(['SELF_EXCLUDED', 'SELF_EXCLUDED', 'SELF_EXCLUDED']);
    const answer = await order('100', await newProduct(), 'en');
    expect(answer.body.msg).toMatch(/until \d{4}-\d\d-\d\d \d\d:\d\d \(/);
    await site.server.ownerPool.query(`update member set excluded_until = now() - interval '1 second' where id = $1`, [
      site.memberId.toString(),
    ]);
    expect((await read()).exclusion).toBeNull();
    expect((await order('100', await newProduct())).body.code).toBe(200);
  });

  it.each([
    ['day', 1],
    ['week', 7],
    ['month', 30],
    ['halfYear', 180],
  ])('for a %s lasts %i days', async (exclusion, days) => {
    const until = Date.parse((await changed({ exclusion })).exclusion?.until ?? '');
    expect(until - (await databaseNow(site.server.pool))).toBeCloseTo(days * 86_400_000, -5);
  });

  it('is never shortened, and can be made longer', async () => {
    const before = (await changed({ exclusion: 'month' })).exclusion?.until;
    expect((await changed({ exclusion: 'day' })).exclusion?.until).toBe(before);
    expect((await changed({ exclusion: 'forever' })).exclusion).toEqual({ until: null });
    expect((await changed({ exclusion: 'halfYear' })).exclusion).toEqual({ until: null });
    expect(await refused()).toEqual(['SELF_EXCLUDED_FOREVER', 'SELF_EXCLUDED_FOREVER', 'SELF_EXCLUDED_FOREVER']);
  });

  it('leaves open orders and money that is on its way alone', async () => {
    const open = await placed('100');
    const earlier = await practiceDeposit('500');
    await changed({ exclusion: 'week' });
    await settle(open, 'won');
    await creditPaid(earlier.id);
    expect(await statusOf(earlier.id)).toBe('approved');
    const money = await site.server.call('GET', '/api/user/money', { token: site.token });
    expect(money.body.data).toMatchObject({ available: amount('100585') });
    // Refused for want of a card, not for the exclusion.
    const withdrawal = await site.server.call('POST', '/api/wallet/withdrawals', {
      token: site.token,
      key: randomUUID(),
      body: { amount: amount('100'), withdrawPwd: '618034' },
    });
    expect(withdrawal.body.error).not.toContain('EXCLUDED');
  });
});
