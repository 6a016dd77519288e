import { expect, test } from 'vitest';
import { PATHS, patternOf } from './routes.ts';

test('the calls of the specification have their paths', () => {
  expect({
    configuration: PATHS.siteConfig,
    captcha: PATHS.captcha,
    login: PATHS.login,
    register: PATHS.register,
    profile: PATHS.userInfo,
    member: PATHS.member,
    logout: PATHS.logout,
  }).toEqual({
    configuration: '/api/index/getconf',
    captcha: '/captchaImage',
    login: '/api/login/login',
    register: '/api/login/register',
    profile: '/api/index/userInfo',
    member: '/api/index/member',
    logout: '/logout',
  });
});

test('an id cannot leave its path segment', () => {
  expect(PATHS.order('../../console')).toBe('/api/trade/orders/..%2F..%2Fconsole');
  expect(PATHS.product('BTC?x=1#y')).toBe('/api/market/products/BTC%3Fx%3D1%23y');
});

test('a route path for the router has its placeholder', () => {
  expect(patternOf(PATHS.receipt, 'id')).toBe('/api/trade/orders/:id/receipt');
  expect(patternOf(PATHS.candles, 'code')).toBe('/api/market/products/:code/candles');
});
