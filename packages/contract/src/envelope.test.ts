import { expect, test } from 'vitest';
import { failureOf, invalidOf, moneySchema, parseEnvelope, priceSchema, successOf } from './envelope.ts';

test('parsing keeps the fields of the contract and drops the rest', () => {
  expect(
    parseEnvelope({ code: 200, msg: 'ok', data: { a: 1 }, roles: ['member'], permissions: ['*'], secret: 'x' }),
  ).toEqual({ code: 200, msg: 'ok', data: { a: 1 }, roles: ['member'], permissions: ['*'] });
});

test('an answer with codes and keys of a newer server is still an envelope', () => {
  const answer = { code: 418, msg: 'later', error: 'NEW_KEY', fields: { x: 'OTHER_NEW_KEY' }, retryAfterSec: 3 };
  expect(parseEnvelope(answer)).toEqual(answer);
});

test.each([null, undefined, '<html>', [], {}, { code: '200' }, { code: 200, msg: 5 }, { code: 1.5, msg: '' }])(
  '%j is not an envelope',
  (answer) => {
    expect(parseEnvelope(answer)).toBeNull();
  },
);

test('a refusal has its code, key and text', () => {
  expect(failureOf('BALANCE_INSUFFICIENT', 'zh-Hant')).toEqual({
    code: 500,
    msg: '餘額不足，請儲值',
    error: 'BALANCE_INSUFFICIENT',
  });
});

test('an internal error shows no detail', () => {
  expect(failureOf('FAULT', 'en')).toEqual({ code: 500, msg: 'error', error: 'FAULT' });
});

test('a wait time fills its placeholders', () => {
  expect(failureOf('ACCOUNT_LOCKED', 'en', { retryAfterSec: 61 })).toEqual({
    code: 429,
    msg: 'Too many failed logins. Please try again in 2 min.',
    error: 'ACCOUNT_LOCKED',
    retryAfterSec: 61,
    params: { seconds: 61, minutes: 2, hours: 1 },
  });
});

test('invalid fields always give code 400, with the text of the first', () => {
  expect(invalidOf({ uuid: 'LOGIN_FAILED', pwd: 'PASSWORD_REQUIRED' }, 'en')).toMatchObject({
    code: 400,
    error: 'LOGIN_FAILED',
    fields: { uuid: 'LOGIN_FAILED', pwd: 'PASSWORD_REQUIRED' },
  });
  expect(invalidOf({}, 'en')).toMatchObject({ code: 400, error: 'PARAMETERS_INVALID' });
});

test('success may have its own text', () => {
  expect(successOf({ a: 1 }, 'zh-Hans')).toEqual({ code: 200, msg: '操作成功', data: { a: 1 } });
  expect(successOf(null, 'en', 'INVESTMENT_SUCCEEDED').msg).toBe('The investment was successful.');
});

test.each([
  ['100.00', true],
  ['-3.50', true],
  ['0', true],
  ['', false],
  ['1e3', false],
  ['+1', false],
  [' 1', false],
  ['1.00\n', false],
])('money text %j: %s', (text, accepted) => {
  expect(moneySchema.safeParse(text).success).toBe(accepted);
  expect(priceSchema.safeParse(text).success).toBe(accepted);
});
