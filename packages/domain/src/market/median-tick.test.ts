import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { price } from '../price.ts';
import { medianTick } from './median-tick.ts';
import type { MedianRules, SourceSample } from './median-tick.ts';

const NOW = 100_000;
const LAST = price(777n);
const rules: MedianRules = {
  nowMs: NOW,
  staleAfterMs: 5000,
  maxDeviationPpm: 5000,
  minSources: 2,
  last: LAST,
  signedScale: null,
};

/** Samples of sources a, b, c … with the given prices, all fresh. */
function samples(...units: readonly number[]): SourceSample[] {
  return units.map((each, index) => ({
    source: String.fromCodePoint(97 + index),
    price: price(BigInt(each)),
    receivedAt: NOW,
  }));
}

function aged(list: readonly SourceSample[], ages: readonly number[]): SourceSample[] {
  return list.map((sample, index) => ({ ...sample, receivedAt: NOW - (ages[index] ?? 0) }));
}

describe('the price', () => {
  it.each([
    ['of three is the middle one', [10_000, 10_002, 10_009], 10_002n],
    ['does not depend on which source has which price', [10_009, 10_000, 10_002], 10_002n],
    ['of two is their mean', [10_000, 10_010], 10_005n],
    ['of four is the mean of the middle two', [10_000, 10_004, 10_006, 10_020], 10_005n],
    ['of an odd sum rounds down to the even unit', [10_000, 10_001], 10_000n],
    ['of an odd sum rounds up to the even unit', [10_001, 10_002], 10_002n],
    ['of equal prices is that price', [10_000, 10_000, 10_000], 10_000n],
  ])('%s', (_, units, expected) => {
    expect(medianTick(samples(...units), rules)).toMatchObject({ status: 'OK', price: expected, rejected: [] });
  });

  it('lists the sources behind it, sorted by name', () => {
    expect(medianTick(samples(10_000, 10_001, 10_002).toReversed(), rules).used).toEqual(['a', 'b', 'c']);
  });

  it('is published even when it did not change', () => {
    expect(medianTick(samples(777, 777), rules)).toMatchObject({ status: 'OK', price: LAST });
  });
});

describe('a source', () => {
  it.each([
    ['a hundred times too high', 1_000_000],
    ['a hundred times too low', 100],
    ['zero', 0],
    ['negative', -10_000],
  ])('is excluded for a price %s', (_, units) => {
    expect(medianTick(samples(10_000, units, 10_004), rules)).toEqual({
      price: 10_002n,
      status: 'OK',
      used: ['a', 'c'],
      rejected: [{ source: 'b', reason: 'outlier' }],
    });
  });

  it.each([
    [10_050, true],
    [10_051, false],
    [9950, true],
    [9949, false],
  ])('counts by its distance from the median, %d: %s', (units, counts) => {
    const tick = medianTick(samples(10_000, 10_000, units), rules);
    expect(tick.used.includes('c')).toBe(counts);
  });

  it.each([
    [5000, true],
    [5001, false],
  ])('counts by its age, %d ms: %s', (age, counts) => {
    const tick = medianTick(aged(samples(10_000, 10_002, 10_004), [0, 0, age]), rules);
    expect(tick.used.includes('c')).toBe(counts);
    expect(tick.rejected).toEqual(counts ? [] : [{ source: 'c', reason: 'stale' }]);
  });

  it('is as old as its trade if that was fetched later', () => {
    const [first, second, third] = samples(10_000, 10_002, 10_004);
    if (first === undefined || second === undefined || third === undefined) throw new Error('three samples');
    const tick = medianTick([first, { ...second, freshAt: NOW - 5001 }, { ...third, freshAt: NOW - 5000 }], rules);
    expect(tick).toMatchObject({ used: ['a', 'c'], rejected: [{ source: 'b', reason: 'stale' }] });
  });

  it('does not move the median when it is stale', () => {
    const tick = medianTick(aged(samples(10_000, 10_002, 10_050), [0, 0, 9000]), rules);
    expect(tick).toMatchObject({ price: 10_001n, status: 'OK' });
  });
});

describe('a product whose prices may be below zero', () => {
  const oil = { ...rules, signedScale: price(2000n) };

  it.each([
    ['below zero', [-3763, -3770, -3765], -3765n, ['a', 'b', 'c']],
    ['of two below zero, the mean to the even unit', [-3763, -3764], -3764n, ['a', 'b']],
    ['at zero', [0, 0, 1], 0n, ['a', 'b', 'c']],
    ['on both sides of zero', [-4, 2, 6], 2n, ['a', 'b', 'c']],
    ['without a price that lost its sign', [-3763, 3763, -3765], -3764n, ['a', 'c']],
    ['without a price a hundred times too large', [-3763, -376_300, -3765], -3764n, ['a', 'c']],
    ['without a wrong zero', [-3763, 0, -3765], -3764n, ['a', 'c']],
  ])('%s', (_, units, expected, used) => {
    expect(medianTick(samples(...units), oil)).toMatchObject({ status: 'OK', price: expected, used });
  });

  it('disagrees by the same rule as other products', () => {
    expect(medianTick(samples(-3763, -3000), oil)).toMatchObject({ status: 'DISAGREE', price: LAST });
  });
});

describe('too few sources', () => {
  it.each([
    ['without any sample', [], 'DEAD', []],
    [
      'without a fresh one',
      aged(samples(10_000, 10_002), [6000, 6000]),
      'STALE',
      [
        { source: 'a', reason: 'stale' },
        { source: 'b', reason: 'stale' },
      ],
    ],
    ['with one fresh of two', aged(samples(10_000, 10_002), [0, 6000]), 'STALE', [{ source: 'b', reason: 'stale' }]],
    ['with one source where two are needed', samples(10_000), 'STALE', []],
    [
      'with two that disagree',
      samples(10_000, 20_000),
      'DISAGREE',
      [
        { source: 'a', reason: 'outlier' },
        { source: 'b', reason: 'outlier' },
      ],
    ],
    ['with one sound price and one zero', samples(10_000, 0), 'DISAGREE', [{ source: 'b', reason: 'outlier' }]],
    [
      'without a price above zero',
      samples(0, -1),
      'DISAGREE',
      [
        { source: 'a', reason: 'outlier' },
        { source: 'b', reason: 'outlier' },
      ],
    ],
  ] as const)('%s', (_, list, status, rejected) => {
    expect(medianTick(list, rules)).toEqual({ price: LAST, status, used: [], rejected });
  });

  it('give no price before the first one', () => {
    expect(medianTick([], { ...rules, last: null })).toMatchObject({ price: null, status: 'DEAD' });
  });

  it('still give a price from one source where the product allows one, but never at zero', () => {
    const single = { ...rules, minSources: 1 };
    expect(medianTick(samples(10_000), single)).toMatchObject({ price: 10_000n, status: 'OK' });
    expect(medianTick(samples(0), single)).toMatchObject({ price: LAST, status: 'DISAGREE' });
  });
});

describe('any samples', () => {
  const list = fc.uniqueArray(
    fc.record({
      source: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      price: fc
        .oneof(
          { weight: 4, arbitrary: fc.bigInt({ min: 9900n, max: 10_100n }) },
          fc.bigInt({ min: -9n, max: 10n ** 9n }),
        )
        .map(price),
      receivedAt: fc.integer({ min: NOW - 7000, max: NOW }),
    }),
    { selector: (sample) => sample.source },
  );

  it('with a price, every source is used or rejected, and the price is within the used ones', () => {
    fc.assert(
      fc.property(list, (given) => {
        const tick = medianTick(given, rules);
        if (tick.status !== 'OK') {
          expect([tick.price, tick.used]).toEqual([LAST, []]);
          return;
        }
        const named = [...tick.used, ...tick.rejected.map((rejection) => rejection.source)];
        expect(named.toSorted()).toEqual(given.map((sample) => sample.source).toSorted());
        expect(tick.used.length >= rules.minSources).toBe(true);
        const prices = given.filter((sample) => tick.used.includes(sample.source)).map((sample) => sample.price);
        expect(
          prices.some((each) => each <= (tick.price ?? 0n)) && prices.some((each) => each >= (tick.price ?? 0n)),
        ).toBe(true);
      }),
    );
  });

  it('the order of the samples changes nothing', () => {
    const shuffled = list.chain((given) =>
      fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length, maxLength: given.length })),
    );
    fc.assert(
      fc.property(shuffled, ([given, other]) => {
        expect(medianTick(other, rules)).toEqual(medianTick(given, rules));
      }),
    );
  });

  it('one wild source of three cannot move the price beyond the other two', () => {
    const close = fc.bigInt({ min: 10_000n, max: 10_040n }).map(price);
    fc.assert(
      fc.property(close, close, fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).map(price), (a, b, wild) => {
        const given = [a, b, wild].map((each, index) => ({ source: `s${index}`, price: each, receivedAt: NOW }));
        const tick = medianTick(given, rules);
        expect(tick.status).toBe('OK');
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(tick.price !== null && tick.price >= low && tick.price <= high).toBe(true);
      }),
    );
  });

  it('no price at or below zero is used, however far apart the sources are', () => {
    const loose = { ...rules, maxDeviationPpm: 3_000_000 };
    expect(medianTick(samples(10_000, 0, 10_004, -1), loose).used).toEqual(['a', 'c']);
  });

  it('one legal price among illegal ones is used where one is enough', () => {
    const alone = { ...rules, minSources: 1 };
    expect(medianTick(samples(10_000, 0), alone)).toMatchObject({ status: 'OK', price: 10_000n, used: ['a'] });
    expect(medianTick(samples(-1, 0), alone)).toMatchObject({ status: 'DISAGREE', price: LAST, used: [] });
  });

  it('a minimum of no source fails an assertion', () => {
    expect(() => medianTick(samples(10_000), { ...rules, minSources: 0 })).toThrow('needs a source');
  });

  it('two samples of one source fail an assertion', () => {
    const [sample] = samples(10_000);
    expect(() =>
      medianTick(
        [sample, sample].filter((each) => each !== undefined),
        rules,
      ),
    ).toThrow('one sample a source');
  });
});
