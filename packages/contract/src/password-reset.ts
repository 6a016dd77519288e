import * as z from 'zod/mini';
import { captchaFields, captchaRequiredFields } from './identity.ts';
import { optionalText, requiredText } from './fields.ts';
import { passwordProblem } from './password-rules.ts';
import { newPasswordField } from './registration.ts';
import { codeField, isRecord, isRepeated } from './security.ts';

/*
 * A forgotten login password. No answer says whether there is an account, or a phone to send a code to: it is the same for
 * every name. Rules that need the member's own data are checked by the server, once the code was right.
 */

/** The user name, or the phone number of the account. */
const accountField = requiredText({
  max: 64,
  kind: 'code',
  required: 'USERNAME_REQUIRED',
  length: 'USERNAME_LENGTH',
  invalid: 'USERNAME_ILLEGAL',
});

/** POST /api/login/password/code. */
export const passwordCodeBody = z.strictObject({ account: accountField, ...captchaFields });
/** The same for a site whose captcha is switched on. */
export const passwordCodeCaptchaBody = z.strictObject({ account: accountField, ...captchaRequiredFields });
export type PasswordCodeBody = z.infer<typeof passwordCodeBody>;

/** data of POST /api/login/password/code: the same for every account, also for one that nobody has. */
export const passwordCodeView = z.object({ resendAfterSec: z.int(), expiresInSec: z.int() });
export type PasswordCodeView = z.infer<typeof passwordCodeView>;

/** How many of the last characters of the identity number are asked for. */
export const IDENTITY_TAIL = 6;

type Chosen = { account?: unknown; pwd?: unknown; confirmPwd?: unknown };

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function problemOf({ account, pwd }: Chosen) {
  return textOf(pwd) === '' ? null : passwordProblem(textOf(pwd), { username: textOf(account) });
}

/** POST /api/login/password/reset. */
export const passwordResetBody = z
  .strictObject({
    account: accountField,
    code: codeField,
    pwd: newPasswordField,
    confirmPwd: requiredText({ max: 128, trim: false, required: 'PASSWORD_REPEAT_REQUIRED' }),
    /** The last characters of the identity number. Asked of members whose identity is verified, ignored of others. */
    idTail: optionalText({
      max: IDENTITY_TAIL,
      kind: 'number',
      pattern: /^[0-9A-Za-z]+$/,
      invalid: 'IDENTITY_TAIL_WRONG',
    }),
  })
  .check(
    z.refine<Chosen>(isRepeated, { path: ['confirmPwd'], error: 'NEW_PASSWORDS_DIFFER', when: isRecord }),
    z.refine<Chosen>((body) => problemOf(body) !== 'PASSWORD_SIMPLE', {
      path: ['pwd'],
      error: 'PASSWORD_SIMPLE',
      when: isRecord,
    }),
    z.refine<Chosen>((body) => problemOf(body) !== 'PASSWORD_HAS_ACCOUNT', {
      path: ['pwd'],
      error: 'PASSWORD_HAS_ACCOUNT',
      when: isRecord,
    }),
  );
export type PasswordResetBody = z.infer<typeof passwordResetBody>;

/** data of POST /api/login/password/reset: the user name to log in with, for a member who gave their phone number. */
export const passwordResetView = z.object({ username: z.string() });
