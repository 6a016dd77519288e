import { savingsTransfersView } from '@candor/contract/invest';
import { memberView } from '@candor/contract/identity';
import { transfersView } from '@candor/contract/wallet';
import { accrualOfDay } from '@candor/domain/invest/interest';
import { rate } from '@candor/domain/money';
import { amount, amountOf, minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import { startInvestServer } from '../../testing/invest-server.ts';

const { site, call, nextDay, project, buy, holding, moneyNow, savings } = startInvestServer();

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
      await site.server.pool.query(sql, values).then(
        () => 'done',
        (error: Error) => error.message,
      );
    expect(
      await asHttp(
        `insert into holding (id, reference, member_id, wallet, currency, project_id, version, agreement, principal, roll_over)
         values (gen_random_uuid(), 'AAAAAAAA', $1, 'practice', $2, $3, 1, 1, $4, false)`,
        site.memberId.toString(),
        TEST_CURRENCY.code,
        projectId,
        minor('1000').toString(),
      ),
    ).toContain('EXCLUDED');
    expect(
      await asHttp(
        `insert into savings_transfer (id, member_id, wallet, currency, direction, amount, agreement)
         values (gen_random_uuid(), $1, 'practice', $2, 'in', 100, 1)`,
        site.memberId.toString(),
        TEST_CURRENCY.code,
      ),
    ).toContain('EXCLUDED');
  });
});
