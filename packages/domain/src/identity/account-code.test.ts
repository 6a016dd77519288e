import { expect, test } from 'vitest';
import { CODE_TRIES_MAX, CODES_A_DAY } from './account-code.ts';

test('all guesses of a day are few among a million codes', () => {
  expect((CODES_A_DAY * CODE_TRIES_MAX) / 1_000_000).toBeLessThanOrEqual(0.000_05);
});
