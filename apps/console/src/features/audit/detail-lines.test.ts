import { currency } from '@candor/domain/money';
import { expect, test } from 'vitest';
import { detailLines, isId } from './detail-lines.ts';

const ID = '0192f0c1-2b3c-7def-8123-456789abcdef';

test.each([
  [2, '1000.00'],
  [0, '100000'],
  [4, '10.0000'],
])('amounts have the %d decimals of the currency', (decimals, text) => {
  for (const name of ['amount', 'credited', 'missing', 'keep'])
    expect(detailLines({ [name]: '100000' }, currency('CNY', decimals))).toEqual([
      { name, kind: 'money', value: text },
    ]);
});

test('what is no whole number, or no amount, stays as it is', () => {
  const detail = {
    amount: '10.5',
    version: 7,
    count: '12',
    hours: { from: 9 },
    reason: null,
    note: '',
    auto: true,
    pinned: false,
  };
  expect(detailLines({ ...detail, release: ID, member: '1234567' }, currency('CNY', 2))).toEqual([
    { name: 'amount', kind: 'text', value: '10.5' },
    { name: 'version', kind: 'text', value: '7' },
    { name: 'count', kind: 'text', value: '12' },
    { name: 'hours', kind: 'text', value: '{"from":9}' },
    { name: 'reason', kind: 'none', value: '—' },
    { name: 'note', kind: 'none', value: '—' },
    { name: 'auto', kind: 'yes', value: 'true' },
    { name: 'pinned', kind: 'no', value: 'false' },
    { name: 'release', kind: 'id', value: ID },
    { name: 'member', kind: 'id', value: '1234567' },
  ]);
});

test.each([
  [ID, true],
  ['a'.repeat(64), true],
  ['1234567', true],
  ['12', false],
  ['approved', false],
  ['', false],
])('%s is an id: %s', (text, is) => {
  expect(isId(text)).toBe(is);
});
