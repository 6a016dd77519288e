import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromHex, toHex, utf8 } from '@candor/proof/encoding';
import { verifyP256 } from './verify-p256.ts';
import { fixedDevice } from '@candor/proof/testing/devices';
import { subtle, webCrypto } from '@candor/proof/testing/web-crypto';

/** The platform's own verification and ours say the same of every signature. */
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

function bytes(hex: string): Uint8Array<ArrayBuffer> {
  const read = fromHex(hex);
  if (read === null) throw new Error(`no hex: ${hex}`);
  return read;
}

function number(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}

async function verified(key: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const own = await webCrypto.verifyP256(key.slice(), message.slice(), signature.slice());
  const digest = await webCrypto.sha256(message.slice());
  expect(verifyP256(key, digest, signature), `${toHex(key)} ${toHex(signature)}`).toBe(own);
  return own;
}

/** RFC 6979, A.2.5: the key, and its signatures with SHA-256. */
const RFC_6979_KEY = bytes(
  '0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb67903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299',
);

it.each([
  [
    'sample',
    'efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8',
  ],
  [
    'test',
    'f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083',
  ],
])('the vector of RFC 6979 for "%s"', async (text, signature) => {
  expect(await verified(RFC_6979_KEY, utf8(text), bytes(signature))).toBe(true);
  expect(await verified(RFC_6979_KEY, utf8(`${text}.`), bytes(signature))).toBe(false);
});

it('agrees about signatures of the platform, true and changed', async () => {
  const pair = await subtle.generateKey(CURVE, true, ['sign', 'verify']);
  const key = new Uint8Array(await subtle.exportKey('raw', pair.publicKey));
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.integer({ min: 0, max: 511 }), async (text, bit) => {
      const message = utf8(text);
      const signature = new Uint8Array(await subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, message));
      expect(await verified(key, message, signature)).toBe(true);
      const changed = signature.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      expect(await verified(key, message, changed)).toBe(false);
      const other = key.map((byte, at) => (at === 1 + (bit >> 3) ? byte ^ (1 << (bit & 7)) : byte));
      expect(await verified(other, message, signature)).toBe(false);
    }),
    { numRuns: 60 },
  );
});

it('agrees about the edges: zero, the order, a mirrored signature, and bytes that are no key', async () => {
  const { publicKey, sign } = await fixedDevice(3);
  const [key, message] = [bytes(publicKey), utf8('an order')];
  const signature = await sign('an order');
  const [r, s] = [BigInt(`0x${signature.slice(0, 64)}`), BigInt(`0x${signature.slice(64)}`)];
  expect(await verified(key, message, bytes(signature))).toBe(true);
  // ECDSA takes both; the hash in the order is that of one of them.
  expect(await verified(key, message, bytes(number(r) + number(N - s)))).toBe(true);
  for (const [a, b] of [
    [0n, s],
    [r, 0n],
    [N, s],
    [r, N],
    [r, s + N < 2n ** 256n ? s + N : N + 1n],
    [2n ** 256n - 1n, s],
  ] as const) {
    expect(await verified(key, message, bytes(number(a) + number(b)))).toBe(false);
  }
  for (const wrong of ['00'.repeat(65), `04${'00'.repeat(64)}`, `04${'ff'.repeat(64)}`, publicKey.slice(2), '00']) {
    expect(await verified(bytes(wrong), message, bytes(signature))).toBe(false);
  }
  expect(await verified(key, message, bytes(signature.slice(2)))).toBe(false);
});

it('adds a point to itself and to its mirror image', async () => {
  // With the key G the walk adds G to G; with −G it meets the point at infinity.
  const g = bytes(
    '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  );
  const minusG = bytes(
    '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a',
  );
  const message = utf8('an order');
  const e = BigInt(`0x${toHex(await webCrypto.sha256(message))}`) % N;
  const x = BigInt('0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296');
  // Secret 1 and once 1: r = x(G), s = e + r.
  expect(await verified(g, message, bytes(number(x % N) + number((e + x) % N)))).toBe(true);
  // Secret −1: s = e − r.
  expect(await verified(minusG, message, bytes(number(x % N) + number((((e - x) % N) + N) % N)))).toBe(true);
  // u1 = u2, so the sum of the key −G and G is nothing.
  expect(await verified(minusG, message, bytes(number(e) + number(1n)))).toBe(false);
});

it('takes a point only in its own bytes', () => {
  // A point with x = 0. For the digest r, the signature (r, r) makes both factors 1: r is the x of G and this point together.
  const [x, y] = [0n, 0x66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4n];
  const r = number(0x486efab89170d45f6160cbc7d034a9309d479ae02982a3a0c135a210379e6fn);
  const key = (at: bigint) => bytes(`04${number(at)}${number(y)}`);
  expect(verifyP256(key(x), bytes(r), bytes(r + r))).toBe(true);
  // The same x, with the field's prime added to it.
  expect(verifyP256(key(x + P), bytes(r), bytes(r + r))).toBe(false);
});

it('a number of a signature counts once: not again with the order of the curve added', () => {
  // The private key 1 and the nonce 1: key and R are the base point, and the digest is s - r.
  const x = '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296';
  const y = '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';
  const s = 5n;
  const digest = bytes(number((((s - BigInt(`0x${x}`)) % N) + N) % N));
  const isTaken = (value: bigint) => verifyP256(bytes(`04${x}${y}`), digest, bytes(x + number(value)));

  expect([s, s + N, s + 1n].map(isTaken)).toEqual([true, false, false]);
});

it('bytes that are too many or too few are refused, even where they make the same numbers', () => {
  const x = '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296';
  const y = '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';
  // Private key and nonce 1, as above.
  const digest = number((((5n - BigInt(`0x${x}`)) % N) + N) % N);
  const isTaken = (hash: string, s: string) => verifyP256(bytes(`04${x}${y}`), bytes(hash), bytes(x + s));

  expect(isTaken(digest, number(5n))).toBe(true);
  expect(isTaken(`00${digest}`, number(5n))).toBe(false);
  expect(isTaken(digest, `00${number(5n)}`)).toBe(false);
  expect(isTaken(digest, '05')).toBe(false);
});

it('one is a number like any other, and the order of the curve does not stand for it', async () => {
  // For r = 5 and s = 1, the key is found from a point whose x is 5: Q = (R - eG) / 5. There is no signature with r = 1.
  const key = bytes(
    '049984802643ced8c4bcf6e732ff6e7d87f03b7a7029e55e61eca4695d84c60976a5128aa0dec76bd6f51cf1ed1a351ec4abf6e6e32ee44f23d0512928baf74275',
  );
  const isTaken = async (s: bigint) => await verified(key, utf8('an order'), bytes(number(5n) + number(s)));

  expect([await isTaken(1n), await isTaken(2n), await isTaken(N)]).toEqual([true, false, false]);
});

it('a point whose x is more than the order of the curve gives its rest', async () => {
  // The x of R is the order and 3: r = 3, s = 1.
  const key = bytes(
    '04d7638c0c39ffeebb33cd09b6c86f94a5665fcbfe8593470ed7a0f8c896bca1b5eba360b75f374a810a0f5ad0724ece5020b994a5b2f7268d42a5b900b4d2c45c',
  );
  expect(await verified(key, utf8('an order'), bytes(number(3n) + number(1n)))).toBe(true);
});
