import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { minor } from '@candor/domain/testing/test-currency';
import { createLog } from '../../platform/log/log.ts';
import { makeMember, makeSession, writePast } from '../../testing/factories.ts';
import { createDevice, startPushService } from '../../testing/push-service.ts';
import { deleteOldMessages, queueDeposits, queueSettlements, queueWithdrawals } from './push-store.ts';
import { startQueueingPush } from './queue-push.ts';
import { startPushSite } from '../../testing/push-site.ts';

const { site, subscribe, newSender, settled, rowsLeft, newsAt, passTime } = startPushSite();

describe('what a device is told', () => {
  it('is encrypted for it, signed by the site, in its language, once, and without amounts', async () => {
    await subscribe();
    const id = await settled();
    expect(await queueSettlements(site.server.worker.pool, [id, randomUUID()])).toBe(1);
    expect(await queueSettlements(site.server.worker.pool, [id])).toBe(0);
    await newSender().send();
    await newSender().send();
    expect(site.service.calls).toHaveLength(1);
    expect(newsAt(0)).toEqual({
      title: '订单已结算：盈利',
      body: 'BTCUSDT · 买涨',
      tag: id,
      path: `/pages/order/orderInfo/index?id=${id}`,
      domain: 'abc',
    });
    const { headers, path } = site.service.calls[0] ?? {};
    expect(path).toBe(`/wpush/${site.device.keys.auth}`);
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '3600' });
    expect(headers?.authorization).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]{87}$/);
  });

  it('has amounts if the member allowed them', async () => {
    await subscribe({ amounts: true, language: 'en' });
    await queueSettlements(site.server.worker.pool, [await settled()]);
    await newSender().send();
    expect(newsAt(0).title).toBe('Order settled: won');
    expect(newsAt(0).body).toMatch(/^BTCUSDT · Up · \+¥85/);
  });

  it('is a deposit and a withdrawal, with what was credited and what was paid out', async () => {
    await subscribe({ kinds: ['deposit', 'withdrawal'], amounts: true, language: 'zh-Hant' });
    const [deposit, withdrawal] = [randomUUID(), randomUUID()];
    await writePast(
      site.server.ownerPool,
      `with d as (
         insert into deposit (id, reference, member_id, wallet, currency, channel, kind, network, amount, asset, asset_amount,
           rate, rate_until, details, status, txid, payer, proof, credited, reason, note, taken_by, first_by, second_by,
           moved_by, expires_at, decided_at, promised_minutes, proof_required)
         values ('${deposit}', 'ABCDEFGH', ${site.memberId}, 'practice', 'CNY', 'usdt-trc20', 'usdt', 'trc20', ${minor('100')},
           'USDT', 1, 1, now(), '{}', 'approved', 'x', 'x', '${deposit}', ${minor('99')}, 'OTHER', 'x', -2, -2, -3, -3, now(),
           now(), 10, false))
       insert into withdrawal (id, reference, member_id, wallet, currency, amount, fee, hold, fee_hold, payee, payee_sealed,
         status, paid_out, bank_ref, reason, note, taken_by, first_by, second_by, moved_by, decided_at, promised_minutes)
       values ('${withdrawal}', 'ABCDEFGH', ${site.memberId}, 'practice', 'CNY', ${minor('50')}, ${minor('2')}, '${deposit}',
         '${withdrawal}', '{}', 'x', 'approved', 'sent', 'x', 'OTHER', 'x', -2, -2, -3, -3, now(), 60)`,
    );
    const step = async (subject: string, state: string, age: string) =>
      await writePast(
        site.server.ownerPool,
        `insert into cashier_step (subject, n, state, at)
         select '${subject}', count(*), '${state}', now() - interval '${age}' from cashier_step where subject = '${subject}'`,
      );
    // Whoever names it on the bus: what happened yesterday is no news.
    await step(deposit, 'approved', '1 day');
    expect(await queueDeposits(site.server.worker.pool, [deposit])).toBe(0);
    await step(deposit, 'approved', '1 second');
    await step(withdrawal, 'sent', '1 second');
    expect(await queueDeposits(site.server.worker.pool, [deposit])).toBe(1);
    expect(await queueWithdrawals(site.server.worker.pool, [withdrawal])).toBe(1);
    // The next step of the same withdrawal is news again.
    await writePast(site.server.ownerPool, `update withdrawal set paid_out = 'arrived'`);
    expect(await queueWithdrawals(site.server.worker.pool, [withdrawal])).toBe(1);
    await newSender().send();
    const news = site.service.calls.map((_, at) => newsAt(at)).map(({ title, body, path }) => [title, body, path]);
    const record = `/pages/mine/record/withdraw/index?id=${withdrawal}`;
    expect(news.toSorted()).toEqual(
      [
        ['儲值已到帳', expect.stringMatching(/^¥99/), `/pages/mine/record/deposit/index?id=${deposit}`],
        ['提現已撥款', expect.stringMatching(/^¥48/), record],
        ['提現已到帳', expect.stringMatching(/^¥48/), record],
      ].toSorted(),
    );
  });

  it('is a payment once, also when a return was thought of days later and not accepted', async () => {
    await subscribe({ kinds: ['withdrawal'] });
    const id = randomUUID();
    await writePast(
      site.server.ownerPool,
      `with w as (
         insert into withdrawal (id, reference, member_id, wallet, currency, amount, fee, hold, fee_hold, payee, payee_sealed,
           status, paid_out, bank_ref, reason, note, taken_by, first_by, second_by, moved_by, decided_at, promised_minutes)
         values ('${id}', 'ABCDEFGJ', ${site.memberId}, 'practice', 'CNY', ${minor('50')}, ${minor('2')}, '${randomUUID()}',
           '${randomUUID()}', '{}', 'x', 'approved', 'sent', 'x', 'OTHER', 'x', -2, -2, -3, -3, now(), 60))
       insert into cashier_step (subject, n, state, at)
       values ('${id}', 1, 'sent', now() - interval '3 days'), ('${id}', 2, 'returning', now()), ('${id}', 3, 'sent', now())`,
    );
    expect(await queueWithdrawals(site.server.worker.pool, [id])).toBe(0);
  });

  it('is nothing that the member did not choose, and nothing of another member', async () => {
    await subscribe({ kinds: ['deposit'] });
    const other = await makeMember(site.server.pool);
    expect(await queueSettlements(site.server.worker.pool, [await settled(), await settled(other)])).toBe(0);
    expect(await queueWithdrawals(site.server.worker.pool, [randomUUID()])).toBe(0);
  });

  it.each([
    ['the session is over', 'update session set expires_at = clock_timestamp() where member_id = $1'],
    ['the member may not log in', 'update member set login_allowed = false where id = $1'],
  ])('is nothing once %s', async (_, sql) => {
    await subscribe();
    await queueSettlements(site.server.worker.pool, [await settled()]);
    await site.server.ownerPool.query(sql, [site.memberId]);
    await newSender().send();
    expect(await queueSettlements(site.server.worker.pool, [await settled()])).toBe(0);
    expect(site.service.calls).toEqual([]);
  });

  it('comes from the news on the bus', async () => {
    await subscribe();
    const id = await settled();
    const { pool, bus } = site.server.worker;
    const told = Promise.withResolvers<void>();
    const queueing = startQueueingPush({ pool, bus, log: createLog('silent') }, told.resolve);
    await bus.publish('order', [{ memberId: site.memberId.toString(), orderId: id }]);
    await bus.publish('order', 'nonsense');
    await told.promise;
    await queueing.stop();
    await newSender().send();
    expect(site.service.calls).toHaveLength(1);
  });
});

describe('a push service', () => {
  it.each([404, 410])('that says %i ends the subscription', async (status) => {
    await subscribe();
    await queueSettlements(site.server.worker.pool, [await settled()]);
    site.service.answer = status;
    await newSender().send();
    expect(await rowsLeft()).toBe(0);
  });

  it('that is not in the list any more is not called', async () => {
    await subscribe();
    await queueSettlements(site.server.worker.pool, [await settled()]);
    await newSender([]).send();
    expect([site.service.calls.length, await rowsLeft()]).toEqual([0, 0]);
  });

  it.each([
    [503, 4],
    // A redirect is not followed.
    [302, 4],
    [400, 1],
  ])('that says %i gets %i tries', async (status, tries) => {
    await subscribe();
    await queueSettlements(site.server.worker.pool, [await settled()]);
    site.service.answer = status;
    for (let round = 0; round < 6; round += 1) {
      await newSender().send();
      await passTime();
    }
    expect([site.service.calls.length, await rowsLeft()]).toEqual([tries, 1]);
  });

  it('that hangs delays no other, and is left alone for a while', async () => {
    await subscribe();
    const slow = await makeMember(site.server.pool);
    const slowToken = await makeSession(site.server.pool, slow);
    const elsewhere = createDevice();
    site.dead.answer = null;
    await subscribe({ endpoint: `${site.dead.origin}/x`, keys: elsewhere.keys }, slowToken);
    const sender = newSender();
    await queueSettlements(site.server.worker.pool, [await settled(slow)]);
    await sender.round();
    await queueSettlements(site.server.worker.pool, [await settled(), await settled(slow)]);
    await passTime();
    await sender.round();
    // The hanging host still has its first call; the other one was served meanwhile.
    await expect.poll(() => site.service.calls.length).toBe(1);
    expect(site.dead.calls).toHaveLength(1);
    await site.dead.close();
    site.dead = await startPushService();
    await sender.idle();
    await passTime();
    await sender.send();
    expect(site.dead.calls).toEqual([]);
  });
});

it('what was told is forgotten after a day', async () => {
  await subscribe();
  await queueSettlements(site.server.worker.pool, [await settled()]);
  await site.server.ownerPool.query(`update push_message set made_at = made_at - interval '25 hours'`);
  await newSender().send();
  expect(site.service.calls).toEqual([]);
  await deleteOldMessages(site.server.worker.pool);
  expect((await site.server.ownerPool.query('select from push_message')).rowCount).toBe(0);
});
