import { randomUUID } from 'node:crypto';
import { holdingsView, holdingView, projectsView, quoteView, redemptionView } from '@candor/contract/invest';
import { transfersView } from '@candor/contract/wallet';
import { accrualOfDay, accruedAfter } from '@candor/domain/invest/interest';
import { moneyInWords, rate, sumMoney } from '@candor/domain/money';
import { amount, amountOf, minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import { makeMember, makeSession } from '../../testing/factories.ts';
import { createPasswords } from '../../services/secrets/passwords.ts';
import { minorOf, startInvestServer } from '../../testing/invest-server.ts';

const { site, call, nextDay, project, buy, holding, moneyNow } = startInvestServer();

/** As a refusal writes it. */
function inWords(text: string): string {
  return moneyInWords(minor(text), TEST_CURRENCY, '¥');
}

async function hashOf(password: string): Promise<string> {
  return await createPasswords().hash(password);
}

describe('what is offered', () => {
  it('lists the projects with what is left, and quotes what an amount becomes', async () => {
    const items = projectsView.parse((await call('GET', '/api/invest/projects')).data).items;
    expect(items.map(({ termDays, status }) => [termDays, status])).toEqual([
      [7, 'open'],
      [15, 'open'],
      [30, 'open'],
      [90, 'open'],
    ]);
    const { id } = await project(30);
    const quote = quoteView.parse(
      (await call('GET', `/api/invest/projects/${id}/quote?amount=${amount('10000')}`)).data,
    );
    const total = accruedAfter(minor('10000'), rate(220n), 30);
    expect(quote).toMatchObject({ totalInterest: amountOf(total), problem: null, passwordRequired: false });
    expect(quote.calendar).toHaveLength(30);
    expect(sumMoney(quote.calendar.map(({ interest }) => minorOf(interest)))).toBe(total);
    expect(quote.calendar.at(-1)).toMatchObject({ date: quote.maturesOn, principal: amount('10000') });
  });

  it.each([
    ['below the minimum', 30, '999', 'INVEST_AMOUNT_BELOW_MINIMUM', { min: inWords('1000'), short: inWords('1') }],
    ['above the own maximum', 7, '50001', 'INVEST_AMOUNT_ABOVE_MAXIMUM', { max: inWords('50000'), over: inWords('1') }],
    ['more than is available', 30, '100001', 'INVEST_BALANCE_INSUFFICIENT', { missing: inWords('1') }],
  ])('an amount %s: the quote and the purchase name the exact difference', async (_, days, sum, error, params) => {
    const { id: projectId } = await project(days);
    const { data } = await call('GET', `/api/invest/projects/${projectId}/quote?amount=${amount(sum)}`);
    expect(data).toMatchObject({ problem: { error, params } });
    const answer = await call('POST', '/api/invest/holdings', { projectId, amount: amount(sum) });
    expect(answer).toMatchObject({ error, params, fields: { amount: error } });
    expect(await moneyNow()).toMatchObject({ available: amount('100000'), invested: amount('0') });
  });

  it('asks for the withdraw password from the amount of the policy on', async () => {
    await site.server.ownerPool.query('update invest_policy set password_from = $1', [minor('500').toString()]);
    const { id: projectId } = await project(7);
    const refused = await call('POST', '/api/invest/holdings', { projectId, amount: amount('500') });
    expect(refused).toMatchObject({
      error: 'WITHDRAW_PASSWORD_REQUIRED',
      fields: { withdrawPwd: 'WITHDRAW_PASSWORD_REQUIRED' },
    });
    await site.server.ownerPool.query('update member set withdraw_password_hash = $2 where id = $1', [
      site.memberId,
      await hashOf('246801'),
    ]);
    const wrong = await call('POST', '/api/invest/holdings', {
      projectId,
      amount: amount('500'),
      withdrawPwd: '135790',
    });
    expect(wrong.error).toBe('WITHDRAW_PASSWORD_MISMATCH');
    await buy(7, '500', { withdrawPwd: '246801' });
    await buy(7, '499');
  });
});

describe('a holding', () => {
  it('that is paid daily: interest of each date arrives on the next one, the principal at maturity, nothing twice', async () => {
    const bought = await buy(7, '10000');
    expect(await moneyNow()).toMatchObject({
      usermoney: amount('100000'),
      available: amount('90000'),
      invested: amount('10000'),
    });
    let expected = minor('90000') as bigint;
    for (let day = 0; day < 7; day += 1) {
      await nextDay();
      expected += accrualOfDay(minor('10000'), rate(150n), day);
      if (day === 6) expected += minor('10000');
      expect(await moneyNow()).toMatchObject({ available: amountOf(expected) });
    }
    await nextDay(3);
    expect(await moneyNow()).toMatchObject({ available: amountOf(expected), invested: amount('0') });
    const detail = await holding(bought.id);
    const total = accruedAfter(minor('10000'), rate(150n), 7);
    expect(detail).toMatchObject({
      status: 'matured',
      paid: amountOf(total),
      accrued: amountOf(total),
      totalInterest: amountOf(total),
    });
    expect(detail.accruals).toHaveLength(7);
    expect(sumMoney(detail.accruals.map((row) => minorOf(row.amount)))).toBe(total);
    expect(detail.schedule.every(({ paid }) => paid)).toBe(true);
  });

  it('is bought once for a key, and is found by it', async () => {
    const { id: projectId } = await project(7);
    const [key, token] = [randomUUID(), await makeSession(site.server.pool, site.memberId)];
    const body = { projectId, amount: amount('100') };
    const send = async (what: object) =>
      (await site.server.call('POST', '/api/invest/holdings', { token, key, body: what })).body;
    const [first, again] = [await send(body), await send(body)];
    expect(again.data).toEqual(first.data);
    expect((await send({ ...body, amount: amount('200') })).error).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await moneyNow()).toMatchObject({ invested: amount('100') });
    const { data } = await call('GET', `/api/invest/holdings?key=${key}`);
    expect(holdingsView.parse(data)).toMatchObject({ count: 1, items: [{ id: holdingView.parse(first.data).id }] });
    expect(holdingsView.parse((await call('GET', `/api/invest/holdings?key=${randomUUID()}`)).data).items).toEqual([]);
    const other = await makeMember(site.server.pool);
    expect(
      holdingsView.parse((await call('GET', `/api/invest/holdings?key=${key}`, undefined, other)).data).items,
    ).toEqual([]);
    const hidden = await call('GET', `/api/invest/holdings/${holdingView.parse(first.data).id}`, undefined, other);
    expect(hidden.error).toBe('HOLDING_NOT_FOUND');
  });

  it('that is paid at maturity: all of it comes at once, also when nothing ran for weeks', async () => {
    const bought = await buy(15, '12345');
    await nextDay(40);
    const total = accruedAfter(minor('12345'), rate(180n), 15);
    expect(await moneyNow()).toMatchObject({ available: amountOf(minor('100000') + total), invested: amount('0') });
    expect((await holding(bought.id)).accruals).toHaveLength(15);
    const lines = transfersView.parse((await call('GET', `/api/wallet/transfers?refId=${bought.id}`)).data).items;
    expect(lines.map(({ type }) => type).toSorted()).toEqual(['interest', 'investment', 'redemption']);
  });

  it('redeemed early: the preview is what happens, and what was paid above the early rate is taken back', async () => {
    const bought = await buy(30, '20000');
    const locked = redemptionView.parse((await call('GET', `/api/invest/holdings/${bought.id}/redemption`)).data);
    expect(locked.problem).toMatchObject({ error: 'REDEMPTION_LOCKED' });
    expect((await call('POST', `/api/invest/holdings/${bought.id}/redemption`, {})).error).toBe('REDEMPTION_LOCKED');
    await nextDay(10);
    const before = minorOf((await moneyNow()).available);
    const preview = redemptionView.parse((await call('GET', `/api/invest/holdings/${bought.id}/redemption`)).data);
    const paid = accruedAfter(minor('20000'), rate(220n), 10);
    const due = accruedAfter(minor('20000'), rate(50n), 10);
    expect(preview).toMatchObject({ daysHeld: 10, paid: amountOf(paid), interest: amountOf(due), problem: null });
    const other = { credited: amount('1') };
    expect(await call('POST', `/api/invest/holdings/${bought.id}/redemption`, other)).toMatchObject({
      error: 'REDEMPTION_CHANGED',
      params: { credited: moneyInWords(minorOf(preview.credited), TEST_CURRENCY, '¥') },
    });
    const done = await call('POST', `/api/invest/holdings/${bought.id}/redemption`, { credited: preview.credited });
    expect(done).toMatchObject({ code: 200, data: { status: 'redeemed', totalInterest: amountOf(due) } });
    expect(minorOf((await moneyNow()).available) - before).toBe(minorOf(preview.credited));
    const again = await call('POST', `/api/invest/holdings/${bought.id}/redemption`, {});
    expect(again.error).toBe('HOLDING_STATE_CHANGED');
    await nextDay(25);
    const detail = await holding(bought.id);
    expect(sumMoney(detail.accruals.map((row) => minorOf(row.amount)))).toBe(due);
    expect(sumMoney(detail.schedule.map(({ interest }) => minorOf(interest)))).toBe(due);
  });

  it('continues only if the member asked, without a day between', async () => {
    const [stays, goes] = [await buy(7, '1000'), await buy(7, '1000')];
    const chosen = await call('POST', `/api/invest/holdings/${goes.id}/rollover`, { on: true });
    expect(chosen).toMatchObject({ code: 200, data: { rollOver: true } });
    await nextDay(9);
    expect(await holding(stays.id)).toMatchObject({ status: 'matured', rolledTo: null });
    const first = await holding(goes.id);
    const next = await holding(first.rolledTo ?? '');
    expect(next).toMatchObject({
      status: 'running',
      startsOn: first.maturesOn,
      rolledFrom: goes.id,
      principal: amount('1000'),
    });
    expect(next.accruals).toHaveLength(2);
    expect(await moneyNow()).toMatchObject({ invested: amount('1000') });
  });

  it('is never sold twice: parallel purchases take exactly what is left', async () => {
    const members = await Promise.all(Array.from({ length: 8 }, async () => await makeMember(site.server.pool)));
    const { id: projectId, left } = await project(15);
    const size = minor('3500') + minorOf((await project(15)).size) - minorOf(left);
    await site.server.ownerPool.query(
      'update project_terms set size = $1, max = least(max, $1) where project_id = $2',
      [size.toString(), projectId],
    );
    const answers = await Promise.all(
      members.map(
        async (who) => await call('POST', '/api/invest/holdings', { projectId, amount: amount('1000') }, who),
      ),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3);
    const refused = answers.filter(({ code }) => code !== 200);
    expect(refused.every(({ error }) => error === 'PROJECT_LEFT_INSUFFICIENT')).toBe(true);
    expect(refused[0]).toMatchObject({ params: { left: `¥${amount('500')}`, over: `¥${amount('500')}` } });
  });
});
