import { expect, test } from 'vitest';
import { CODE_LIFE_SEC, CODE_RESEND_SEC, CODE_TRIES_MAX, CODES_A_DAY } from './account-code.ts';

test('all guesses of a day are few among a million codes', () => {
  expect((CODES_A_DAY * CODE_TRIES_MAX) / 1_000_000).toBeLessThanOrEqual(0.000_05);
});

test('a code lives for ten minutes, and the next one may be sent after one', () => {
  expect([CODE_LIFE_SEC, CODE_RESEND_SEC]).toEqual([600, 60]);
});
