import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { errorText, fieldErrors, isErrorKey, wireMessage } from './errors.ts';
import type { ErrorKey } from './errors.ts';
import { CODES, ERROR_CODES } from './errors/error-codes.ts';
import type { ErrorTexts } from './errors/error-codes.ts';
import { EN_ERRORS } from './errors/en.ts';
import { ZH_HANS_ERRORS } from './errors/zh-hans.ts';
import { ZH_HANT_ERRORS } from './errors/zh-hant.ts';
import { LANGUAGES } from './languages.ts';
import type { Language } from './languages.ts';
import { foreignHan } from './testing/scripts.ts';

const TEXTS: Record<Language, ErrorTexts> = { 'zh-Hans': ZH_HANS_ERRORS, 'zh-Hant': ZH_HANT_ERRORS, en: EN_ERRORS };

const KEYS = Object.keys(ERROR_CODES).filter(isErrorKey);

function wordingsOf(key: ErrorKey) {
  return {
    'zh-Hans': ZH_HANS_ERRORS[key],
    'zh-Hant': ZH_HANT_ERRORS[key],
    en: EN_ERRORS[key],
  };
}

function placeholders(text: string): string[] {
  return (text.match(/\{\w+\}/g) ?? []).toSorted();
}

/** Written only with characters that both scripts have, so that the word itself shows which table it comes from. */
const MAINLAND_WORDS = /余额|登录|账|充值|信息|网络|用户名|短信|手机号(?!碼)|字符|渠道|提示音|视频|界面|刷新/;

test.each(KEYS)('%s has a valid code and three texts', (key) => {
  const text = wordingsOf(key);
  expect(CODES).toContain(ERROR_CODES[key]);
  expect(new Set(Object.values(text)).size, 'English must differ from Chinese').toBeGreaterThan(1);
  expect(text.en).not.toMatch(/\p{Script=Han}/u);
  expect(text['zh-Hans']).toMatch(/\p{Script=Han}/u);
  expect(text['zh-Hant']).toMatch(/\p{Script=Han}/u);
});

test.each(KEYS)('%s has the same placeholders in every language', (key) => {
  const text = wordingsOf(key);
  expect(placeholders(text['zh-Hant'])).toEqual(placeholders(text['zh-Hans']));
  expect(placeholders(text.en)).toEqual(placeholders(text['zh-Hans']));
});

test.each(KEYS)('%s is written in the right script', (key) => {
  const text = wordingsOf(key);
  expect(foreignHan(text['zh-Hant'], 'traditional')).toEqual([]);
  expect(foreignHan(text['zh-Hans'], 'simplified')).toEqual([]);
  expect(text['zh-Hant']).not.toMatch(MAINLAND_WORDS);
});

test('the script check tells the scripts apart', () => {
  expect(foreignHan('请输入余额', 'traditional')).toEqual(['请', '输', '额']);
  expect(foreignHan('這們餘額', 'simplified')).toEqual(['這', '們', '餘', '額']);
});

test.each(LANGUAGES)('%s has texts for exactly the keys of the table', (language) => {
  expect(Object.keys(TEXTS[language])).toEqual(KEYS);
});

/** Clients branch on these codes; a change of the table must not change them by accident. */
test.each([
  ['SESSION_INVALID', 401],
  ['FORBIDDEN', 403],
  ['NOT_FOUND', 404],
  ['FAULT', 500],
  ['BALANCE_INSUFFICIENT', 500],
  ['LOGIN_FAILED', 500],
  ['POSITION_PENDING', 409],
  ['IDEMPOTENCY_KEY_REUSED', 409],
  ['IDEMPOTENCY_KEY_REQUIRED', 400],
  ['RATE_LIMITED', 429],
  ['ACCOUNT_LOCKED', 429],
] satisfies [ErrorKey, number][])('%s is sent with code %i', (key, code) => {
  expect(ERROR_CODES[key]).toBe(code);
});

test('parameters fill their placeholders', () => {
  expect(errorText('ACCOUNT_LOCKED', 'en', { minutes: 15 })).toBe(
    'Too many failed logins. Please try again in 15 min.',
  );
  expect(errorText('STAKE_BELOW_MINIMUM', 'zh-Hant', { min: '10.00' })).toBe('下單金額不得低於最低金額 10.00');
});

test('a placeholder without its parameter never shows braces', () => {
  expect(errorText('ACCOUNT_LOCKED', 'en')).toBe('Too many failed logins. Please try again in … min.');
  expect(errorText('ACCOUNT_LOCKED', 'en', JSON.parse('{"toString": 1}'))).not.toContain('{');
});

test('an internal error sends "error" in every language', () => {
  for (const language of LANGUAGES) expect(wireMessage('FAULT', language)).toBe('error');
  expect(wireMessage('BALANCE_INSUFFICIENT', 'zh-Hans')).toBe('余额不足，请充值');
});

test.each(['toString', '__proto__', 'constructor', 'balance_insufficient', '', null, 1])('%s is not a key', (value) => {
  expect(isErrorKey(value)).toBe(false);
});

function errorOf(schema: z.ZodMiniType, value: unknown): z.core.$ZodError {
  const parsed = schema.safeParse(value);
  if (parsed.success) throw new Error('expected a refusal');
  return parsed.error;
}

test('a message that is not a key becomes FIELD_INVALID, and the first problem of a field wins', () => {
  const schema = z.strictObject({
    plain: z.string(),
    keyed: z.string().check(z.minLength(3, 'STAKE_INVALID'), z.minLength(2, 'FIELD_REQUIRED')),
    deep: z.object({ list: z.array(z.number({ error: 'DURATION_INVALID' })) }),
  });
  expect({ ...fieldErrors(errorOf(schema, { plain: 1, keyed: '', deep: { list: [1, 'x'] } })) }).toEqual({
    plain: 'FIELD_INVALID',
    keyed: 'STAKE_INVALID',
    'deep.list.1': 'DURATION_INVALID',
  });
});

test('unknown fields are named, even those called __proto__', () => {
  const fields = fieldErrors(errorOf(z.strictObject({}), JSON.parse('{"zz": 1, "__proto__": {"admin": true}}')));
  expect(JSON.parse(JSON.stringify(fields))).toEqual(JSON.parse('{"zz":"FIELD_UNKNOWN","__proto__":"FIELD_UNKNOWN"}'));
});

test.each([null, 5, 'text', [], undefined])('%j is an invalid body', (value) => {
  expect({ ...fieldErrors(errorOf(z.strictObject({}), value)) }).toEqual({ body: 'FIELD_INVALID' });
});

test('the answer to a hostile body stays small', () => {
  const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`${index}`.padStart(200, 'x'), 1]));
  const fields = Object.keys(fieldErrors(errorOf(z.strictObject({}), body)));
  expect(fields.length).toBeLessThanOrEqual(20);
  expect(Math.max(...fields.map((name) => name.length))).toBeLessThanOrEqual(64);
});
