import { errorOfEnvelope } from '@candor/api-client/api-error';
import { expect, test } from 'vitest';
import { messageOf } from './message-of.ts';

test.each([
  ['the plain word "error" is never shown', { msg: 'error' }, 'UNKNOWN_ERROR'],
  ['an unknown error uses the text of the server', { msg: '维护中' }, '维护中'],
  ['a known key uses our own text', { msg: 'x', error: 'MARKET_CLOSED' }, 'MARKET_CLOSED'],
] as const)('%s', (_, answer, shown) => {
  // No texts are loaded here: each key is its own text.
  expect(messageOf(errorOfEnvelope({ code: 500, data: null, ...answer }), 'zh-Hans')).toBe(shown);
});

test('any other thrown value is an unknown error', () => {
  expect(messageOf(new TypeError('x is not a function'), 'en')).toBe('UNKNOWN_ERROR');
});
