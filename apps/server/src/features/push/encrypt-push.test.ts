import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { createDevice } from '../../testing/push-service.ts';
import { encryptPush } from './encrypt-push.ts';
import { createVapid } from './vapid.ts';

function bytes(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}

/** The example of RFC 8291, section 5 and appendix A. */
test('a message is encrypted as the example of RFC 8291', () => {
  const deviceKey = bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4');
  const plain = 'When I grow up, I want to be a watermelon';
  const message = encryptPush(
    plain,
    { deviceKey, auth: bytes('BTBZMqHH6r4Tts7J_aSIgg') },
    {
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
      secret: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
      paddedBytes: plain.length + 1,
    },
  );
  expect(message.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('every message has the same length, and none is like another', () => {
  const device = createECDH('prime256v1');
  const keys = { deviceKey: device.generateKeys(), auth: randomBytes(16) };
  const messages = ['', 'x', '买涨'.repeat(100)].map((text) => encryptPush(text, keys));
  expect(new Set(messages.map(({ length }) => length)).size).toBe(1);
  expect(encryptPush('x', keys).equals(encryptPush('x', keys))).toBe(false);
  expect(() => encryptPush('x'.repeat(2_000), keys)).toThrow('too long');
  expect(() => encryptPush('x', { ...keys, deviceKey: Buffer.alloc(65, 4) })).toThrow();
});

test('the site proves itself with a signature that fits its public key', () => {
  const vapid = createVapid(Buffer.alloc(32, 7), 'mailto:operator@site.example');
  const header = vapid.header('https://push.example', 1_000_000);
  const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(header) ?? [];
  expect(key).toBe(vapid.publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  expect(JSON.parse(bytes(claims).toString())).toEqual({
    aud: 'https://push.example',
    exp: 1_000 + 43_200,
    sub: 'mailto:operator@site.example',
  });
  const point = bytes(key);
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isSigned = (text: string) =>
    verify('sha256', Buffer.from(text), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes(signature));
  expect([isSigned(`${head}.${claims}`), isSigned(`${head}.x`)]).toEqual([true, false]);
});

test('a secret that is no key of the curve gives one all the same', () => {
  expect(createVapid(Buffer.alloc(32, 255), undefined).publicKey).toMatch(/^[\w-]{87}$/);
  expect(createVapid(Buffer.alloc(32), undefined).publicKey).toMatch(/^[\w-]{87}$/);
});

test('a browser opens what was encrypted for it, and another does not', () => {
  const device = createDevice();
  const message = encryptPush('订单已结算 ✓', device);
  expect(device.open(message)).toBe('订单已结算 ✓');
  expect(() => createDevice().open(message)).toThrow();
});
