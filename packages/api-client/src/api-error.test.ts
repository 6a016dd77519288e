import { expect, test } from 'vitest';
import { errorOfEnvelope, isNetworkError, isOutcomeUnknown, plainError } from './api-error.ts';

test('an error names its code and key, and keeps all that the server said', () => {
  const error = errorOfEnvelope({ code: 500, msg: 'ignored', error: 'FAULT', params: { max: '5' }, retryAfterSec: 3 });
  expect(error).toMatchObject({ name: 'ApiError', message: '500 FAULT', code: 500, key: 'FAULT', retryAfterSec: 3 });
  expect([error.params, error.fields, error.serverMessage]).toEqual([{ max: '5' }, {}, '']);
  expect(plainError(0, 'NETWORK_ERROR')).toMatchObject({ code: 0, params: {}, fields: {}, retryAfterSec: null });
});

test('the server’s own text is kept only for a key that this client does not know', () => {
  const unknown = errorOfEnvelope({ code: 500, msg: 'a new rule', error: 'OF_A_LATER_RELEASE' });
  expect(unknown).toMatchObject({ key: 'UNKNOWN_ERROR', serverMessage: 'a new rule', params: {}, retryAfterSec: null });
});

test.each([
  [401, 'SESSION_INVALID'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [429, 'RATE_LIMITED'],
  [418, 'UNKNOWN_ERROR'],
])('an answer %i without a key is %s', (code, key) => {
  expect(errorOfEnvelope({ code, msg: '' }).key).toBe(key);
});

test.each([
  ['a write without an answer', plainError(0, 'OUTCOME_UNKNOWN'), true, true],
  ['a fault of the server', plainError(500, 'FAULT'), true, false],
  ['a read without an answer', plainError(0, 'NETWORK_ERROR'), false, true],
  ['a refusal', plainError(500, 'MARKET_CLOSED'), false, false],
  ['another error with the same fields', Object.assign(new Error('x'), { key: 'FAULT', code: 0 }), false, false],
  ['nothing', undefined, false, false],
])('%s', (_, error, isUnknown, isNetwork) => {
  expect([isOutcomeUnknown(error), isNetworkError(error)]).toEqual([isUnknown, isNetwork]);
});
