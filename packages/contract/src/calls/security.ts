import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import {
  codeBody,
  codeView,
  passwordBody,
  practiceCodeQuery,
  practiceCodeView,
  securitySeenBody,
  securityView,
  withdrawPasswordBody,
  withdrawPasswordResetBody,
} from '../security.ts';

/** How a member guards their account. Each guess at a password is counted before it is checked. */
export const readSecurity = operation({
  id: 'readSecurity',
  method: 'GET',
  path: '/api/account/security',
  answer: securityView,
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'account',
  summary: 'What changed in the account, and who logged in.',
});

export const markSecuritySeen = operation({
  id: 'markSecuritySeen',
  method: 'POST',
  path: '/api/account/security/seen',
  body: securitySeenBody,
  answer: z.null(),
  caller: 'member',
  signed: true,
  cost: 'change',
  refusals: [],
  tag: 'account',
  summary: 'The member has seen the alerts up to this event.',
});

export const changePassword = operation({
  id: 'changePassword',
  method: 'POST',
  path: '/api/account/password',
  body: passwordBody,
  answer: z.null(),
  caller: 'member',
  signed: true,
  confirmed: 'with factor',
  cost: 'password',
  idempotent: 'optional',
  refusals: ['ACCOUNT_LOCKED', 'OLD_PASSWORD_WRONG', 'PASSWORD_COMMON', 'PASSWORD_HAS_ACCOUNT', 'PASSWORD_SIMPLE'],
  tag: 'account',
  summary: 'Changes the login password, and ends the other sessions.',
});

export const changeWithdrawPassword = operation({
  id: 'changeWithdrawPassword',
  method: 'POST',
  path: '/api/account/withdraw-password',
  body: withdrawPasswordBody,
  answer: z.null(),
  caller: 'member',
  signed: true,
  confirmed: 'with factor',
  cost: 'password',
  idempotent: 'optional',
  refusals: ['WITHDRAW_PASSWORD_LOCKED', 'WITHDRAW_PASSWORD_SIMPLE', 'WITHDRAW_PASSWORD_WRONG'],
  tag: 'account',
  summary: 'Changes the withdraw password.',
});

export const askForCode = operation({
  id: 'askForCode',
  method: 'POST',
  path: '/api/account/code',
  body: codeBody,
  answer: codeView,
  caller: 'member',
  signed: true,
  cost: 'change',
  refusals: ['WITHDRAW_PASSWORD_RECOVERY_FAILED'],
  tag: 'account',
  summary: 'Sends a code to the phone of the member.',
});

export const readPracticeCode = operation({
  id: 'readPracticeCode',
  method: 'GET',
  path: '/api/account/code/practice',
  query: practiceCodeQuery,
  answer: practiceCodeView,
  caller: 'member',
  cost: 'lookup',
  refusals: ['NOT_FOUND'],
  tag: 'account',
  summary: 'The code itself, on a practice site that sends nothing.',
});

export const resetWithdrawPassword = operation({
  id: 'resetWithdrawPassword',
  method: 'POST',
  path: '/api/account/withdraw-password/reset',
  body: withdrawPasswordResetBody,
  answer: z.null(),
  caller: 'member',
  signed: true,
  confirmed: 'with factor',
  cost: 'password',
  idempotent: 'optional',
  refusals: ['ACCOUNT_LOCKED', 'CODE_WRONG', 'LOGIN_PASSWORD_WRONG', 'WITHDRAW_PASSWORD_SIMPLE'],
  tag: 'account',
  summary: 'Sets a withdraw password with a code and the login password.',
});
