import { expect, test } from 'vitest';
import { whyNotFinal } from './late-receipt.ts';

const MINUTE_MS = 60_000;
const SEEN = { status: 'won', settledPlace: 7, request: 'signed', isUnwitnessed: false } as const;

test('a receipt that is not final is a finding from ten minutes after the close on', () => {
  expect(whyNotFinal(SEEN, 0, 10 * MINUTE_MS - 1)).toBeNull();
  expect(whyNotFinal(SEEN, 0, 10 * MINUTE_MS)).toBe('unchecked');
});

test.each([
  ['unsettled', { status: null, settledPlace: null }],
  ['unwitnessed', { isUnwitnessed: true }],
  ['unlogged', { settledPlace: null }],
  ['unchecked', { settledPlace: null, request: 'none' }],
] as const)('its reason may be: %s', (reason, change) => {
  expect(whyNotFinal({ ...SEEN, ...change }, 0, 20 * MINUTE_MS)).toBe(reason);
});
