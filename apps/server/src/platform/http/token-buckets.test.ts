import { describe, expect, it } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

const RATE = { perSec: 10, burst: 20 };

describe('createTokenBuckets', () => {
  it('lets a key spend its burst, then its refill each second', () => {
    const buckets = createTokenBuckets(RATE, 10);
    for (let spent = 0; spent < 20; spent += 1) {
      expect(buckets.waitSec('a', 0)).toBe(0);
      buckets.spend('a', 1, 0);
    }
    expect(buckets.waitSec('a', 0)).toBe(1);
    expect(buckets.waitSec('a', 100)).toBe(0);
    buckets.spend('a', 1, 100);
    expect(buckets.waitSec('a', 100)).toBe(1);
    expect(buckets.waitSec('b', 100)).toBe(0);
  });

  it('makes a key in debt wait until the debt is paid', () => {
    const buckets = createTokenBuckets(RATE, 10);
    buckets.spend('a', 75, 0);
    expect(buckets.waitSec('a', 0)).toBe(6);
    expect(buckets.waitSec('a', 5_400)).toBe(1);
    expect(buckets.waitSec('a', 5_600)).toBe(0);
  });

  it('never saves up more than the burst, and gains nothing when the clock goes back', () => {
    const buckets = createTokenBuckets(RATE, 10);
    buckets.spend('a', 1, 0);
    buckets.spend('a', 20, 3_600_000);
    expect(buckets.waitSec('a', 3_600_000)).toBe(1);
    expect(buckets.waitSec('a', 0)).toBe(1);
  });

  it('remembers a limited number of keys, those in longest use', () => {
    const buckets = createTokenBuckets(RATE, 3);
    buckets.spend('busy', 30, 0);
    for (const key of ['b', 'c', 'd', 'e']) {
      buckets.spend(key, 1, 0);
      buckets.spend('busy', 1, 0);
    }
    expect(buckets.size()).toBe(3);
    expect(buckets.waitSec('busy', 0)).toBeGreaterThan(0);
    for (let i = 0; i < 1_000; i += 1) buckets.spend(`passing ${i}`, 1, 0);
    expect(buckets.size()).toBe(3);
  });
});
