/* Login as data and pure functions: the request, and what is wrong. */

import { loginBody, loginCaptchaBody } from '@candor/contract/identity';
import type { LoginBody } from '@candor/contract/identity';
import { schemaErrors } from '../../services/form/form-errors.ts';
import type { ErrorPlaces, FormErrors } from '../../services/form/form-errors.ts';

export type LoginValues = { username: string; pwd: string; code: string };
export type LoginField = keyof LoginValues;

export const LOGIN_PLACES: ErrorPlaces<LoginField> = {
  fields: ['username', 'pwd', 'code'],
  shownAt: { uuid: 'code' },
  fieldOf: {
    USERNAME_ILLEGAL: 'username',
    CAPTCHA_REQUIRED: 'code',
    CAPTCHA_WRONG: 'code',
    CAPTCHA_EXPIRED: 'code',
    CAPTCHA_HARDER: 'code',
  },
};

/** The username is sent trimmed; code and uuid are empty while the captcha is off. */
export function loginRequest(values: LoginValues, uuid: string): LoginBody {
  return { username: values.username.trim(), pwd: values.pwd, code: values.code.trim(), uuid };
}

/** The errors that can be found before sending. An expired captcha is shown at its field. */
export function loginErrors(values: LoginValues, uuid: string, captchaOn: boolean): FormErrors<LoginField> {
  return schemaErrors(LOGIN_PLACES, captchaOn ? loginCaptchaBody : loginBody, loginRequest(values, uuid));
}
