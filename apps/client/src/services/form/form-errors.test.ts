import { supportBody } from '@candor/contract/support';
import { expect, test } from 'vitest';
import { firstWrong, placeErrors, schemaErrors } from './form-errors.ts';
import type { ErrorPlaces } from './form-errors.ts';

const PLACES: ErrorPlaces<'name' | 'code'> = {
  fields: ['name', 'code'],
  shownAt: { uuid: 'code' },
  fieldOf: { USERNAME_EXISTS: 'name' },
};

test.each([
  ['a named field', { code: 'CAPTCHA_WRONG' }, null, { code: 'CAPTCHA_WRONG' }],
  ['a field under another name', { uuid: 'CAPTCHA_EXPIRED' }, null, { code: 'CAPTCHA_EXPIRED' }],
  ['a field the form does not have', { other: 'FIELD_UNKNOWN' }, 'FIELD_INVALID', { form: 'FIELD_UNKNOWN' }],
  ['the first problem of a place', { a: 'FIELD_UNKNOWN', b: 'FIELD_INVALID' }, null, { form: 'FIELD_UNKNOWN' }],
  ['a refusal that one field can mend', {}, 'USERNAME_EXISTS', { name: 'USERNAME_EXISTS' }],
  ['a refusal that no field can mend', {}, 'LOGIN_FAILED', { form: 'LOGIN_FAILED' }],
  ['named fields before the refusal itself', { name: 'USERNAME_LENGTH' }, 'LOGIN_FAILED', { name: 'USERNAME_LENGTH' }],
  ['nothing', {}, null, {}],
] as const)('%s', (_, named, key, placed) => {
  expect(placeErrors(PLACES, named, key)).toEqual(placed);
});

test('a request is checked by the schema of the contract', () => {
  const places: ErrorPlaces<'text'> = { fields: ['text'] };
  expect(schemaErrors(places, supportBody, { text: 'hello' })).toEqual({});
  expect(schemaErrors(places, supportBody, { text: ' ' })).toEqual({ text: 'MESSAGE_REQUIRED' });
  expect(schemaErrors(places, supportBody, { text: 'hello', orderId: 'x' })).toEqual({ form: 'FIELD_INVALID' });
});

test('the first wrong field is the first one on the screen', () => {
  expect(firstWrong(PLACES, { code: 'CAPTCHA_WRONG', name: 'USERNAME_LENGTH' })).toBe('name');
  expect(firstWrong(PLACES, { form: 'LOGIN_FAILED' })).toBeNull();
});
