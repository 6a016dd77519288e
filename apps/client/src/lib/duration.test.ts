import { expect, it } from 'vitest';
import { durationParts } from './duration.ts';

it.each([
  [5, 'seconds', 5],
  [30, 'seconds', 30],
  [60, 'minutes', 1],
  [90, 'seconds', 90],
  [180, 'minutes', 3],
  [900, 'minutes', 15],
  [3_600, 'hours', 1],
  [5_400, 'minutes', 90],
  [0, 'seconds', 0],
])('%i s are %s: %i', (seconds, unit, count) => {
  expect(durationParts(seconds)).toEqual({ unit, count });
});
