import type { ErrorKey } from './error-codes.ts';

/**
 * Keys that have texts already and wait for the screens and rules that will use them.
 * `scripts/waiting-error-keys.test.mjs` checks the list: a key in use must leave it and no key may join, so it only
 * shrinks.
 */
export const WAITING_ERROR_KEYS = [
  'COPIED',
  'AUTHENTICATION_FAILED',
  'PAGE_LOAD_FAILED',
  'LOAD_FAILED',
  'PARAMETERS_EMPTY',
  'INFORMATION_EMPTY',
  'IDEMPOTENCY_KEY_INVALID',
  'LICENCE_REQUIRED',
  'PROFILE_CHANGED',
  'PROFILE_CHANGE_FAILED',
  'ORDER_SUCCEEDED',
  'ORDER_NOT_SETTLED',
  'DEPOSIT_FAILED',
  'WITHDRAWAL_FAILED',
  'PRACTICE_RESET_DONE',
  'INVESTMENT_SUCCEEDED',
  'INVESTMENT_FAILED',
] as const satisfies readonly ErrorKey[];
