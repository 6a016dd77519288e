/* Registration as data and pure functions: its steps and fields, the request, and what is wrong. */

import { registerBody, registerCaptchaBody } from '@candor/contract/registration';
import { passwordProblem } from '@candor/contract/password-rules';
import type { SiteConfigView } from '@candor/contract/identity';
import type { RegisterBody, RegistrationCheckView } from '@candor/contract/registration';
import { residentIdText } from '@candor/domain/identity/resident-id';
import { schemaErrors } from '../../services/form/form-errors.ts';
import type { ErrorPlaces, FormErrors } from '../../services/form/form-errors.ts';

export const STEPS = ['account', 'safety'] as const;
export type Step = (typeof STEPS)[number];

export const STEP_FIELDS = {
  account: ['username', 'pwd', 'confirmPwd', 'inviteCode'],
  safety: ['realName', 'idNumber', 'phone', 'country', 'withdrawPwd', 'confirmWithdrawPwd', 'code'],
} as const;

export type RegisterField = (typeof STEP_FIELDS)[Step][number];
export type RegisterValues = Record<RegisterField, string>;
export type RegisterRules = Pick<SiteConfigView, 'registration' | 'mode'> & {
  captchaOn: boolean;
  /** Missing until the list is loaded; the server checks in any case. */
  isCommonPassword?: ((password: string) => boolean) | undefined;
  /** What the server has said of the name and the code as they stand; registration itself decides. */
  found?: RegistrationCheckView | null | undefined;
};

export const EMPTY_VALUES: RegisterValues = {
  username: '',
  pwd: '',
  confirmPwd: '',
  inviteCode: '',
  realName: '',
  idNumber: '',
  phone: '',
  country: '',
  withdrawPwd: '',
  confirmWithdrawPwd: '',
  code: '',
};

export const REGISTER_PLACES: ErrorPlaces<RegisterField> = {
  fields: [...STEP_FIELDS.account, ...STEP_FIELDS.safety],
  shownAt: { uuid: 'code' },
  fieldOf: {
    USERNAME_EXISTS: 'username',
    USERNAME_ILLEGAL: 'username',
    PASSWORD_COMMON: 'pwd',
    PASSWORD_SIMPLE: 'pwd',
    PASSWORD_HAS_ACCOUNT: 'pwd',
    WITHDRAW_PASSWORD_SIMPLE: 'withdrawPwd',
    INVITE_CODE_UNKNOWN: 'inviteCode',
    INVITE_CODE_REQUIRED: 'inviteCode',
    PHONE_EXISTS: 'phone',
    PHONE_INVALID: 'phone',
    COUNTRY_NOT_ALLOWED: 'country',
    CAPTCHA_REQUIRED: 'code',
    CAPTCHA_WRONG: 'code',
    CAPTCHA_EXPIRED: 'code',
  },
};

export function stepOf(field: RegisterField): Step {
  return STEP_FIELDS.account.some((name) => name === field) ? 'account' : 'safety';
}

/** What may stay in memory when the member goes back; secrets and the captcha may not. */
export function draftOf(values: RegisterValues): Partial<RegisterValues> {
  const { username, inviteCode, realName, idNumber, phone, country } = values;
  return { username, inviteCode, realName, idNumber, phone, country };
}

export function registerRequest(values: RegisterValues, uuid: string): RegisterBody {
  return {
    username: values.username.trim(),
    pwd: values.pwd,
    confirmPwd: values.confirmPwd,
    withdrawPwd: values.withdrawPwd,
    confirmWithdrawPwd: values.confirmWithdrawPwd,
    phone: values.phone.trim(),
    realName: values.realName.trim(),
    idNumber: residentIdText(values.idNumber),
    inviteCode: values.inviteCode.trim(),
    ...(values.country === '' ? {} : { country: values.country }),
    code: values.code.trim(),
    uuid,
  };
}

/** All errors that can be found before sending, for both steps at once. */
export function registerErrors(values: RegisterValues, uuid: string, rules: RegisterRules): FormErrors<RegisterField> {
  const body = registerRequest(values, uuid);
  const errors = schemaErrors(REGISTER_PLACES, rules.captchaOn ? registerCaptchaBody : registerBody, body);
  if (rules.registration.inviteRequired && body.inviteCode === '') errors.inviteCode = 'INVITE_CODE_REQUIRED';
  if (rules.registration.identityRequired && body.realName === '') errors.realName = 'NAME_REQUIRED';
  if (rules.registration.identityRequired && body.idNumber === '') errors.idNumber = 'ID_NUMBER_REQUIRED';
  if (rules.found?.username === 'taken') errors.username ??= 'USERNAME_EXISTS';
  if (rules.found?.username === 'reserved') errors.username ??= 'NAME_RESERVED';
  if (rules.found?.inviteCode === 'unknown') errors.inviteCode ??= 'INVITE_CODE_UNKNOWN';
  if (rules.isCommonPassword?.(values.pwd) === true) errors.pwd ??= 'PASSWORD_COMMON';
  if (rules.mode === 'live' && values.country === '') errors.country = 'COUNTRY_REQUIRED';
  return errors;
}

/** 0 nothing or too short, 1 weak, 2 fair, 3 strong. Length counts most: long phrases beat forced symbols. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 {
  if (password.length < 8) return 0;
  if (passwordProblem(password) !== null) return 1;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  const score = kinds + (password.length >= 12 ? 1 : 0) + (password.length >= 16 ? 1 : 0);
  if (new Set(password).size < 5 || score <= 1) return 1;
  return score >= 4 ? 3 : 2;
}

/** "1990-01-31" from an 18-digit mainland ID number, or null. */
export function birthDateOf(idNumber: string): string | null {
  const match = /^\d{6}(\d{4})(\d{2})(\d{2})\d{3}[\dX]$/.exec(residentIdText(idNumber));
  if (!match) return null;
  const text = `${match[1]}-${match[2]}-${match[3]}`;
  const date = new Date(`${text}T00:00:00.000Z`);
  return Number.isFinite(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}
