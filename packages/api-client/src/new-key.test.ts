import { afterEach, describe, expect, it, vi } from 'vitest';
import { newKey } from './new-key.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TRIES = 400;
/** All bits without the 48 of the time, the four of the version and the two of the variant. */
const RANDOM_BITS = 74;

describe('newKey', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('is a UUID, also where the page has no randomUUID, as over plain http', () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const keys = Array.from({ length: TRIES }, newKey);
    for (const key of keys) expect(key).toMatch(UUID_V7);
    expect(new Set(keys).size).toBe(TRIES);
  });

  it('begins with the time, so that later keys sort behind earlier ones', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0x01_90_1d_db_bb_cd });
    expect(newKey().slice(0, 13)).toBe('01901ddb-bbcd');
    vi.setSystemTime(0xff);
    expect(newKey().slice(0, 13)).toBe('00000000-00ff');
  });

  it('leaves every bit to chance that neither the time nor the version fixes', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const numbers = Array.from({ length: TRIES }, () => BigInt(`0x${newKey().replaceAll('-', '')}`));
    const isFree = (bit: bigint) => new Set(numbers.map((number) => (number >> bit) & 1n)).size === 2;
    const free = Array.from({ length: 128 }, (_, bit) => BigInt(bit)).filter(isFree);
    expect(free).toHaveLength(RANDOM_BITS);
  });
});
