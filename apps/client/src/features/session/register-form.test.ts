import { describe, expect, test } from 'vitest';
import { firstWrong, placeErrors } from '../../services/form/form-errors.ts';
import {
  EMPTY_VALUES,
  REGISTER_PLACES,
  birthDateOf,
  draftOf,
  passwordStrength,
  registerErrors,
  stepOf,
} from './register-form.ts';
import type { RegisterRules, RegisterValues } from './register-form.ts';

const good: RegisterValues = {
  ...EMPTY_VALUES,
  username: 'new_member',
  pwd: 'a long phrase',
  confirmPwd: 'a long phrase',
  phone: '13800138000',
  withdrawPwd: '730482',
  confirmWithdrawPwd: '730482',
  code: 'abcd',
};
const rules: RegisterRules = {
  registration: { open: true, inviteRequired: false, identityRequired: false },
  mode: 'practice',
  captchaOn: true,
};
const strict: RegisterRules = {
  ...rules,
  mode: 'live',
  registration: { open: true, inviteRequired: true, identityRequired: true },
};

describe('checks before sending', () => {
  test.each<[string, Partial<RegisterValues>, object]>([
    ['nothing wrong', {}, {}],
    ['no username', { username: ' ' }, { username: 'USERNAME_REQUIRED' }],
    ['illegal letters', { username: 'ab<c>' }, { username: 'USERNAME_ILLEGAL' }],
    ['passwords differ', { confirmPwd: 'another' }, { confirmPwd: 'PASSWORDS_DIFFER' }],
    ['no repetition', { confirmPwd: '' }, { confirmPwd: 'PASSWORD_REPEAT_REQUIRED' }],
    [
      'withdraw passwords differ',
      { confirmWithdrawPwd: '000000' },
      { confirmWithdrawPwd: 'WITHDRAW_PASSWORDS_DIFFER' },
    ],
    ['an invalid phone number', { phone: '1380' }, { phone: 'PHONE_INVALID' }],
    ['no captcha', { code: '' }, { code: 'CAPTCHA_REQUIRED' }],
  ])('%s', (_, changed, errors) => {
    expect(registerErrors({ ...good, ...changed }, 'u', rules)).toEqual(errors);
  });

  test('the form asks for the fields the site requires', () => {
    expect(registerErrors(good, 'u', strict)).toEqual({
      inviteCode: 'INVITE_CODE_REQUIRED',
      realName: 'NAME_REQUIRED',
      idNumber: 'ID_NUMBER_REQUIRED',
      country: 'COUNTRY_REQUIRED',
    });
  });
});

test.each([
  ['USERNAME_EXISTS', {}, 'username', 'account'],
  ['PHONE_EXISTS', {}, 'phone', 'safety'],
  ['CAPTCHA_EXPIRED', { uuid: 'CAPTCHA_EXPIRED' }, 'code', 'safety'],
  ['FIELD_INVALID', { phone: 'PHONE_INVALID', username: 'USERNAME_LENGTH' }, 'username', 'account'],
] as const)('the refusal %s with %j is repaired at %s, in the step %s', (key, named, field, step) => {
  expect(firstWrong(REGISTER_PLACES, placeErrors(REGISTER_PLACES, named, key))).toBe(field);
  expect(stepOf(field)).toBe(step);
});

test('a refusal that no field can repair shows at the form', () => {
  const errors = placeErrors(REGISTER_PLACES, {}, 'REGISTRATION_CLOSED');
  expect(errors).toEqual({ form: 'REGISTRATION_CLOSED' });
  expect(firstWrong(REGISTER_PLACES, errors)).toBeNull();
});

test('every field belongs to one step, and no draft holds passwords or the captcha', () => {
  expect([...REGISTER_PLACES.fields].sort()).toEqual(Object.keys(EMPTY_VALUES).sort());
  const drafted = Object.keys(draftOf(good));
  for (const secret of ['pwd', 'confirmPwd', 'withdrawPwd', 'confirmWithdrawPwd', 'code']) {
    expect(drafted).not.toContain(secret);
  }
});

test.each([
  ['short', 0],
  ['aaaaaaaa', 1],
  ['abcdefgh', 1],
  ['abcdefg1', 1],
  ['lampion7', 2],
  ['correct horse battery staple', 3],
])('the strength of %s is %i', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});

test.each([
  ['110101199001311234', '1990-01-31'],
  ['11010119900231123x', null],
  ['A1234567', null],
])('the birth date in %s is %s', (idNumber, date) => {
  expect(birthDateOf(idNumber)).toBe(date);
});

test('a common, simple or account-based password is refused at its field while typing', () => {
  const strictly = { ...rules, isCommonPassword: (password: string) => password === 'woaini1314' };
  const problemOf = (change: Partial<RegisterValues>) => registerErrors({ ...good, ...change }, 'u', strictly);
  expect(problemOf({ pwd: 'woaini1314', confirmPwd: 'woaini1314' })).toEqual({ pwd: 'PASSWORD_COMMON' });
  expect(problemOf({ pwd: '1qaz2wsx', confirmPwd: '1qaz2wsx' })).toEqual({ pwd: 'PASSWORD_SIMPLE' });
  expect(problemOf({ withdrawPwd: '888888', confirmWithdrawPwd: '888888' })).toEqual({
    withdrawPwd: 'WITHDRAW_PASSWORD_SIMPLE',
  });
  expect(problemOf({ pwd: `${good.username}-1`, confirmPwd: `${good.username}-1` })).toEqual({
    pwd: 'PASSWORD_HAS_ACCOUNT',
  });
});
