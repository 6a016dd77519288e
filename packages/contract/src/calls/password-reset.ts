import { operation } from '../operation.ts';
import { passwordCodeBody, passwordCodeView, passwordResetBody, passwordResetView } from '../password-reset.ts';

/** A forgotten login password: a code to the phone of the account, and a new password with it. */
export const askForPasswordCode = operation({
  id: 'askForPasswordCode',
  method: 'POST',
  path: '/api/login/password/code',
  body: passwordCodeBody,
  answer: passwordCodeView,
  caller: 'public',
  puzzle: 'login',
  cost: 'form',
  refusals: ['CAPTCHA_EXPIRED', 'CAPTCHA_REQUIRED', 'CAPTCHA_WRONG', 'PASSWORD_RECOVERY_UNAVAILABLE'],
  tag: 'identity',
  summary: 'Sends a code to the phone of an account. The answer is the same when there is none.',
});

export const resetPassword = operation({
  id: 'resetPassword',
  method: 'POST',
  path: '/api/login/password/reset',
  body: passwordResetBody,
  answer: passwordResetView,
  caller: 'public',
  puzzle: 'login',
  cost: 'form',
  idempotent: 'optional',
  refusals: ['CODE_WRONG', 'IDENTITY_TAIL_WRONG', 'PASSWORD_COMMON', 'PASSWORD_HAS_ACCOUNT', 'PASSWORD_SIMPLE'],
  tag: 'identity',
  summary: 'Sets a login password with a code, and ends all sessions of the member.',
});
