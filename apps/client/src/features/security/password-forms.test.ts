import { expect, test } from 'vitest';
import { passwordErrors, passwordRules } from './password-forms.ts';
import type { PasswordKind } from './password-forms.ts';

function met(kind: PasswordKind, pwd: string, oldPwd = 'old'): string[] {
  return passwordRules(kind, { oldPwd, pwd }, 'otter_fan').flatMap(({ rule, isMet }) => (isMet ? [rule] : []));
}

test.each([
  ['', []],
  ['short', ['simple', 'account', 'changed']],
  ['abcdefgh', ['length', 'changed']],
  ['otter_fan1', ['length', 'simple', 'changed']],
  ['seven brave lanterns', ['length', 'simple', 'account', 'changed']],
])('the rules for the login password %j', (pwd, rules) => {
  expect(met('password', pwd)).toEqual(rules);
});

test.each([
  ['', []],
  ['12345', ['changed']],
  ['123456', ['digits', 'changed']],
  ['902741', ['digits', 'pin', 'changed']],
])('the rules for the withdraw password %j', (pwd, rules) => {
  expect(met('withdraw', pwd)).toEqual(rules);
});

test('the same password again breaks the last rule', () => {
  expect(met('withdraw', '902741', '902741')).toEqual(['digits', 'pin']);
});

test('problems are at their fields before anything is sent', () => {
  const values = { oldPwd: '', pwd: 'otter_fan1', confirmPwd: 'other' };
  expect(passwordErrors('password', values, 'otter_fan')).toEqual({
    oldPwd: 'PASSWORD_REQUIRED',
    pwd: 'PASSWORD_HAS_ACCOUNT',
    confirmPwd: 'NEW_PASSWORDS_DIFFER',
  });
  expect(passwordErrors('withdraw', { oldPwd: '902741', pwd: '902741', confirmPwd: '902741' }, '')).toEqual({
    pwd: 'WITHDRAW_PASSWORD_UNCHANGED',
  });
});
