import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EN_ERRORS } from '../packages/contract/src/errors/en.ts';
import { ERROR_CODES } from '../packages/contract/src/errors/error-codes.ts';
import { ROOT } from './lib/project.mjs';

/** The product's own code, without tests and without the tables that contain every key. */
function isProduct(name) {
  return !/\.test\.|\/testing\/|packages\/contract\/src\/errors\//.test(name);
}

function usedKeys() {
  const names = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(isProduct);
  expect(names.length).toBeGreaterThan(300);
  const quoted = new Set();
  for (const name of names) {
    for (const [, word] of readFileSync(join(ROOT, name), 'utf8').matchAll(/'([A-Z][A-Z0-9_]*)'/g)) quoted.add(word);
  }
  return Object.keys(ERROR_CODES).filter((key) => quoted.has(key));
}

const used = usedKeys();

test('every key is used: an unused key is deleted with its texts', () => {
  expect(Object.keys(ERROR_CODES).filter((key) => !used.includes(key))).toEqual([]);
});

/** Every message of the specification's error catalogue, the key that has it, and words of its English text. */
const CATALOGUE = [
  ['invalid session or session expired', 'SESSION_INVALID', 'session expired, please log in again'],
  ['authentication failed', 'AUTHENTICATION_FAILED', 'Authentication failed, cannot access system resources'],
  ['no permission for this operation', 'FORBIDDEN', 'permission for this operation'],
  ['resource does not exist', 'NOT_FOUND', 'resource does not exist'],
  ['unknown system error', 'UNKNOWN_ERROR', 'Unknown system error, please report it to the administrator'],
  ['network error', 'NETWORK_ERROR', 'Network error'],
  ['duplicate orders', 'POSITION_PENDING', 'duplicate'],
  ['balance insufficient', 'BALANCE_INSUFFICIENT', 'recharge'],
  ['product missing or not activated', 'PRODUCT_NOT_FOUND', 'not activated'],
  ['product market not open', 'PRODUCT_NOT_OPEN', 'not open'],
  ['exchange rate error', 'PRICE_UNAVAILABLE', 'xchange rate'],
  ['order failed, retry', 'ORDER_FAILED_RETRY', 'try again'],
  ['market closed', 'MARKET_CLOSED', 'closed'],
  ['registration not open', 'REGISTRATION_CLOSED', 'not open'],
  ['registration failed', 'REGISTRATION_FAILED', 'failed'],
  ['enter username', 'USERNAME_REQUIRED', 'enter a username'],
  ['enter password', 'PASSWORD_REQUIRED', 'enter your password'],
  ['enter password again', 'PASSWORD_REPEAT_REQUIRED', 'again'],
  ['passwords differ', 'PASSWORDS_DIFFER', 'differ'],
  ['invite code does not exist', 'INVITE_CODE_UNKNOWN', 'does not exist'],
  ['username exists', 'USERNAME_EXISTS', 'already exists'],
  ['phone exists', 'PHONE_EXISTS', 'already registered'],
  ['username has illegal characters', 'USERNAME_ILLEGAL', 'illegal characters'],
  ['parameters empty', 'PARAMETERS_EMPTY', 'Parameters must not be empty'],
  ['information empty', 'INFORMATION_EMPTY', 'information must not be empty'],
  ['login failed', 'LOGIN_FAILED', 'does not exist or the password is wrong'],
  ['not authorized to log in', 'LOGIN_NOT_AUTHORIZED', 'not authorized to log in'],
  ['account frozen', 'ACCOUNT_FROZEN', 'frozen'],
  ['withdrawal forbidden', 'WITHDRAWAL_FORBIDDEN', 'ontact'],
  ['set up withdrawal bank card', 'BANK_CARD_REQUIRED', 'bank card'],
  ['card already bound', 'BANK_CARD_BOUND', 'bound'],
  ['login password incorrect', 'LOGIN_PASSWORD_WRONG', 'incorrect'],
  ['withdraw password mismatch', 'WITHDRAW_PASSWORD_MISMATCH', 'withdrawal password'],
  ['retrieve withdraw password success', 'WITHDRAW_PASSWORD_RECOVERED', 'has been reset'],
  ['retrieve withdraw password failure', 'WITHDRAW_PASSWORD_RECOVERY_FAILED', 'could not be reset'],
  ['investment project does not exist', 'PROJECT_NOT_FOUND', 'does not exist'],
  ['amount must exceed minimum', 'INVEST_AMOUNT_BELOW_MINIMUM', 'at least {min}'],
  ['insufficient available balance', 'INVEST_BALANCE_INSUFFICIENT', 'vailable balance'],
  ['investment success', 'INVESTMENT_SUCCEEDED', 'successful'],
  ['investment failure', 'INVESTMENT_FAILED', 'failed'],
  ['original login password incorrect', 'OLD_PASSWORD_WRONG', 'original login password is incorrect'],
  ['new login password mismatch', 'NEW_PASSWORDS_DIFFER', 'new login passwords differ'],
  ['current withdraw password wrong', 'WITHDRAW_PASSWORD_WRONG', 'current withdrawal password is wrong'],
  ['personal information change success', 'PROFILE_CHANGED', 'has been changed'],
  ['personal information change failure', 'PROFILE_CHANGE_FAILED', 'could not be changed'],
  ['personal information invalid parameters', 'PROFILE_INVALID', 'invalid parameters'],
  ['copied successfully', 'COPIED', 'Copied'],
  ['chunk load failure', 'PAGE_LOAD_FAILED', 'failed to load'],
  ['toast Logout without a session key', 'LOGGED_OUT', 'Logout'],
];

test.each(CATALOGUE)('the catalogue has: %s', (_, key, words) => {
  expect(used).toContain(key);
  expect(EN_ERRORS[key]).toContain(words);
});
