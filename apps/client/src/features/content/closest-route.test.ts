import { expect, test } from 'vitest';
import { closestRoute } from './closest-route.ts';

test.each([
  ['/pages/home/indx', 'home'],
  ['/pages/Mine/index', 'account'],
  ['/pages/mine/index2', 'account'],
  ['/pages/something/else/entirely', null],
  ['/', null],
])('%s is close to %s', (path, route) => {
  expect(closestRoute(path)).toBe(route);
});
