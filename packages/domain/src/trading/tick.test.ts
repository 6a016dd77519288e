import { expect, it } from 'vitest';
import { TICK_STATUSES } from './tick.ts';

it('the status names are part of the tick hash and never change', () => {
  expect(TICK_STATUSES).toEqual(['OK', 'STALE', 'DISAGREE', 'DEAD', 'CLOSED']);
});
