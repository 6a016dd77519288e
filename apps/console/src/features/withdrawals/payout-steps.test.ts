import { PAYOUT_TABLE } from '@candor/domain/cashier/withdrawal';
import { PAYOUTS } from '@candor/contract/cashier';
import { expect, test } from 'vitest';
import { nextPayouts } from './payout-steps.ts';

test.each(PAYOUTS)('from %s the desk offers exactly the steps that the rules know', (payout) => {
  expect(nextPayouts({ status: 'approved', payout })).toEqual(Object.values(PAYOUT_TABLE[payout]));
});

test('nothing is paid before two operators approved', () => {
  expect(nextPayouts({ status: 'seconding', payout: 'none' })).toEqual([]);
});
