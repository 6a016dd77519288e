import { expect, it } from 'vitest';
import { obstacleToMarkRelease } from './mark-release.ts';

it.each([
  ['it is held and at rest', { isHeld: true, isInUse: false }, null],
  ['it is not held any more', { isHeld: false, isInUse: false }, 'MARK_NOT_HELD'],
  ['money is on its way to the card', { isHeld: true, isInUse: true }, 'MARK_IN_USE'],
  ['both', { isHeld: false, isInUse: true }, 'MARK_NOT_HELD'],
])('%s', (_, standing, expected) => {
  expect(obstacleToMarkRelease(standing)).toBe(expected);
});
