/* The two forms for a new password, and the rules that are shown while it is typed. No React here. */

import {
  isSimplePin,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  passwordProblem,
} from '@candor/contract/password-rules';
import { passwordBody, withdrawPasswordBody, withdrawPasswordResetBody } from '@candor/contract/security';
import { schemaErrors } from '../../services/form/form-errors.ts';
import type { ErrorPlaces, FormErrors } from '../../services/form/form-errors.ts';

export type PasswordKind = 'password' | 'withdraw';
export type PasswordField = 'oldPwd' | 'pwd' | 'confirmPwd';
export type PasswordValues = Record<PasswordField, string>;

export const PASSWORD_PLACES: ErrorPlaces<PasswordField> = {
  fields: ['oldPwd', 'pwd', 'confirmPwd'],
  fieldOf: {
    OLD_PASSWORD_WRONG: 'oldPwd',
    WITHDRAW_PASSWORD_WRONG: 'oldPwd',
  },
};

export function passwordErrors(
  kind: PasswordKind,
  values: PasswordValues,
  username: string,
): FormErrors<PasswordField> {
  if (kind === 'withdraw') return schemaErrors(PASSWORD_PLACES, withdrawPasswordBody, values);
  const errors = schemaErrors(PASSWORD_PLACES, passwordBody, values);
  if (errors.pwd === undefined && passwordProblem(values.pwd, { username }) === 'PASSWORD_HAS_ACCOUNT')
    errors.pwd = 'PASSWORD_HAS_ACCOUNT';
  return errors;
}

export type ResetField = 'code' | 'loginPwd' | 'pwd' | 'confirmPwd';
export type ResetValues = Record<ResetField, string>;

export const RESET_PLACES: ErrorPlaces<ResetField> = {
  fields: ['code', 'loginPwd', 'pwd', 'confirmPwd'],
  fieldOf: { CODE_WRONG: 'code', LOGIN_PASSWORD_WRONG: 'loginPwd' },
};

export function resetErrors(values: ResetValues): FormErrors<ResetField> {
  return schemaErrors(RESET_PLACES, withdrawPasswordResetBody, values);
}

export type PasswordRule = 'length' | 'simple' | 'account' | 'digits' | 'pin' | 'changed';

/** Each rule for the typed password, and whether it is met. The server has more: it knows passwords that many use. */
export function passwordRules(
  kind: PasswordKind,
  { oldPwd, pwd }: Pick<PasswordValues, 'oldPwd' | 'pwd'>,
  username: string,
): readonly { rule: PasswordRule; isMet: boolean }[] {
  const typed = pwd !== '';
  const changed = { rule: 'changed', isMet: typed && pwd !== oldPwd } as const;
  if (kind === 'withdraw') {
    const hasSixDigits = /^\d{6}$/.test(pwd);
    return [
      { rule: 'digits', isMet: hasSixDigits },
      { rule: 'pin', isMet: hasSixDigits && !isSimplePin(pwd) },
      changed,
    ];
  }
  const problem = passwordProblem(pwd, { username });
  return [
    { rule: 'length', isMet: pwd.length >= PASSWORD_LENGTH_MIN && pwd.length <= PASSWORD_LENGTH_MAX },
    { rule: 'simple', isMet: typed && problem !== 'PASSWORD_SIMPLE' },
    { rule: 'account', isMet: typed && problem === null },
    changed,
  ];
}
