import { expect, test } from 'vitest';
import { comparedLines } from './compared-lines.ts';

test('only what differs is shown: changed, new and gone', () => {
  const before = [
    ['Bank', 'ICBC'],
    ['Branch', 'Main'],
    ['Payee', 'Candor'],
  ] as const;
  const after = [
    ['Bank', 'ABC'],
    ['Payee', 'Candor'],
    ['Address', 'T1'],
  ] as const;
  expect(comparedLines(before, after)).toEqual([
    { name: 'Bank', before: 'ICBC', after: 'ABC' },
    { name: 'Address', before: null, after: 'T1' },
    { name: 'Branch', before: 'Main', after: null },
  ]);
  expect(comparedLines(before, before)).toEqual([]);
});
