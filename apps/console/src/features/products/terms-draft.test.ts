import { currency } from '@candor/domain/money';
import { expect, test } from 'vitest';
import { draftOf, formField, termsOfDraft, wrongField } from './terms-draft.ts';
import type { ProductTermsDraft } from './terms-draft.ts';

const CNY = currency('CNY', 2);
const TERMS = {
  durations: [{ seconds: 60, payoutRate: '0.8500', minStake: '10.00', maxStake: '50000.00' }],
  presets: ['100.00', '500.00'],
  feeRate: '0.0000',
};
const DRAFT = draftOf(TERMS);

test('what is not touched stays what it was', () => {
  expect(termsOfDraft(DRAFT, CNY)).toEqual(TERMS);
  expect(wrongField(DRAFT, CNY)).toBeNull();
});

const row = { key: '60', seconds: '60', payout: '85', minStake: '10.00', maxStake: '50000.00' };
test.each<[string, Partial<ProductTermsDraft>, string | null]>([
  ['a lower payout', { durations: [{ ...row, payout: '82' }] }, null],
  ['a payout that is no figure', { durations: [{ ...row, payout: 'all' }] }, 'durations.0.payout'],
  ['a payout beyond the stake', { durations: [{ ...row, payout: '101' }] }, 'durations.0.payout'],
  ['no length', { durations: [{ ...row, seconds: '' }] }, 'durations.0.seconds'],
  ['the same length twice', { durations: [row, row] }, 'durations.1.seconds'],
  ['no least stake', { durations: [{ ...row, minStake: '' }] }, 'durations.0.minStake'],
  ['no greatest stake', { durations: [{ ...row, maxStake: 'x' }] }, 'durations.0.maxStake'],
  ['no duration', { durations: [] }, 'durations'],
  ['no fee', { fee: '' }, 'fee'],
  ['too high a fee', { fee: '11' }, 'fee'],
  ['presets in many blanks', { presets: '  100   500 ' }, null],
  ['presets that fall', { presets: '500 100' }, 'presets'],
  ['a preset that is no figure', { presets: '100 x' }, 'presets'],
])('%s', (_, changes, field) => {
  expect(wrongField({ ...DRAFT, ...changes }, CNY)).toBe(field);
});

test('the server’s fields are those of the form', () => {
  expect(formField('terms.durations.2.payoutRate')).toBe('durations.2.payout');
  expect(formField('terms.feeRate')).toBe('fee');
  expect(formField('terms.presets')).toBe('presets');
  expect(formField('reason')).toBe('reason');
});
