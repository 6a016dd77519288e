/* The forgotten login password as data and pure functions: its steps, the requests, and what is wrong. */

import { passwordCodeBody, passwordCodeCaptchaBody, passwordResetBody } from '@candor/contract/password-reset';
import type { PasswordCodeBody, PasswordResetBody } from '@candor/contract/password-reset';
import { schemaErrors } from '../../services/form/form-errors.ts';
import type { ErrorPlaces, FormErrors } from '../../services/form/form-errors.ts';

export const STEPS = ['account', 'password'] as const;

export type AccountValues = { account: string; code: string };
export type PasswordValues = { code: string; pwd: string; confirmPwd: string; idTail: string };

export const EMPTY_PASSWORD: PasswordValues = { code: '', pwd: '', confirmPwd: '', idTail: '' };

export const ACCOUNT_PLACES: ErrorPlaces<keyof AccountValues> = {
  fields: ['account', 'code'],
  shownAt: { uuid: 'code' },
  fieldOf: {
    USERNAME_ILLEGAL: 'account',
    CAPTCHA_REQUIRED: 'code',
    CAPTCHA_WRONG: 'code',
    CAPTCHA_EXPIRED: 'code',
  },
};

export const PASSWORD_PLACES: ErrorPlaces<keyof PasswordValues> = {
  fields: ['code', 'pwd', 'confirmPwd', 'idTail'],
  fieldOf: {
    CODE_WRONG: 'code',
    IDENTITY_TAIL_WRONG: 'idTail',
    PASSWORD_COMMON: 'pwd',
    PASSWORD_SIMPLE: 'pwd',
    PASSWORD_HAS_ACCOUNT: 'pwd',
  },
};

export function codeRequest({ account, code }: AccountValues, uuid: string): PasswordCodeBody {
  return { account: account.trim(), code: code.trim(), uuid };
}

export function accountErrors(
  values: AccountValues,
  uuid: string,
  captchaOn: boolean,
): FormErrors<keyof AccountValues> {
  return schemaErrors(
    ACCOUNT_PLACES,
    captchaOn ? passwordCodeCaptchaBody : passwordCodeBody,
    codeRequest(values, uuid),
  );
}

export function resetRequest(account: string, values: PasswordValues): PasswordResetBody {
  return { account, ...values, code: values.code.trim(), idTail: values.idTail.trim() };
}

export function passwordErrors(account: string, values: PasswordValues): FormErrors<keyof PasswordValues> {
  return schemaErrors(PASSWORD_PLACES, passwordResetBody, resetRequest(account, values));
}
