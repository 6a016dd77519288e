/* The login form as pure functions: the request, and the errors of each field. */

import { fieldErrors } from '@candor/contract/field-errors';
import type { ErrorKey } from '@candor/contract/error-keys';
import { loginBody, loginCaptchaBody } from '@candor/contract/identity';
import type { LoginBody } from '@candor/contract/identity';

export type LoginValues = { username: string; pwd: string; code: string };
export type LoginField = keyof LoginValues;
export type LoginErrors = Partial<Record<LoginField | 'form', ErrorKey>>;

/** The username is sent trimmed; code and uuid are empty while the captcha is off. */
export function loginRequest(values: LoginValues, uuid: string): LoginBody {
  return { username: values.username.trim(), pwd: values.pwd, code: values.code.trim(), uuid };
}

/** The errors that can be found before sending. An expired captcha is shown at its field. */
export function loginErrors(values: LoginValues, uuid: string, captchaOn: boolean): LoginErrors {
  const checked = (captchaOn ? loginCaptchaBody : loginBody).safeParse(loginRequest(values, uuid));
  return checked.success ? {} : placeLoginErrors(fieldErrors(checked.error), null);
}

const CAPTCHA_KEYS: readonly ErrorKey[] = ['CAPTCHA_REQUIRED', 'CAPTCHA_WRONG', 'CAPTCHA_EXPIRED', 'CAPTCHA_HARDER'];

/** Shows a refusal where the member can fix it: beside the field, or at the form. */
export function placeLoginErrors(fields: Record<string, ErrorKey>, formKey: ErrorKey | null): LoginErrors {
  const errors: LoginErrors = {};
  for (const [field, key] of Object.entries(fields)) {
    if (field === 'uuid') errors.code ??= key;
    else if (field === 'username' || field === 'pwd' || field === 'code') errors[field] = key;
    else errors.form = key;
  }
  if (Object.keys(errors).length > 0 || formKey === null) return errors;
  if (CAPTCHA_KEYS.includes(formKey)) return { code: formKey };
  if (formKey === 'USERNAME_ILLEGAL') return { username: formKey };
  return { form: formKey };
}
