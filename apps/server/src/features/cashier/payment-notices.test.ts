import { createHash, randomUUID } from 'node:crypto';
import type { DepositView } from '@candor/contract/cashier';
import { TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { describe, expect, it } from 'vitest';
import type { TestAnswer } from '../../testing/call.ts';
import { creditDeposits } from './credit-deposits.ts';
import { channelSecret, signNotice, writeSignature } from './payment-signature.ts';
import { insertNotice } from './worker-store.ts';
import { BANK, units, startDepositSite } from '../../testing/deposit-site.ts';

const { site, create, available } = startDepositSite();

describe('a payment notice', () => {
  const CHANNEL = 'online-practice';
  const online = { ...BANK, channel: CHANNEL };

  async function notify(body: string, { at = Date.now(), secret = true, signed = body } = {}): Promise<TestAnswer> {
    const key = channelSecret(secret ? site.server.context.secrets.fingerprint : Buffer.from('other'), CHANNEL);
    const seconds = BigInt(Math.floor(at / 1000));
    return await site.server.call('POST', `/api/webhooks/payments/${CHANNEL}`, {
      body,
      headers: { 'candor-signature': writeSignature(seconds, signNotice(key, seconds, signed)) },
    });
  }

  function noticeOf({ reference, assetAmount }: DepositView, more: object = {}): string {
    return JSON.stringify({
      event: randomUUID(),
      reference,
      status: 'paid',
      amount: assetAmount,
      currency: TEST_CURRENCY.code,
      ...more,
    });
  }

  async function work(): Promise<void> {
    await creditDeposits(site.server.worker.pool, site.server.worker.site, site.server.worker.secrets.fingerprint);
  }

  it('credits its deposit once, though it comes three times', async () => {
    const body = noticeOf(await create(online));
    for (let i = 0; i < 3; i += 1) expect((await notify(body)).status).toBe(200);
    await Promise.all([work(), work()].map(async (one) => await one.catch(() => undefined)));
    await work();
    expect(await available()).toBe(units(1000n));
  });

  it.each([
    ['another secret', { secret: false }],
    ['an old time', { at: Date.now() - 6 * 60_000 }],
    ['a time to come', { at: Date.now() + 6 * 60_000 }],
    ['the signature of another body', { signed: 'other' }],
  ])('is refused with %s', async (_, how) => {
    expect((await notify(noticeOf(await create(online)), how)).status).toBe(401);
    await work();
    expect(await available()).toBe(units(0n));
  });

  it.each([
    ['another amount', { amount: '999' }],
    ['another currency', { currency: 'USDT' }],
    ['a payment that failed', { status: 'failed' }],
    ['an unknown reference', { reference: 'ABCDEFGH' }],
  ])('credits nothing with %s', async (_, more) => {
    expect((await notify(noticeOf(await create(online), more))).status).toBe(200);
    await work();
    expect(await available()).toBe(units(0n));
  });

  it('that the role http invents is not taken, and is refused by the worker where it is there', async () => {
    const body = noticeOf(await create(online));
    const invented = { channel: CHANNEL, eventId: JSON.parse(body).event, body, signature: Buffer.alloc(32) };
    const signedAt = BigInt(Math.floor(Date.now() / 1000));
    await expect(insertNotice(site.server.pool, { ...invented, signedAt })).rejects.toMatchObject({ code: 'CD304' });
    await site.server.ownerPool.query(
      `insert into payment_notice (channel, event_id, body, signed_at, signature) values ($1, 'x', $2, 1, $3)`,
      [CHANNEL, body, Buffer.alloc(32)],
    );
    await work();
    expect(await available()).toBe(units(0n));
  });

  it('comes from the practice payment page', async () => {
    const deposit = await create(online);
    const page = await site.server.call('GET', `/api/practice-payment?reference=${deposit.reference}`);
    expect(page.text).toContain(deposit.assetAmount);
    const style = /<style>([^<]*)<\/style>/u.exec(page.text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page.headers['content-security-policy']).toContain(`default-src 'none';style-src 'sha256-${hash}'`);
    const paid = await site.server.call('POST', '/api/practice-payment', {
      body: `reference=${deposit.reference}&choice=paid`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([paid.status, paid.headers['location']]).toEqual([303, `/#/pages/recharge/index?deposit=${deposit.id}`]);
    await work();
    expect(await available()).toBe(units(1000n));
  });

  it('finds its page in the language of the client, and leads back under the domain of its address', async () => {
    const deposit = await create(online);
    const at = (more: string) => `/api/practice-payment?reference=${deposit.reference}${more}`;
    const page = await site.server.call('GET', at('&language=zh-Hant&domain=k7'), { language: 'en' });
    expect(page.text).toContain('<html lang="zh-Hant">');
    expect(page.text).toContain('模擬支付成功');
    expect(page.text).toContain('name="domain" value="k7"');
    const failed = await site.server.call('POST', '/api/practice-payment', {
      body: `reference=${deposit.reference}&choice=failed&domain=k7`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(failed.headers['location']).toBe(`/#/pages/recharge/index?deposit=${deposit.id}&domain=k7`);
    for (const wrong of ['&domain=%22%3E%3Cscript%3E', '&domain=', '&language=xx', `&domain=${'x'.repeat(65)}`])
      expect((await site.server.call('GET', at(wrong))).body.code, wrong).toBe(400);
  });
});
