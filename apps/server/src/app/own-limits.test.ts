import { randomUUID } from 'node:crypto';
import { LIMIT_PERIODS, limitPeriod } from '@candor/domain/limits/limit-period';
import { amount } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import { databaseNow, makeMember, makeSession } from '../testing/factories.ts';
import { startTestConsole } from '../testing/test-console.ts';
import { limit, stakeLimit, startLimitsSite } from '../testing/limits-site.ts';

const { site, put, changed, read, pass, order, newProduct } = startLimitsSite();

describe('own limits', () => {
  it('are none at first, and belong to the one who set them', async () => {
    expect(await read()).toEqual({ wallet: 'practice', limits: [], exclusion: null, realityCheckMinutes: null });
    await changed(stakeLimit('100'));
    const other = await makeSession(site.server.pool, await makeMember(site.server.pool));
    expect((await read(other)).limits).toEqual([]);
    expect((await site.server.call('GET', '/api/account/limits')).body.code).toBe(401);
    expect((await site.server.call('PUT', '/api/account/limits', { body: stakeLimit('1') })).body.code).toBe(401);
  });

  it('hold at once when tighter, and say when they count anew', async () => {
    const now = await databaseNow(site.server.pool);
    for (const period of LIMIT_PERIODS) await changed(stakeLimit('100', period));
    const { limits } = await changed(stakeLimit('60'));
    expect(limits).toHaveLength(3);
    for (const found of limits) {
      const { nextDate, nextAtMs } = limitPeriod(site.timeZone, now, found.period);
      expect(found).toMatchObject({
        kind: 'stake',
        amount: amount(found.period === 'day' ? '60' : '100'),
        used: amount('0'),
        startsAgainOn: nextDate,
        startsAgainAt: new Date(nextAtMs).toISOString(),
        next: null,
      });
    }
  });

  it('loosen only after a day, can be cancelled until then, and a tighter one drops what waits', async () => {
    await changed(stakeLimit('100'));
    const first = (await changed(stakeLimit('500'))).limits[0];
    expect(first).toMatchObject({ amount: amount('100'), next: { amount: amount('500') } });
    expect(Date.parse(first?.next?.at ?? '') - (await databaseNow(site.server.pool))).toBeCloseTo(86_400_000, -4);
    expect((await changed(stakeLimit('500'))).limits[0]?.next).toEqual(first?.next);
    expect((await changed(stakeLimit('100'))).limits[0]).toMatchObject({ amount: amount('100'), next: null });
    await changed(stakeLimit(null));
    expect((await changed(stakeLimit('90'))).limits[0]).toMatchObject({ amount: amount('90'), next: null });
    await changed(stakeLimit('200'));
    await pass(23);
    expect((await read()).limits[0]?.amount).toBe(amount('90'));
    await pass(1);
    expect((await read()).limits[0]).toMatchObject({ amount: amount('200'), next: null });
    await changed(stakeLimit(null));
    await pass(24);
    expect((await read()).limits).toEqual([]);
    expect((await order('1000', await newProduct())).body.code).toBe(200);
  });

  it('change once for one key', async () => {
    await changed(stakeLimit('100'));
    const key = randomUUID();
    const first = await put(stakeLimit('300'), { key });
    expect((await put(stakeLimit('300'), { key })).body.data).toEqual(first.body.data);
    expect((await put(stakeLimit('1'), { key })).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
    const { rows } = await site.server.ownerPool.query(`select detail from audit where actor_id = $1 order by id`, [
      site.memberId.toString(),
    ]);
    expect(rows).toMatchObject([{ detail: { limits: `stake/day ${amount('100')}` } }, { detail: {} }]);
  });

  it.each([
    ['no amount', { limits: [{ kind: 'stake', period: 'day', amount: '0' }] }],
    ['another kind', { limits: [{ kind: 'win', period: 'day', amount: '1' }] }],
    ['another period', { limits: [{ kind: 'stake', period: 'year', amount: '1' }] }],
    ['one limit twice', { limits: [...limit('stake', '1').limits, ...limit('stake', '2').limits] }],
    ['too many decimals', { limits: [{ kind: 'stake', period: 'day', amount: '1.23456' }] }],
    ['another term', { exclusion: 'hour' }],
    ['another interval', { realityCheckMinutes: 5 }],
    ['something else', { guarded: false }],
  ])('refuse %s', async (_, body) => {
    expect((await put(body)).body.code).toBe(400);
    expect((await read()).limits).toEqual([]);
  });

  it('keep the interval of the reality check', async () => {
    expect((await changed({ realityCheckMinutes: 30 })).realityCheckMinutes).toBe(30);
    expect((await changed({ realityCheckMinutes: null })).realityCheckMinutes).toBeNull();
  });
});

describe('an operator', () => {
  it('sees what a member decided, and has no way to change it', async () => {
    await changed({ ...stakeLimit('100'), exclusion: 'week' });
    const consoleSite = await startTestConsole(site.server);
    try {
      const { token: operator } = await consoleSite.operator('support');
      const path = `/api/console/members/${site.memberId}/limits`;
      expect((await consoleSite.call('GET', path, { token: operator })).body.data).toEqual(await read());
      expect(
        (await consoleSite.call('GET', '/api/console/members/999999/limits', { token: operator })).body.error,
      ).toBe('MEMBER_NOT_FOUND');
      expect((await consoleSite.call('PUT', path, { token: operator, body: stakeLimit('900') })).body.error).toBe(
        'NOT_FOUND',
      );
    } finally {
      await consoleSite.stop();
    }
  });
});
