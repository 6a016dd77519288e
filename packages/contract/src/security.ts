import { CODE_CHANNELS } from '@candor/domain/identity/account-code';
import * as z from 'zod/mini';
import { isoSchema } from './envelope.ts';
import { oneOf, requiredText } from './fields.ts';
import { newPasswordField, withdrawPasswordField } from './registration.ts';
import { isSimplePin, passwordProblem } from './password-rules.ts';
import { SECURITY_EVENTS } from './security-events.ts';

/*
 * Passwords of a member, and what has changed on their account. Rules that need the member's own data are checked again
 * by the server.
 */

/** Any text: the server decides whether it is the password. */
const currentPassword = requiredText({
  max: 128,
  pattern: /^[^]*$/,
  trim: false,
  required: 'PASSWORD_REQUIRED',
  length: 'PASSWORD_LENGTH',
});
const currentWithdrawPassword = requiredText({
  max: 128,
  pattern: /^[^]*$/,
  trim: false,
  required: 'WITHDRAW_PASSWORD_REQUIRED',
});

type Chosen = { oldPwd?: unknown; pwd?: unknown; confirmPwd?: unknown };

export function isRecord(payload: { readonly value: unknown }): boolean {
  return typeof payload.value === 'object' && payload.value !== null;
}

/** A missing repetition has its own error. */
export function isRepeated({ pwd, confirmPwd }: Chosen): boolean {
  return typeof confirmPwd !== 'string' || confirmPwd === '' || pwd === confirmPwd;
}

function isNew({ oldPwd, pwd }: Chosen): boolean {
  return typeof pwd !== 'string' || pwd === '' || pwd !== oldPwd;
}

export const passwordFields = {
  oldPwd: currentPassword,
  pwd: newPasswordField,
  confirmPwd: requiredText({ max: 128, trim: false, required: 'PASSWORD_REPEAT_REQUIRED' }),
};

export const PASSWORD_RULES = [
  z.refine<Chosen>(isRepeated, { path: ['confirmPwd'], error: 'NEW_PASSWORDS_DIFFER', when: isRecord }),
  z.refine<Chosen>(isNew, { path: ['pwd'], error: 'PASSWORD_UNCHANGED', when: isRecord }),
  z.refine<Chosen>(({ pwd }) => typeof pwd !== 'string' || passwordProblem(pwd) === null, {
    path: ['pwd'],
    error: 'PASSWORD_SIMPLE',
    when: isRecord,
  }),
] as const;

/** POST /api/account/password. All other sessions of the member end. */
export const passwordBody = z.strictObject(passwordFields).check(...PASSWORD_RULES);
export type PasswordBody = z.infer<typeof passwordBody>;

const WITHDRAW_RULES = [
  z.refine<Chosen>(isRepeated, { path: ['confirmPwd'], error: 'WITHDRAW_PASSWORDS_DIFFER', when: isRecord }),
  z.refine<Chosen>(({ pwd }) => typeof pwd !== 'string' || !isSimplePin(pwd), {
    path: ['pwd'],
    error: 'WITHDRAW_PASSWORD_SIMPLE',
    when: isRecord,
  }),
] as const;

const newWithdrawPassword = {
  pwd: withdrawPasswordField,
  confirmPwd: requiredText({ max: 128, trim: false, required: 'WITHDRAW_PASSWORD_REPEAT_REQUIRED' }),
};

/** POST /api/account/withdraw-password. */
export const withdrawPasswordBody = z
  .strictObject({ oldPwd: currentWithdrawPassword, ...newWithdrawPassword })
  .check(
    ...WITHDRAW_RULES,
    z.refine<Chosen>(isNew, { path: ['pwd'], error: 'WITHDRAW_PASSWORD_UNCHANGED', when: isRecord }),
  );
export type WithdrawPasswordBody = z.infer<typeof withdrawPasswordBody>;

/** What a member who is logged in asks a code for. That of a login password is asked for at the login (password-reset.ts). */
const OWN_PURPOSES = ['withdrawPassword'] as const;

/** POST /api/account/code: sends a code to the member's phone. */
export const codeBody = z.strictObject({ purpose: oneOf(OWN_PURPOSES), channel: oneOf(CODE_CHANNELS) });

/** data of POST /api/account/code. */
export const codeView = z.object({
  /** The phone it goes to, masked. */
  to: z.string(),
  resendAfterSec: z.int(),
  expiresInSec: z.int(),
  /** True on a practice site that sends nothing: GET /api/account/code/practice shows the code. */
  practice: z.boolean(),
});
export type CodeView = z.infer<typeof codeView>;

export const practiceCodeQuery = z.strictObject({ purpose: oneOf(OWN_PURPOSES) });
/** data of GET /api/account/code/practice. */
export const practiceCodeView = z.object({ code: z.nullable(z.string()) });

export const codeField = requiredText({
  kind: 'number',
  max: 6,
  pattern: /^\d{6}$/,
  required: 'CODE_REQUIRED',
  invalid: 'CODE_INVALID',
});

/** POST /api/account/withdraw-password/reset: for a member who forgot the old one. */
export const withdrawPasswordResetBody = z
  .strictObject({ code: codeField, loginPwd: currentPassword, ...newWithdrawPassword })
  .check(...WITHDRAW_RULES);
export type WithdrawPasswordResetBody = z.infer<typeof withdrawPasswordResetBody>;

/** The part of a login or an event that says where it came from. */
const origin = {
  /** The browser's user agent, shortened. */
  device: z.string(),
  /** The network; empty when unknown. */
  address: z.string(),
  at: isoSchema,
};

export const securityEventView = z.object({
  id: z.string(),
  kind: z.enum(SECURITY_EVENTS),
  ...origin,
  /** True for an alert that the member has not seen yet. */
  isNew: z.boolean(),
});
export type SecurityEventView = z.infer<typeof securityEventView>;

export const loginView = z.object({
  id: z.string(),
  factor: z.enum(['none', 'totp', 'passkey', 'recovery']),
  ...origin,
});
export type LoginView = z.infer<typeof loginView>;

/** POST /api/account/security/seen: the newest event that the member has seen. */
export const securitySeenBody = z.strictObject({
  eventId: requiredText({ max: 18, pattern: /^[1-9]\d{0,17}$/ }),
});

/** data of GET /api/account/security. */
export const securityView = z.object({
  /** The newest ones, newest first. */
  events: z.array(securityEventView),
  /** The newest logins, newest first. */
  logins: z.array(loginView),
  /** Wrong withdraw passwords that are still allowed, and how long no more are checked. */
  withdrawTries: z.object({ left: z.int(), lockedSec: z.int() }),
  /** Until then no money leaves, because a password or the card has changed. */
  withdrawalsPausedUntil: z.nullable(isoSchema),
});
export type SecurityView = z.infer<typeof securityView>;
