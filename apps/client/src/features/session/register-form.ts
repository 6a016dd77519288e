/* Registration as pure functions: the two steps, the errors of each field, and the request. */

import { fieldErrors } from '@candor/contract/field-errors';
import type { ErrorKey } from '@candor/contract/error-keys';
import { registerBody, registerCaptchaBody } from '@candor/contract/identity';
import { passwordProblem } from '@candor/contract/password-rules';
import type { RegisterBody, SiteConfigView } from '@candor/contract/identity';

export const STEP_FIELDS = [
  ['username', 'pwd', 'confirmPwd', 'inviteCode'],
  ['realName', 'idNumber', 'phone', 'withdrawPwd', 'confirmWithdrawPwd', 'country', 'code'],
] as const;

export type RegisterField = (typeof STEP_FIELDS)[number][number];
export type RegisterValues = Record<RegisterField, string>;
export type RegisterErrors = Partial<Record<RegisterField | 'form', ErrorKey>>;
export type RegisterRules = Pick<SiteConfigView, 'registration' | 'mode'> & {
  captchaOn: boolean;
  /** Missing until the list is loaded; the server checks in any case. */
  isCommonPassword?: ((password: string) => boolean) | undefined;
};

export const EMPTY_VALUES: RegisterValues = {
  username: '',
  pwd: '',
  confirmPwd: '',
  inviteCode: '',
  realName: '',
  idNumber: '',
  phone: '',
  withdrawPwd: '',
  confirmWithdrawPwd: '',
  country: '',
  code: '',
};

/** Fields that may stay in memory when the member goes back; secrets and the captcha may not. */
export const DRAFT_FIELDS: readonly RegisterField[] = [
  'username',
  'inviteCode',
  'realName',
  'idNumber',
  'phone',
  'country',
];

export function registerRequest(values: RegisterValues, uuid: string): RegisterBody {
  const idNumber = values.idNumber.trim().toUpperCase();
  return {
    username: values.username.trim(),
    pwd: values.pwd,
    confirmPwd: values.confirmPwd,
    withdrawPwd: values.withdrawPwd,
    confirmWithdrawPwd: values.confirmWithdrawPwd,
    phone: values.phone.trim(),
    realName: values.realName.trim(),
    idNumber,
    inviteCode: values.inviteCode.trim(),
    ...(values.country === '' ? {} : { country: values.country }),
    code: values.code.trim(),
    uuid,
  };
}

/** All errors that can be found before sending, for both steps at once. */
export function registerErrors(values: RegisterValues, uuid: string, rules: RegisterRules): RegisterErrors {
  const body = registerRequest(values, uuid);
  const checked = (rules.captchaOn ? registerCaptchaBody : registerBody).safeParse(body);
  const errors = checked.success ? {} : placeRegisterErrors(fieldErrors(checked.error), null);
  if (rules.registration.inviteRequired && body.inviteCode === '') errors.inviteCode = 'INVITE_CODE_REQUIRED';
  if (rules.registration.identityRequired && body.realName === '') errors.realName = 'NAME_REQUIRED';
  if (rules.registration.identityRequired && body.idNumber === '') errors.idNumber = 'ID_NUMBER_REQUIRED';
  if (rules.isCommonPassword?.(values.pwd) === true) errors.pwd ??= 'PASSWORD_COMMON';
  if (rules.mode === 'live' && values.country === '') errors.country = 'COUNTRY_REQUIRED';
  return errors;
}

const FIELD_OF_KEY: Partial<Record<ErrorKey, RegisterField>> = {
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
};

/** Shows a refusal beside its field, or at the form if it has no field. */
export function placeRegisterErrors(fields: Record<string, ErrorKey>, formKey: ErrorKey | null): RegisterErrors {
  const errors: RegisterErrors = {};
  for (const [name, key] of Object.entries(fields)) {
    const field = name === 'uuid' ? 'code' : allFields.find((known) => known === name);
    errors[field ?? 'form'] ??= key;
  }
  if (Object.keys(errors).length > 0 || formKey === null) return errors;
  return { [FIELD_OF_KEY[formKey] ?? 'form']: formKey };
}

const allFields: readonly RegisterField[] = STEP_FIELDS.flat();

/** The first step with an error, and the field to go to; null if only the form as a whole is refused. */
export function firstWrong(errors: RegisterErrors): { step: 0 | 1; field: RegisterField } | null {
  const field = allFields.find((name) => errors[name] !== undefined);
  if (field === undefined) return null;
  return { step: STEP_FIELDS[0].some((name) => name === field) ? 0 : 1, field };
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
  const match = /^\d{6}(\d{4})(\d{2})(\d{2})\d{3}[\dX]$/i.exec(idNumber.trim());
  if (!match) return null;
  const text = `${match[1]}-${match[2]}-${match[3]}`;
  const date = new Date(`${text}T00:00:00.000Z`);
  return Number.isFinite(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}
