import { describe, expect, test } from 'vitest';
import { ROUTES, domainToAppend, hashOf, parseHash, paths, routeOf } from './paths.ts';

describe('parseHash', () => {
  test.each([
    ['', '/', null],
    ['#', '/', null],
    ['#/', '/', null],
    ['#/?domain=a', '/', 'a'],
    ['#/pages/login', '/pages/login', null],
    ['#pages/login', '/pages/login', null],
    ['#/pages/login/', '/pages/login', null],
    ['#/pages/kLineChart/index?code=BTCUSDT&domain=x', '/pages/kLineChart/index', 'x'],
    ['#/pages/login?domain=', '/pages/login', null],
  ])('%s', (hash, path, domain) => {
    const address = parseHash(hash);
    expect([address.path, address.domain]).toEqual([path, domain]);
  });
});

test('the query is inside the hash, domain last', () => {
  expect(hashOf(paths.market('BTCUSDT'), 'x')).toBe('#/pages/kLineChart/index?code=BTCUSDT&domain=x');
  expect(hashOf(paths.market('BTCUSDT'), null)).toBe('#/pages/kLineChart/index?code=BTCUSDT');
  expect(hashOf('/pages/home/index?domain=old', 'x')).toBe('#/pages/home/index?domain=x');
});

test('path parameters are read back from the address as they were written', () => {
  const code = 'A&B=C #?/é';
  expect(parseHash(hashOf(paths.market(code), 'x')).params.get('code')).toBe(code);
});

test('every route is found by its path', () => {
  for (const [name, path] of Object.entries(ROUTES)) expect(routeOf(path)).toBe(name);
  expect(routeOf('/pages/nothing')).toBeNull();
});

test.each([
  [null, null, null],
  [null, 'a', null],
  ['a', 'a', 'a'],
  ['a', 'b', 'a'],
  ['a', null, null],
])('bound to %s, address names %s: append %s', (bound, address, appended) => {
  expect(domainToAppend(bound, address)).toBe(appended);
});
