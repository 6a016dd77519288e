import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { orderView, receiptView } from '@candor/contract/trading';
import type { OrderBody } from '@candor/contract/trading';
import { amount, minor, TEST_CURRENCY } from '@candor/domain/testing/test-currency';
import { money } from '@candor/domain/money';
import type { ReceiptRequest } from '@candor/proof/receipt';
import { webCrypto as crypto } from '@candor/proof/testing/web-crypto';
import { parseVerifierKey } from '@candor/proof/signed-note';
import { verifyReceipt } from '@candor/proof/verify-receipt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseNow, makeMember, makeProduct, makeSession, makeTicks } from '../../testing/factories.ts';
import { makeDevice } from '../../testing/test-device.ts';
import type { OrderToSign, TestDevice } from '../../testing/test-device.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { createRequestCheck } from './check-request.ts';

/** An order is what the member's device signed, or it is not placed; and its receipt shows it. */
const ORDERS = '/api/trade/orders';
const PRODUCT = 'SIGUSD';
const VERIFIER = fileURLToPath(new URL('../../../../../verifiers/python/candor_verify.py', import.meta.url));
const hasPython = spawnSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9)']).status === 0;

let server: TestServer;
let termsHash: string;
let device: TestDevice;
let memberId: bigint;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  await makeProduct(server.ownerPool, PRODUCT);
  await makeProduct(server.ownerPool, 'OTHUSD');
  termsHash = await hashOfTerms(1);
});
beforeEach(async () => {
  memberId = await makeMember(server.ownerPool);
  device = makeDevice();
  token = await makeSession(server.pool, memberId, device);
  const at = Math.floor((await databaseNow(server.pool)) / 1000) * 1000;
  const { rows } = await server.pool.query<{ at: number }>('select at from tick_head where product = $1', [PRODUCT]);
  if ((rows[0]?.at ?? 0) < at) await makeTicks(server, PRODUCT, [{ at, price: 10_000 }]);
});
afterAll(async () => await server.stop());

async function hashOfTerms(version: number): Promise<string> {
  const { rows } = await server.pool.query<{ hash: string }>(
    `select encode(hash, 'hex') as hash from terms where product = $1 and version = $2`,
    [PRODUCT, version],
  );
  return rows[0]?.hash ?? '';
}

const MOMENTS = { signedAt: '2026-01-01T00:00:00.000Z', acceptBy: '2026-01-01T00:00:03.000Z' };

/** What the device signs unless a test says otherwise. */
function toSign(key: string, changes: Partial<OrderToSign> = {}): OrderToSign {
  const figures = { product: PRODUCT, direction: 'up', durationSec: 5, wallet: 'practice' } as const;
  const signedAt = server.context.clock.now();
  const acceptBy = (changes.signedAt ?? signedAt) + 3000;
  return { ...figures, idempotencyKey: key, stake: amount('100'), termsHash, signedAt, acceptBy, ...changes };
}

function bodyWith(request: OrderBody['request'], changes: Partial<OrderBody> = {}): OrderBody {
  const body = { product: PRODUCT, direction: 'up', durationSec: 5, stake: amount('100'), wallet: 'practice' } as const;
  return { ...body, termsVersion: 1, termsHash, ...(request === undefined ? {} : { request }), ...changes };
}

async function send(key: string, body: object, as = token) {
  return (await server.call('POST', ORDERS, { token: as, key, body })).body;
}

/** Sends an order that says what `body` says, signed over what `signed` says. */
async function place(
  signed: Partial<OrderToSign> = {},
  body: Partial<OrderBody> = {},
  by: Pick<TestDevice, 'signOrder'> = device,
  key: string = randomUUID(),
) {
  return await send(key, bodyWith(by.signOrder(toSign(key, signed)), body));
}

async function ordersOf(): Promise<number> {
  const { rows } = await server.pool.query('select from trade_order where member_id = $1', [memberId]);
  return rows.length;
}

async function judged(id: string) {
  const { receipt } = receiptView.parse((await server.call('GET', `${ORDERS}/${id}/receipt`, { token })).body.data);
  const key = await parseVerifierKey(server.context.signer.vkey, crypto);
  if (!key.ok) throw new Error('the key does not read');
  return { receipt, result: await verifyReceipt(receipt, { crypto, trustedKeys: [key.value] }) };
}

describe('a signed order', () => {
  it.each(['P-256', 'Ed25519'] as const)('of a device with %s is placed, and its receipt shows it', async (kind) => {
    const own = makeDevice(kind);
    token = await makeSession(server.pool, memberId, own);
    const key = randomUUID();
    const order = orderView.parse((await place({}, {}, own, key)).data);
    expect(order.requestHash).toMatch(/^[0-9a-f]{64}$/);
    const { receipt, result } = await judged(order.id);
    expect(result).toMatchObject({ verdict: 'provisional', warnings: [] });
    const { request } = JSON.parse(receipt) as { request: ReceiptRequest };
    const publicKey = Buffer.from(own.deviceKey, 'base64url').toString('hex');
    expect(request).toMatchObject({ idempotencyKey: key, publicKey, termsHash });
    if (!hasPython) return;
    const args = ['-c', 'cat | python3 "$1" --key "$2" /dev/stdin', 'sh', VERIFIER, server.context.signer.vkey];
    const said = spawnSync('sh', args, { input: receipt, encoding: 'utf8' });
    expect(JSON.parse(said.stdout)).toEqual({ verdict: 'provisional', failed: null, warnings: [] });
  });

  it.each([
    ['hash', { termsVersion: undefined }],
    ['version', { termsHash: undefined }],
  ])('names its terms by their %s alone', async (_, body) => {
    expect(orderView.parse((await place({}, body)).data)).toMatchObject({ termsVersion: 1, termsHash });
  });

  it('may write its stake with fewer decimals, leave out the wallet and use capitals in its key', async () => {
    const key = randomUUID();
    const { wallet: _, ...body } = bodyWith(device.signOrder(toSign(key)), { stake: '100' });
    expect((await send(key.toUpperCase(), body)).code).toBe(200);
  });

  it('names the terms that the member saw, also when better ones are in force', async () => {
    await server.ownerPool.query(
      `insert into terms (product, version, durations, fee_rate, presets)
       select product, 2, durations, fee_rate, presets from terms where product = $1 and version = 1`,
      [PRODUCT],
    );
    const order = orderView.parse((await place()).data);
    expect(order.termsVersion).toBe(2);
    const { result } = await judged(order.id);
    expect(result).toMatchObject({ verdict: 'provisional', warnings: [{ key: 'TERMS_UNSEEN', count: 1 }] });
  });
});

describe('nothing is taken', () => {
  it.each<[string, Partial<OrderToSign>]>([
    ['product', { product: 'OTHUSD' }],
    ['direction', { direction: 'down' }],
    ['duration', { durationSec: 60 }],
    ['stake', { stake: amount('99') }],
    ['wallet', { wallet: 'cash' }],
    ['terms', { termsHash: 'ab'.repeat(32) }],
    ['idempotency key', { idempotencyKey: '00000000-0000-4000-8000-000000000000' }],
  ])('when another %s was signed', async (_, changes) => {
    expect(await place(changes)).toMatchObject({ code: 401, error: 'DEVICE_KEY_REQUIRED' });
    expect(await ordersOf()).toBe(0);
  });

  it('when nobody signed, whether the session has a key or not', async () => {
    const key = randomUUID();
    const unsigned = { token, key, body: bodyWith(undefined), signature: null };
    expect((await server.call('POST', ORDERS, unsigned)).body).toMatchObject({
      code: 401,
      error: 'DEVICE_KEY_REQUIRED',
    });
    expect(await ordersOf()).toBe(0);
    token = await makeSession(server.pool, memberId, null);
    expect((await server.call('POST', ORDERS, { ...unsigned, token })).body).toMatchObject({
      error: 'DEVICE_KEY_REQUIRED',
    });
    expect(await ordersOf()).toBe(0);
  });

  it('when another device signed, or the session has no key', async () => {
    expect(await place({}, {}, makeDevice())).toMatchObject({ error: 'DEVICE_KEY_REQUIRED' });
    token = await makeSession(server.pool, memberId, null);
    expect(await place()).toMatchObject({ error: 'DEVICE_KEY_REQUIRED' });
    expect(await ordersOf()).toBe(0);
  });

  it.each([
    ['long ago', -36_000],
    ['in the future', 6000],
  ])('when it was signed %s', async (_, ms) => {
    const signedAt = server.context.clock.now() + ms;
    expect(await place({ signedAt })).toMatchObject({ code: 409, error: 'SIGNATURE_EXPIRED' });
    expect(await ordersOf()).toBe(0);
  });

  it.each([
    ['the deadline is over', -3001, 3000],
    ['the deadline is further off than the terms allow', 0, 3001],
    ['the deadline is the moment of the signature', 0, 0],
  ])('when %s', async (_, signedMs, waitMs) => {
    const signedAt = server.context.clock.now() + signedMs;
    const sent = await place({ signedAt, acceptBy: signedAt + waitMs });
    expect(sent).toMatchObject({ code: 409, error: 'ORDER_EXPIRED' });
    expect(await ordersOf()).toBe(0);
  });

  it('when the deadline is another than the one that was signed', async () => {
    const key = randomUUID();
    const signed = toSign(key);
    const request = device.signOrder(signed);
    const body = bodyWith({ ...request, acceptBy: new Date(signed.acceptBy - 1).toISOString() });
    expect(await send(key, body)).toMatchObject({ error: 'DEVICE_KEY_REQUIRED' });
  });

  it.each<[string, object, string]>([
    ['no terms', { termsHash: undefined, termsVersion: undefined }, 'termsHash'],
    ['a short signature', { request: { ...MOMENTS, signature: 'ab' } }, 'request.signature'],
    ['no deadline', { request: { signedAt: MOMENTS.signedAt, signature: 'ab'.repeat(64) } }, 'request.acceptBy'],
    ['no real moment', { request: { ...MOMENTS, signedAt: 'now', signature: 'ab'.repeat(64) } }, 'request.signedAt'],
  ])('when it has %s', async (_, body, field) => {
    expect(await place({}, body)).toMatchObject({ code: 400, fields: { [field]: 'FIELD_INVALID' } });
  });

  it('when there is no such day', async () => {
    const key = randomUUID();
    const request = device.signOrder(toSign(key));
    const body = bodyWith({ ...request, signedAt: '2026-02-31T00:00:00.000Z' });
    expect(await send(key, body)).toMatchObject({ error: 'DEVICE_KEY_REQUIRED' });
  });

  it('when too many signatures wait', async () => {
    const key = randomUUID();
    const request = device.signOrder(toSign(key));
    const deviceKey = Buffer.from(device.deviceKey, 'base64url');
    const order = { product: PRODUCT, direction: 'up', durationSec: 5, wallet: 'practice', termsHash } as const;
    const stake = money(minor('100'));
    const sent = {
      ...order,
      request,
      key,
      stake,
      paidIn: TEST_CURRENCY,
      deviceKey,
      nowMs: Date.parse(request.signedAt),
    };
    const check = createRequestCheck(1);
    const [first, second] = await Promise.all([check(sent), check(sent)]);
    expect(first).toMatchObject({ ok: true });
    expect(second).toEqual({ ok: false, error: 'ORDER_FAILED_RETRY' });
    expect(await check(sent)).toMatchObject({ ok: true });
  });
});

describe('a repetition', () => {
  it('gets the same answer, also signed again, and after another login', async () => {
    const key = randomUUID();
    const body = bodyWith(device.signOrder(toSign(key)));
    const first = await send(key, body);
    expect(first.code).toBe(200);
    expect(await send(key, body)).toEqual(first);
    expect(await send(key, bodyWith(device.signOrder(toSign(key))))).toEqual(first);
    const other = await makeSession(server.pool, memberId, makeDevice());
    expect(await send(key, body, other)).toEqual(first);
    expect(await send(key, bodyWith(body.request, { stake: amount('101') }), other)).toMatchObject({
      error: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await ordersOf()).toBe(1);
  });

  it('of an order that was refused is judged anew', async () => {
    const key = randomUUID();
    const other = await makeSession(server.pool, memberId, makeDevice());
    const body = bodyWith(device.signOrder(toSign(key)));
    expect(await send(key, body, other)).toMatchObject({ error: 'DEVICE_KEY_REQUIRED' });
    expect((await send(key, body)).code).toBe(200);
  });
});
