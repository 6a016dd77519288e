import { expect, test } from 'vitest';
import { greetingOf } from './greeting.ts';

test.each([
  [0, 'night'],
  [4, 'night'],
  [5, 'morning'],
  [10, 'morning'],
  [11, 'noon'],
  [13, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
  [23, 'evening'],
])('at %i o’clock: %s', (hour, greeting) => {
  expect(greetingOf(hour)).toBe(greeting);
});
