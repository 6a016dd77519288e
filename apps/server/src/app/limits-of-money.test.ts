import { randomUUID } from 'node:crypto';
import { depositView } from '@candor/contract/cashier';
import { dateText, localDay } from '@candor/domain/market/local-time';
import { LIMIT_PERIODS, limitPeriod } from '@candor/domain/limits/limit-period';
import { amount, minor } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import { databaseNow, makeProduct } from '../testing/factories.ts';
import { limit, PRODUCTS, stakeLimit, startLimitsSite } from '../testing/limits-site.ts';

const {
  site,
  changed,
  freshTick,
  order,
  newProduct,
  placed,
  settle,
  useOf,
  deposit,
  practiceDeposit,
  creditPaid,
  statusOf,
} = startLimitsSite();

describe('a stake limit', () => {
  it('refuses what does not fit, and names itself, what is left and the date', async () => {
    await changed(stakeLimit('150'));
    await placed('100');
    const product = await newProduct();
    const answer = await order('51', product, 'en');
    const { nextDate } = limitPeriod(site.timeZone, await databaseNow(site.server.pool), 'day');
    const symbol = site.server.context.site.currencySymbol;
    expect(answer.body).toMatchObject({
      code: 500,
      error: 'STAKE_LIMIT_DAY',
      params: { limit: symbol + amount('150'), left: symbol + amount('50'), from: nextDate },
    });
    expect(answer.body.msg).toContain(nextDate);
    expect((await order('50', product)).body.code).toBe(200);
    expect(await useOf('stake')).toEqual({ used: amount('150'), left: amount('0') });
  });

  it('allows one of twenty orders that are sent at once', async () => {
    await changed(stakeLimit('100'));
    for (const product of PRODUCTS) await freshTick(product);
    const answers = await Promise.all(PRODUCTS.map(async (product) => await order('60', product)));
    const errors = answers.map(({ body }) => body.error ?? 'OK').toSorted();
    expect(errors).toEqual(['OK', ...Array.from({ length: 19 }, () => 'STAKE_LIMIT_DAY')]);
    expect(await useOf('stake')).toEqual({ used: amount('60'), left: amount('40') });
  });

  it('counts the week and the month, and not what is before them', async () => {
    for (const period of LIMIT_PERIODS) await changed(stakeLimit('1000', period));
    const now = await databaseNow(site.server.pool);
    const today = localDay(site.timeZone, now);
    for (const period of LIMIT_PERIODS) {
      await site.server.ownerPool.query('delete from own_use where member_id = $1', [site.memberId.toString()]);
      const { firstDate } = limitPeriod(site.timeZone, now, period);
      await site.server.ownerPool.query(
        `insert into own_use (member_id, wallet, day, staked) values ($1, 'practice', $2, $3), ($1, 'practice', $2::date - 1, $4),
           ($1, 'cash', $5, $4)`,
        [site.memberId.toString(), firstDate, minor('10').toString(), minor('500').toString(), dateText(today)],
      );
      expect((await useOf('stake', period)).used, period).toBe(amount('10'));
    }
  });

  it('gives back the stake of an order that was tied or void, and not of one that was won or lost', async () => {
    await changed(stakeLimit('1000'));
    for (const [outcome, used] of [
      ['won', '100'],
      ['tied', '100'],
      ['voided', '100'],
      ['lost', '200'],
    ] as const) {
      await settle(await placed('100'), outcome);
      expect((await useOf('stake')).used, outcome).toBe(amount(used));
    }
  });

  it('counts what was staked and lost before it was set', async () => {
    await settle(await placed('100'), 'lost');
    await settle(await placed('100'), 'tied');
    await placed('30');
    await changed({ limits: [...stakeLimit('500').limits, ...limit('loss', '500').limits] });
    expect((await useOf('stake')).used).toBe(amount('130'));
    expect((await useOf('loss')).used).toBe(amount('130'));
  });
});

describe('a loss limit', () => {
  it('counts open orders as lost, and what was lost when they are settled', async () => {
    await changed(limit('loss', '150'));
    const open = await placed('100');
    expect((await order('51', await newProduct())).body.error).toBe('LOSS_LIMIT_DAY');
    await settle(open, 'lost');
    expect(await useOf('loss')).toEqual({ used: amount('100'), left: amount('50') });
    expect((await order('51', await newProduct())).body.error).toBe('LOSS_LIMIT_DAY');
    const second = await placed('50');
    expect((await useOf('loss')).left).toBe(amount('0'));
    await settle(second, 'won');
    // 100 lost, 42.50 won: 57.50 counts.
    expect((await useOf('loss')).left).toBe(amount('92.5'));
  });

  it('counts the fee of an open order as lost too', async () => {
    await changed(limit('loss', '150'));
    const withFee = await makeProduct(site.server.ownerPool, 'LOSSFEE', { feeRate: 100 });
    expect((await order('100', withFee)).body.code).toBe(200);
    expect((await useOf('loss')).used).toBe(amount('101'));
    const next = await newProduct();
    expect((await order('50', next)).body.error).toBe('LOSS_LIMIT_DAY');
    expect((await order('49', next)).body.code).toBe(200);
  });

  it('holds against twenty orders that are sent at once', async () => {
    await changed(limit('loss', '100'));
    for (const product of PRODUCTS) await freshTick(product);
    const answers = await Promise.all(PRODUCTS.map(async (product) => await order('60', product)));
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
  });
});

describe('a deposit limit', () => {
  it('counts what is asked for and what is credited', async () => {
    await changed(limit('deposit', '1500'));
    const first = depositView.parse((await deposit('1000')).body.data);
    const refused = await deposit('600');
    expect(refused.body).toMatchObject({
      error: 'DEPOSIT_LIMIT_DAY',
      fields: { amount: 'DEPOSIT_LIMIT_DAY' },
      params: { left: site.server.context.site.currencySymbol + amount('500') },
    });
    await site.server.call('POST', `/api/wallet/deposits/${first.id}/cancel`, {
      token: site.token,
      key: randomUUID(),
      body: {},
    });
    expect((await deposit('1500')).body.code).toBe(200);
    expect(await useOf('deposit')).toEqual({ used: amount('1500'), left: amount('0') });
  });

  it('allows one of five requests that are sent at once', async () => {
    await changed(limit('deposit', '1000'));
    const answers = await Promise.all(Array.from({ length: 5 }, async () => await deposit('600')));
    expect(answers.map(({ body }) => body.error ?? 'OK').toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'DEPOSIT_LIMIT_DAY'),
      'OK',
    ]);
  });

  it('lets what was asked for before it arrive, and counts it', async () => {
    const earlier = await practiceDeposit('2000');
    await changed(limit('deposit', '500'));
    expect(await useOf('deposit')).toEqual({ used: amount('2000'), left: amount('0') });
    await creditPaid(earlier.id);
    expect(await statusOf(earlier.id)).toBe('approved');
    expect(await useOf('deposit')).toEqual({ used: amount('2000'), left: amount('0') });
    expect((await deposit('100')).body.error).toBe('DEPOSIT_LIMIT_DAY');
  });

  it('counts what was credited before it was set', async () => {
    await creditPaid((await practiceDeposit('2000')).id);
    await changed(limit('deposit', '2500', 'month'));
    expect((await useOf('deposit', 'month')).left).toBe(amount('500'));
  });
});
