import { AssertionError } from '@candor/domain/assert';
import { describe, expect, it } from 'vitest';
import { toHex, utf8 } from '../encoding.ts';
import { sha256 } from '../testing/naive-tree.ts';
import { webCrypto } from '../testing/web-crypto.ts';
import { commitmentText, isNonce, orderCommitment } from './commitment.ts';

declare const crypto: { randomUUID(): string };

const nonce = '7f3c6a52-90ab-4c1d-8e2f-1234567890ab';
const orderHash = 'ab'.repeat(32);

it('the text has the nonce and the hash on lines of their own', () => {
  expect(commitmentText(nonce, orderHash)).toBe(`candor-log-order-v1\n${nonce}\n${orderHash}\n`);
});

it('the entry is its SHA-256', async () => {
  const expected = toHex(sha256(utf8(commitmentText(nonce, orderHash))));
  expect(toHex(await orderCommitment(nonce, orderHash, webCrypto))).toBe(expected);
});

describe('a nonce', () => {
  it.each([
    nonce.toUpperCase(),
    nonce.replace('-4', '-1'),
    nonce.replace('-8', '-7'),
    `${nonce}\n`,
    `0${nonce}`,
    '',
    'x',
  ])('%j is none', (text) => {
    expect(isNonce(text)).toBe(false);
    expect(() => commitmentText(text, orderHash)).toThrow(AssertionError);
  });

  it('is random bytes of version 4', () => {
    for (let n = 0; n < 100; n += 1) expect(isNonce(crypto.randomUUID())).toBe(true);
  });
});
