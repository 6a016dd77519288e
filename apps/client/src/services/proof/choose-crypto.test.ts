import type { ProofCrypto } from '@candor/proof/crypto-port';
import { sha512 } from '@noble/hashes/sha2.js';
import { fromHex, toHex, utf8 } from '@candor/proof/encoding';
import { expect, test } from 'vitest';
import { browserCrypto, chooseCrypto } from './choose-crypto.ts';
import { bundledCrypto } from './bundled-crypto.ts';

const { subtle } = globalThis.crypto;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** The real one, with one function replaced. */
function subtleWith(changes: Partial<SubtleCrypto>): SubtleCrypto {
  return {
    ...changes,
    digest: subtle.digest.bind(subtle),
    importKey: changes.importKey ?? subtle.importKey.bind(subtle),
    verify: changes.verify ?? subtle.verify.bind(subtle),
  } as SubtleCrypto;
}

function bytes(hex: string): Uint8Array<ArrayBuffer> {
  const read = fromHex(hex);
  if (read === null) throw new Error(`no hex: ${hex}`);
  return read;
}

/** The answers of the browser's own code and of the bundled code. They must be the same. */
async function verified(key: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  const own = await browserCrypto();
  if (own === null) throw new Error('this Node knows no Ed25519');
  const ask = async (port: ProofCrypto) => await port.verifyEd25519(key.slice(), message.slice(), signature.slice());
  const answers = [await ask(own), await ask(bundledCrypto)];
  expect(answers[0], toHex(signature)).toBe(answers[1]);
  return answers[0] === true;
}

/** S as a number of 32 bytes, lowest byte first. */
function littleEndian(number: bigint): Uint8Array<ArrayBuffer> {
  return bytes(number.toString(16).padStart(64, '0')).toReversed();
}

function scalarOf(signature: Uint8Array): bigint {
  return BigInt(`0x${toHex(signature.slice(32).toReversed())}`);
}

/** RFC 8032, 7.1: key, message, signature. */
const VECTORS = [
  [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    '72',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
  [
    'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    'af82',
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  ],
] as const;

test.each(VECTORS)('both accept the signature of RFC 8032 by %s, and no other', async (key, message, signature) => {
  const [good, text, by] = [bytes(signature), bytes(message), bytes(key)];
  expect(await verified(by, text, good)).toBe(true);
  expect(await verified(by, Uint8Array.of(...text, 0), good)).toBe(false);
  for (let index = 0; index < good.length; index++) {
    const changed = good.with(index, (good[index] ?? 0) ^ (1 << (index % 8)));
    expect(await verified(by, text, changed)).toBe(false);
  }
  for (const index of [0, 15, 31]) {
    expect(await verified(by.with(index, (by[index] ?? 0) ^ 1), text, good)).toBe(false);
  }
  for (const part of [good.slice(0, 63), Uint8Array.of(...good, 0), new Uint8Array()]) {
    expect(await verified(by, text, part)).toBe(false);
  }
  expect(await verified(by.slice(1), text, good)).toBe(false);
});

test('both refuse an S that is not reduced', async () => {
  for (const [key, message, signature] of VECTORS) {
    const good = bytes(signature);
    const higher = Uint8Array.of(...good.slice(0, 32), ...littleEndian(scalarOf(good) + ORDER));
    expect(await verified(bytes(key), bytes(message), higher)).toBe(false);
  }
});

test('both accept what a new key signs', async () => {
  for (const length of [0, 1, 127, 128, 1000]) {
    const { publicKey, privateKey } = await subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    const key = new Uint8Array(await subtle.exportKey('raw', publicKey));
    const message = utf8('x'.repeat(length));
    const signature = new Uint8Array(await subtle.sign('Ed25519', privateKey, message));
    expect(await verified(key, message, signature)).toBe(true);
    expect(await verified(key, utf8(`${'x'.repeat(length)}y`), signature)).toBe(false);
  }
});

test('both refuse points of small order, in keys and in signatures', async () => {
  const points = [
    '0100000000000000000000000000000000000000000000000000000000000000',
    'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    '0000000000000000000000000000000000000000000000000000000000000000',
    '0000000000000000000000000000000000000000000000000000000000000080',
    '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  ].map(bytes);
  const [by, text] = [bytes(VECTORS[1][0]), bytes(VECTORS[1][1])];
  const zero = new Uint8Array(32);
  const base = bytes(`58${'66'.repeat(31)}`);
  // [k]A is zero if the key is the identity, so R = B and S = 1 would fit any text.
  expect(await verified(bytes(`01${'00'.repeat(31)}`), text, Uint8Array.of(...base, ...littleEndian(1n)))).toBe(false);
  for (const point of points) {
    expect(await verified(by, text, Uint8Array.of(...point, ...zero))).toBe(false);
    for (const other of points) expect(await verified(other, text, Uint8Array.of(...point, ...zero))).toBe(false);
  }
});

test('both refuse a signature whose R was chosen to be of small order', async () => {
  const seed = bytes('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb');
  const half = sha512(seed).slice(0, 32);
  half[0] = (half[0] ?? 0) & 248;
  half[31] = ((half[31] ?? 0) & 127) | 64;
  const number = (of: Uint8Array) => BigInt(`0x${toHex(of.toReversed())}`);
  const [by, text] = [bytes(VECTORS[1][0]), bytes(VECTORS[1][1])];
  // With R = [r]B, S = r + k·a fits; r = 0 gives the identity.
  const signWith = (r: bigint, point: Uint8Array) => {
    const k = number(sha512(Uint8Array.of(...point, ...by, ...text)));
    return Uint8Array.of(...point, ...littleEndian((r + k * number(half)) % ORDER));
  };
  const base = bytes(`58${'66'.repeat(31)}`);
  expect(await verified(by, text, signWith(1n, base))).toBe(true);
  expect(await verified(by, text, signWith(0n, bytes(`01${'00'.repeat(31)}`)))).toBe(false);
});

test('both give the same hash', async () => {
  const own = await browserCrypto();
  for (const length of [0, 3, 55, 56, 64, 1000]) {
    const text = utf8('a'.repeat(length));
    expect(toHex(await bundledCrypto.sha256(text))).toBe(toHex((await own?.sha256(text)) ?? new Uint8Array()));
  }
});

test('the bundled one is used without SubtleCrypto, without Ed25519, or when Ed25519 accepts anything', async () => {
  const refuse = () => Promise.reject(new DOMException('no', 'NotSupportedError'));
  expect(await chooseCrypto()).toMatchObject({ origin: 'browser' });
  const bundled = { origin: 'bundled', crypto: bundledCrypto };
  expect(await chooseCrypto(subtleWith({ importKey: refuse }))).toEqual(bundled);
  expect(await chooseCrypto(subtleWith({ verify: async () => true }))).toEqual(bundled);
  const { crypto } = globalThis;
  Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true });
  try {
    expect(await chooseCrypto()).toEqual({ origin: 'insecure', crypto: bundledCrypto });
  } finally {
    Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true });
  }
});
