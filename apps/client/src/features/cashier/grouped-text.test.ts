import { expect, test } from 'vitest';
import { addressParts, cardGroups } from './grouped-text.ts';

test('an address is split where people compare it, and nothing is lost', () => {
  const address = 'TPRACTCEDoNotPayThisAddress1111111';
  const { head, middle, tail } = addressParts(address);
  expect([head, tail, head + middle + tail]).toEqual(['TPRAC', '11111', address]);
  expect(addressParts('short')).toEqual({ head: 'short', middle: '', tail: '' });
});

test.each([
  ['6200000000000000005', '6200 0000 0000 0000 005'],
  ['6200000000000000', '6200 0000 0000 0000'],
  ['', ''],
])('"%s" is grouped', (number, groups) => {
  expect(cardGroups(number)).toBe(groups);
});
