import { expect, test } from 'vitest';
import { isOnTheWay } from './safe-triangle.ts';

const list = { left: 100, right: 300, top: 72 };
const from = { x: 110, y: 40 };

test.each([
  ['straight down', { x: 110, y: 60 }, true],
  ['towards the far corner', { x: 200, y: 56 }, true],
  ['flat to the right, onto the next entry', { x: 200, y: 42 }, false],
  ['past the list on the left', { x: 70, y: 60 }, false],
  ['back up', { x: 110, y: 30 }, false],
  ['below the top edge, where the list itself takes over', { x: 200, y: 80 }, false],
])('%s', (_, now, onTheWay) => {
  expect(isOnTheWay(now, from, list)).toBe(onTheWay);
});

test('a list that is not below has no safe triangle', () => {
  expect(isOnTheWay({ x: 110, y: 90 }, { x: 110, y: 80 }, list)).toBe(false);
});
