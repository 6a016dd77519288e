import { AssertionError } from '@candor/domain/assert';
import { describe, expect, it } from 'vitest';
import { textHash } from './encoding.ts';
import {
  isRequestKey,
  isRequestSignature,
  isSignedRequest,
  orderRequestText,
  signedRequestHash,
  signedRequestText,
} from './order-request.ts';
import type { OrderRequest } from './order-request.ts';
import { DEVICE_KINDS, fixedDevice } from './testing/devices.ts';
import { webCrypto } from './testing/web-crypto.ts';

const device = await fixedDevice(7);

const request: OrderRequest = {
  idempotencyKey: '7f3c2b1a-0d9e-4c8b-a7f6-e5d4c3b2a190',
  product: 'BTC-USD',
  direction: 'up',
  durationSec: 60,
  stake: '100.00',
  wallet: 'practice',
  termsHash: 'ab'.repeat(32),
  signedAt: Date.parse('2026-11-21T09:00:00.123Z'),
  acceptBy: null,
  publicKey: device.publicKey,
};

it('the golden text', () => {
  expect(orderRequestText(request)).toBe(
    'candor-order-request-v1\n7f3c2b1a-0d9e-4c8b-a7f6-e5d4c3b2a190\nBTC-USD\nup\n60\n100.00\npractice\n' +
      `${'ab'.repeat(32)}\n2026-11-21T09:00:00.123Z\n${device.publicKey}\n`,
  );
});

it('the hash covers the text and the signature', async () => {
  const signature = 'cd'.repeat(64);
  expect(signedRequestText(request, signature)).toBe(`${orderRequestText(request)}${signature}\n`);
  const hash = await textHash(`${orderRequestText(request)}${signature}\n`, webCrypto);
  expect(await signedRequestHash(request, signature, webCrypto)).toBe(hash);
});

it.each<[string, Partial<OrderRequest>]>([
  ['a line feed in the product', { product: 'A\nB' }],
  ['a line feed in the stake', { stake: '1\n' }],
  ['a sign before the stake', { stake: '-1' }],
  ['a stake that ends with a point', { stake: '1.' }],
  ['a stake that begins with a point', { stake: '.5' }],
  ['a stake with two points', { stake: '1.0.0' }],
  ['a key in capitals', { idempotencyKey: '7F3C2B1A-0D9E-4C8B-A7F6-E5D4C3B2A190' }],
  ['half a second', { durationSec: 0.5 }],
  ['no duration', { durationSec: 0 }],
  ['a short hash', { termsHash: 'ab' }],
  ['a key of another length', { publicKey: 'ab'.repeat(33) }],
  ['a compressed point', { publicKey: `02${'ab'.repeat(64)}` }],
])('no text with %s', (_, changes) => {
  expect(() => orderRequestText({ ...request, ...changes })).toThrow(AssertionError);
});

it('an idempotency key is a UUID of a known version, and nothing else', () => {
  const key = (version: string) => `7f3c2b1a-0d9e-${version}c8b-a7f6-e5d4c3b2a190`;
  const known = Array.from('0123456789a').filter((version) => isRequestKey(key(version)));
  expect(known.join('')).toBe('12345678');
  expect([`0${key('4')}`, `${key('4')}0`, `${key('4')}\n`, ''].filter((text) => isRequestKey(text))).toEqual([]);
});

it('a signature is 128 hex digits and nothing else', () => {
  const signature = 'cd'.repeat(64);
  expect(isRequestSignature(signature)).toBe(true);
  const others = [`00${signature}`, `${signature}00`, `${signature}\n`, signature.slice(1), signature.toUpperCase()];
  expect(others.filter((text) => isRequestSignature(text))).toEqual([]);
});

describe.each(DEVICE_KINDS)('a signature with %s', (kind) => {
  it('holds for this request and this key alone', async () => {
    const own = await fixedDevice(5, kind);
    const said = { ...request, publicKey: own.publicKey };
    const signature = await own.sign(orderRequestText(said));
    expect(await isSignedRequest(said, signature, webCrypto)).toBe(true);
    const changes: Partial<OrderRequest>[] = [
      { direction: 'down' },
      { stake: '100.01' },
      { signedAt: said.signedAt + 1 },
      { publicKey: (await fixedDevice(6, kind)).publicKey },
    ];
    for (const change of changes) {
      expect(await isSignedRequest({ ...said, ...change }, signature, webCrypto)).toBe(false);
    }
    for (const other of ['', `${signature}00`, signature.replace(/^../, '00'), '00'.repeat(64), 'x'.repeat(128)]) {
      expect(await isSignedRequest(said, other, webCrypto)).toBe(false);
    }
  });
});

it('a key of Ed25519 that anyone can sign for signed nothing', async () => {
  // The neutral point: S = 0 and R = the neutral point fit every text.
  const publicKey = `01${'00'.repeat(31)}`;
  const takesAll = { ...webCrypto, verifyEd25519: () => Promise.resolve(true) };
  expect(await isSignedRequest({ ...request, publicKey }, publicKey + '00'.repeat(32), takesAll)).toBe(false);
  const { publicKey: sound } = await fixedDevice(5, 'Ed25519');
  expect(await isSignedRequest({ ...request, publicKey: sound }, publicKey + '00'.repeat(32), takesAll)).toBe(false);
  // S = 1 and R = the base point fit every text too.
  const base = `58${'66'.repeat(31)}`;
  expect(await isSignedRequest({ ...request, publicKey }, `${base}01${'00'.repeat(31)}`, takesAll)).toBe(false);
});
