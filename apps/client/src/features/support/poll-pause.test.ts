import { expect, test } from 'vitest';
import { pollPause } from './poll-pause.ts';

test.each([
  [-5_000, 4_000],
  [0, 4_000],
  [30_000, 4_000],
  [120_000, 12_000],
  [3_600_000, 60_000],
  [Number.MAX_SAFE_INTEGER, 60_000],
])('after %i ms without a message the next question waits %i ms', (silentMs, pause) => {
  expect(pollPause(silentMs)).toBe(pause);
});
