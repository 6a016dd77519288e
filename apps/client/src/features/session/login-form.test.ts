import { describe, expect, test } from 'vitest';
import { loginErrors, loginRequest, placeLoginErrors } from './login-form.ts';

const good = { username: ' demo ', pwd: ' secret 1', code: 'aB3d ' };

test('the username is trimmed, the password is not', () => {
  expect(loginRequest(good, 'u')).toEqual({ username: 'demo', pwd: ' secret 1', code: 'aB3d', uuid: 'u' });
});

describe('checks before sending', () => {
  test.each([
    [good, 'u', true, {}],
    [{ ...good, username: '  ' }, 'u', true, { username: 'USERNAME_REQUIRED' }],
    [{ ...good, pwd: '' }, 'u', true, { pwd: 'PASSWORD_REQUIRED' }],
    [{ ...good, code: '' }, 'u', true, { code: 'CAPTCHA_REQUIRED' }],
    [good, '', true, { code: 'CAPTCHA_EXPIRED' }],
    [{ ...good, code: '' }, '', false, {}],
    [
      { username: '', pwd: '', code: '' },
      'u',
      true,
      { username: 'USERNAME_REQUIRED', pwd: 'PASSWORD_REQUIRED', code: 'CAPTCHA_REQUIRED' },
    ],
  ])('%j with %j, captcha %s', (values, uuid, captchaOn, errors) => {
    expect(loginErrors(values, uuid, captchaOn)).toEqual(errors);
  });
});

describe('refusals', () => {
  test('a wrong password and an unknown account show the same message, at the form', () => {
    expect(placeLoginErrors({}, 'LOGIN_FAILED')).toEqual({ form: 'LOGIN_FAILED' });
    expect(placeLoginErrors({}, 'ACCOUNT_FROZEN')).toEqual({ form: 'ACCOUNT_FROZEN' });
  });
  test('captcha and character errors show at their fields', () => {
    expect(placeLoginErrors({}, 'CAPTCHA_WRONG')).toEqual({ code: 'CAPTCHA_WRONG' });
    expect(placeLoginErrors({ uuid: 'CAPTCHA_EXPIRED' }, 'CAPTCHA_EXPIRED')).toEqual({ code: 'CAPTCHA_EXPIRED' });
    expect(placeLoginErrors({}, 'USERNAME_ILLEGAL')).toEqual({ username: 'USERNAME_ILLEGAL' });
  });
  test('an error of an unknown field shows at the form', () => {
    expect(placeLoginErrors({ other: 'FIELD_UNKNOWN' }, 'FIELD_UNKNOWN')).toEqual({ form: 'FIELD_UNKNOWN' });
  });
});
