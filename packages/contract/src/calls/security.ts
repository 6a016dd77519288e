import { nothing } from '../envelope.ts';
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

export const readSecurity = operation({
  id: 'readSecurity',
  method: 'GET',
  path: '/api/account/security',
  answer: securityView,
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'account',
  summary: 'How the account is guarded, and what happened to it.',
});

export const markSecuritySeen = operation({
  id: 'markSecuritySeen',
  method: 'POST',
  path: '/api/account/security/seen',
  body: securitySeenBody,
  answer: nothing,
  caller: 'member',
  signed: true,
  cost: 'change',
  refusals: [],
  tag: 'account',
  summary: 'Marks the events of the account up to one as seen.',
});

export const changePassword = operation({
  id: 'changePassword',
  method: 'POST',
  path: '/api/account/password',
  body: passwordBody,
  answer: nothing,
  caller: 'member',
  signed: true,
  confirmed: 'with factor',
  cost: 'password',
  idempotent: 'optional',
  refusals: [],
  tag: 'account',
  summary: 'Changes the login password.',
});

export const changeWithdrawPassword = operation({
  id: 'changeWithdrawPassword',
  method: 'POST',
  path: '/api/account/withdraw-password',
  body: withdrawPasswordBody,
  answer: nothing,
  caller: 'member',
  signed: true,
  confirmed: 'with factor',
  cost: 'password',
  idempotent: 'optional',
  refusals: [],
  tag: 'account',
  summary: 'Changes the withdrawal password.',
});

export const sendCode = operation({
  id: 'sendCode',
  method: 'POST',
  path: '/api/account/code',
  body: codeBody,
  answer: codeView,
  caller: 'member',
  signed: true,
  cost: 'change',
  refusals: [],
  tag: 'account',
  summary: 'Sends a code to the member.',
});

export const readPracticeCode = operation({
  id: 'readPracticeCode',
  method: 'GET',
  path: '/api/account/code/practice',
  query: practiceCodeQuery,
  answer: practiceCodeView,
  caller: 'member',
  cost: 'lookup',
  refusals: [],
  tag: 'account',
  summary: 'The code that was sent, on a practice site.',
});

export const resetWithdrawPassword = operation({
  id: 'resetWithdrawPassword',
  method: 'POST',
  path: '/api/account/withdraw-password/reset',
  body: withdrawPasswordResetBody,
  answer: nothing,
  caller: 'member',
  signed: true,
  confirmed: 'with factor',
  cost: 'password',
  idempotent: 'optional',
  refusals: [],
  tag: 'account',
  summary: 'Sets a new withdrawal password with a code.',
});
