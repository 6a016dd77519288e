import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EXCLUSION_TERMS, EXCLUSION_TERMS_MS, exclusionAt, extendExclusion } from './self-exclusion.ts';
import type { Exclusion } from './self-exclusion.ts';

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;

it.each<[string, Exclusion | null, Exclusion | null]>([
  ['none', null, null],
  ['one that is over', NOW, null],
  ['one that ends in a millisecond', NOW + 1, NOW + 1],
  ['one for good', 'forever', 'forever'],
])('%s', (_, held, expected) => {
  expect(exclusionAt(held, NOW)).toBe(expected);
});

it('lasts as long as the term says', () => {
  expect(EXCLUSION_TERMS.map((term) => extendExclusion(null, term, NOW))).toEqual([
    NOW + DAY,
    NOW + 7 * DAY,
    NOW + 30 * DAY,
    NOW + 180 * DAY,
    'forever',
  ]);
});

it('is never shorter after another choice', () => {
  const held = fc.oneof(fc.constant('forever' as const), fc.integer({ min: NOW - DAY, max: NOW + 400 * DAY }));
  fc.assert(
    fc.property(held, fc.constantFrom(...EXCLUSION_TERMS), (before, term) => {
      const after = extendExclusion(before, term, NOW);
      if (before === 'forever') expect(after).toBe('forever');
      else if (after !== 'forever')
        expect(after).toBe(Math.max(before, NOW + (EXCLUSION_TERMS_MS[term] ?? Number.NaN)));
    }),
  );
});
