import { currency } from '@candor/domain/money';
import { expect, test } from 'vitest';
import { draftOf, formField, termsOfDraft, wrongField } from './terms-draft.ts';
import type { ProductTermsDraft } from './terms-draft.ts';

const CNY = currency('CNY', 2);
const TERMS = {
  durations: [{ seconds: 60, payoutRate: '0.8500', minStake: '10.00', maxStake: '50000.00' }],
  presets: ['100.00', '500.00'],
  feeRate: '0.0000',
  entryDelaySec: 3,
};
const DRAFT = draftOf({ ...TERMS, lossLimits: null });

test('what is not touched stays what it was', () => {
  expect(termsOfDraft(DRAFT, CNY)).toEqual(TERMS);
  const limited = { ...TERMS, lossLimits: { second: '10.00', product: '20.00', day: '30.00' } };
  expect(termsOfDraft(draftOf(limited), CNY)).toEqual(limited);
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
  ['no delay', { entryDelay: '0' }, null],
  ['a delay that is empty', { entryDelay: ' ' }, 'entryDelay'],
  ['a delay that is too long', { entryDelay: '11' }, 'entryDelay'],
  ['limits', { second: '1', product: '1', day: '1' }, null],
  ['limits of nothing', { second: '0', product: '0', day: '0' }, null],
  ['one limit alone', { day: '100' }, 'second'],
  ['a product below its second', { second: '2', product: '1', day: '5' }, 'product'],
  ['a day below its product', { second: '1', product: '2', day: '1' }, 'day'],
  ['presets in many blanks', { presets: '  100   500 ' }, null],
  ['presets that fall', { presets: '500 100' }, 'presets'],
  ['a preset that is no figure', { presets: '100 x' }, 'presets'],
])('%s', (_, changes, field) => {
  expect(wrongField({ ...DRAFT, ...changes }, CNY)).toBe(field);
});

test('the server’s fields are those of the form', () => {
  expect(formField('terms.durations.2.payoutRate')).toBe('durations.2.payout');
  expect(formField('terms.feeRate')).toBe('fee');
  expect(formField('terms.entryDelaySec')).toBe('entryDelay');
  expect(formField('terms.lossLimits.day')).toBe('day');
  expect(formField('terms.presets')).toBe('presets');
  expect(formField('reason')).toBe('reason');
});
