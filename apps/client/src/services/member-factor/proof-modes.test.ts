import { expect, test } from 'vitest';
import { firstMode, proofErrors, proofOf } from './proof-modes.ts';

test.each([
  [['totp', 'recovery'], 'totp'],
  [['totp', 'passkey', 'recovery'], 'totp'],
  [['passkey', 'recovery'], 'none'],
  [['recovery'], 'recovery'],
  [['password'], 'password'],
  [[], 'none'],
] as const)('of %j the first to be typed is %s', (methods, mode) => {
  expect(firstMode(methods)).toBe(mode);
});

test('a code is sent without blanks around it, a password as it is', () => {
  expect(proofOf('recovery', { code: ' k7qw-2mxp-t9ab ', pwd: '' })).toEqual({ code: 'k7qw-2mxp-t9ab' });
  expect(proofOf('password', { code: '', pwd: ' a b ' })).toEqual({ pwd: ' a b ' });
});

test('what is missing is said at its field', () => {
  expect(proofErrors('totp', { code: '', pwd: '' })).toEqual({ code: 'FACTOR_CODE_REQUIRED' });
  expect(proofErrors('password', { code: '', pwd: '' })).toEqual({ pwd: 'PASSWORD_REQUIRED' });
  expect(proofErrors('totp', { code: '123456', pwd: '' })).toEqual({});
});
