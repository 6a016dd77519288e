import { expect, it } from 'vitest';
import { TICK_STATUSES } from './tick.ts';

it('the words for a tick are part of its hash, and never change', () => {
  expect(TICK_STATUSES).toEqual(['OK', 'STALE', 'DISAGREE', 'DEAD', 'CLOSED']);
});
