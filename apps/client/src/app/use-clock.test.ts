import { expect, test } from 'vitest';
import { parseClock } from './use-clock.ts';

const clock = { startedAt: 1, checkedAt: 2, seenAt: 3 };

test.each([
  ['a clock', JSON.stringify(clock), clock],
  ['nothing', null, null],
  ['no JSON', 'x', null],
  ['other JSON', '{"startedAt":"1"}', null],
  ['moments out of order', JSON.stringify({ ...clock, seenAt: 0 }), null],
])('%s', (_, text, expected) => {
  expect(parseClock(text)).toEqual(expected);
});
