import { expect, test } from 'vitest';
import { mayInterrupt, QUIET_MS } from './interruptible.ts';

const calm = { isPressing: false, quietMs: QUIET_MS, isDeciding: false, isDialogOpen: false };

test.each([
  ['nothing happens', calm, true],
  ['a button is held down', { ...calm, isPressing: true }, false],
  ['something was just pressed', { ...calm, quietMs: QUIET_MS - 1 }, false],
  ['an order is on its way', { ...calm, isDeciding: true }, false],
  ['a ticket is open', { ...calm, isDialogOpen: true }, false],
])('when %s', (_, moment, expected) => {
  expect(mayInterrupt(moment)).toBe(expected);
});
