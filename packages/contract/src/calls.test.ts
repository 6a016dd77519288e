import { expect, test } from 'vitest';
import { logOut, readUserInfo } from './calls/account.ts';
import { logIn, readCaptcha, readSiteConfig, register } from './calls/identity.ts';
import { readProduct } from './calls/market.ts';
import { readOrder } from './calls/trading.ts';
import { readMember } from './calls/wallet.ts';
import { pathOf } from './operation.ts';

test('the calls of the specification have their paths', () => {
  expect({
    configuration: readSiteConfig.path,
    captcha: readCaptcha.path,
    login: logIn.path,
    register: register.path,
    profile: readUserInfo.path,
    member: readMember.path,
    logout: logOut.path,
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
  expect(pathOf(readOrder, { id: '../../console' })).toBe('/api/trade/orders/..%2F..%2Fconsole');
  expect(pathOf(readProduct, { code: 'BTC?x=1#y' })).toBe('/api/market/products/BTC%3Fx%3D1%23y');
});
