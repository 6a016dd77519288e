import { afterEach, describe, expect, it, vi } from 'vitest';
import { newKey } from './new-key.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TRIES = 400;
/** The four bits of the version and the two of the variant. */
const FIXED_BITS = 6;

describe('newKey', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is a random UUID, also where the page has no randomUUID, as over plain http', () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const keys = Array.from({ length: TRIES }, newKey);
    for (const key of keys) expect(key).toMatch(UUID_V4);
    expect(new Set(keys).size).toBe(TRIES);
  });

  it('leaves every bit to chance that the version does not fix', () => {
    const numbers = Array.from({ length: TRIES }, () => BigInt(`0x${newKey().replaceAll('-', '')}`));
    const isFree = (bit: bigint) => new Set(numbers.map((number) => (number >> bit) & 1n)).size === 2;
    const free = Array.from({ length: 128 }, (_, bit) => BigInt(bit)).filter(isFree);
    expect(free).toHaveLength(128 - FIXED_BITS);
  });
});
