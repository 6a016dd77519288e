import { describe, expect, test } from 'vitest';
import { placeErrors } from '../../services/form/form-errors.ts';
import { LOGIN_PLACES, loginErrors, loginRequest } from './login-form.ts';

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
    expect(placeErrors(LOGIN_PLACES, {}, 'LOGIN_FAILED')).toEqual({ form: 'LOGIN_FAILED' });
    expect(placeErrors(LOGIN_PLACES, {}, 'ACCOUNT_FROZEN')).toEqual({ form: 'ACCOUNT_FROZEN' });
  });
  test.each(['CAPTCHA_REQUIRED', 'CAPTCHA_WRONG', 'CAPTCHA_EXPIRED', 'CAPTCHA_HARDER'] as const)(
    '%s is shown at the captcha',
    (key) => expect(placeErrors(LOGIN_PLACES, {}, key)).toEqual({ code: key }),
  );
  test('an invalid character shows at the account, an expired id at the captcha', () => {
    expect(placeErrors(LOGIN_PLACES, {}, 'USERNAME_ILLEGAL')).toEqual({ username: 'USERNAME_ILLEGAL' });
    const expired = { uuid: 'CAPTCHA_EXPIRED' } as const;
    expect(placeErrors(LOGIN_PLACES, expired, 'CAPTCHA_EXPIRED')).toEqual({ code: 'CAPTCHA_EXPIRED' });
  });
});
