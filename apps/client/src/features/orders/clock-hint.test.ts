import { expect, test } from 'vitest';
import { clockHint } from './clock-hint.ts';

test('a difference of more than two seconds is told, either way', () => {
  expect(clockHint(2_000, 0)).toBeNull();
  expect(clockHint(2_001, 0)).toEqual({ seconds: 2, direction: 'ahead' });
  expect(clockHint(-3_600_000, 50)).toEqual({ seconds: 3600, direction: 'behind' });
});

test('what a slow answer may be wrong by is no difference', () => {
  // A round trip of 5 s with all of it on one way, and both clocks right.
  expect(clockHint(2_500, 2_500)).toBeNull();
  expect(clockHint(-2_500, 2_500)).toBeNull();
  expect(clockHint(4_500, 2_500)).toBeNull();
  expect(clockHint(4_501, 2_500)).toEqual({ seconds: 5, direction: 'ahead' });
});
