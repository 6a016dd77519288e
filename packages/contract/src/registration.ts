import { idNumberProblem } from '@candor/domain/identity/resident-id';
import * as z from 'zod/mini';
import { optionalText, PERSON_NAME_MAX, requiredText } from './fields.ts';
import { captchaFields, captchaRequiredFields, deviceKeyField } from './identity.ts';
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN, isSimplePin, passwordProblem } from './password-rules.ts';
import type { PinOwner } from './password-rules.ts';
import { normalisePhone } from './phone.ts';

/*
 * Registration: its fields, and the rules across them.
 */

/** A new login password. Symbols are not required, because long phrases are better; all other rules are below. */
export const newPasswordField = requiredText({
  min: PASSWORD_LENGTH_MIN,
  max: PASSWORD_LENGTH_MAX,
  trim: false,
  required: 'PASSWORD_REQUIRED',
  length: 'PASSWORD_LENGTH',
});

/** A withdrawal password: six digits. */
export const withdrawPasswordField = requiredText({
  max: 6,
  pattern: /^\d{6}$/,
  trim: false,
  required: 'WITHDRAW_PASSWORD_REQUIRED',
  invalid: 'WITHDRAW_PASSWORD_ILLEGAL',
});

export const usernameField = requiredText({
  min: 4,
  max: 32,
  pattern: /^[A-Za-z0-9_]+$/,
  required: 'USERNAME_REQUIRED',
  length: 'USERNAME_LENGTH',
  invalid: 'USERNAME_ILLEGAL',
});

/** A phone number in any usual format; the parsed value is E.164. */
export const phoneField = requiredText({
  max: 32,
  kind: 'code',
  required: 'PHONE_REQUIRED',
  invalid: 'PHONE_INVALID',
}).check(
  z.overwrite((text) => normalisePhone(text) ?? text),
  z.refine((text) => normalisePhone(text) !== null, { error: 'PHONE_INVALID' }),
);

/** The rule of a resident card is that of verification. Who is too young is the server's to say: it knows the day. */
const ID_NUMBER_RULE = {
  keys: ['ID_NUMBER_INVALID', 'ID_NUMBER_OLD', 'ID_NUMBER_CHECK'],
  problem: (text) => idNumberProblem(text, null),
} as const satisfies Parameters<typeof optionalText>[0]['rule'];

const registerFields = {
  username: usernameField,
  pwd: newPasswordField,
  confirmPwd: requiredText({ max: 128, trim: false, required: 'PASSWORD_REPEAT_REQUIRED' }),
  withdrawPwd: withdrawPasswordField,
  confirmWithdrawPwd: requiredText({
    max: 128,
    trim: false,
    required: 'WITHDRAW_PASSWORD_REPEAT_REQUIRED',
  }),
  phone: phoneField,
  realName: optionalText({ max: PERSON_NAME_MAX, kind: 'name', invalid: 'NAME_INVALID' }),
  idNumber: optionalText({ max: 32, kind: 'number', rule: ID_NUMBER_RULE, invalid: 'ID_NUMBER_INVALID' }),
  inviteCode: optionalText({ max: 32, pattern: /^[A-Za-z0-9]+$/, invalid: 'INVITE_CODE_UNKNOWN' }),
  country: optionalText({ max: 2, pattern: /^[A-Z]{2}$/ }),
  /** The value that the last login on this device returned, whoever's it was. */
  device: optionalText({ max: 128, kind: 'code' }),
  deviceKey: deviceKeyField,
};

/** POST /api/index/registration-check: what is typed so far. */
export const registrationCheckBody = z.strictObject({
  username: registerFields.username,
  inviteCode: registerFields.inviteCode,
});

/** Whether the name can still be had (`reserved`: others would take it for the site's own), and whether the code is one. Nothing of whoever has them. */
export const registrationCheckView = z.object({
  username: z.enum(['free', 'taken', 'reserved']),
  inviteCode: z.nullable(z.enum(['valid', 'unknown'])),
});
export type RegistrationCheckView = z.infer<typeof registrationCheckView>;

/** Differing repetitions are reported together with all other problems, not only after those are fixed. */
const passwordsAgree = z.refine<{ pwd?: unknown; confirmPwd?: unknown }>(
  ({ pwd, confirmPwd }) => differsFrom(pwd, confirmPwd),
  { path: ['confirmPwd'], error: 'PASSWORDS_DIFFER', when: isRecord },
);
const withdrawPasswordsAgree = z.refine<{ withdrawPwd?: unknown; confirmWithdrawPwd?: unknown }>(
  ({ withdrawPwd, confirmWithdrawPwd }) => differsFrom(withdrawPwd, confirmWithdrawPwd),
  { path: ['confirmWithdrawPwd'], error: 'WITHDRAW_PASSWORDS_DIFFER', when: isRecord },
);

type Chosen = { pwd?: unknown; withdrawPwd?: unknown; username?: unknown; phone?: unknown; idNumber?: unknown };

const passwordNotSimple = z.refine<Chosen>((body) => problemOf(body) !== 'PASSWORD_SIMPLE', {
  path: ['pwd'],
  error: 'PASSWORD_SIMPLE',
  when: isRecord,
});
const passwordNotAccount = z.refine<Chosen>((body) => problemOf(body) !== 'PASSWORD_HAS_ACCOUNT', {
  path: ['pwd'],
  error: 'PASSWORD_HAS_ACCOUNT',
  when: isRecord,
});
const withdrawPasswordNotSimple = z.refine<Chosen>(
  (body) => typeof body.withdrawPwd !== 'string' || !isSimplePin(body.withdrawPwd, ownerOf(body)),
  { path: ['withdrawPwd'], error: 'WITHDRAW_PASSWORD_SIMPLE', when: isRecord },
);

function problemOf(body: Chosen) {
  return typeof body.pwd === 'string' ? passwordProblem(body.pwd, ownerOf(body)) : null;
}

/** What the body itself says about the member. A value that is not text is reported by its own field. */
function ownerOf({ username, phone, idNumber, pwd }: Chosen): PinOwner {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return { username: text(username), phone: text(phone), idNumber: text(idNumber), password: text(pwd) };
}

function isRecord(payload: { readonly value: unknown }): boolean {
  return typeof payload.value === 'object' && payload.value !== null;
}

/** A missing repetition has its own error. */
function differsFrom(chosen: unknown, repeated: unknown): boolean {
  return typeof repeated !== 'string' || repeated === '' || chosen === repeated;
}

const NEW_PASSWORDS = [
  passwordsAgree,
  withdrawPasswordsAgree,
  passwordNotSimple,
  passwordNotAccount,
  withdrawPasswordNotSimple,
] as const;

/**
 * POST /api/login/register. The site chooses whether invite code, name, ID number and country are required
 * (`registration` in getconf); the server checks it. The parsed phone is E.164.
 */
export const registerBody = z.strictObject({ ...registerFields, ...captchaFields }).check(...NEW_PASSWORDS);
export type RegisterBody = z.infer<typeof registerBody>;
/** The same for a site whose captcha is switched on. */
export const registerCaptchaBody = z
  .strictObject({ ...registerFields, ...captchaRequiredFields })
  .check(...NEW_PASSWORDS);
