import { expect, test } from 'vitest';
import { siteOf } from '../session/site.ts';
import { SITE_CONFIG } from '../../lib/testing/site-config.ts';
import { totalWithPlay } from './assets-total.ts';

const { currency } = siteOf(SITE_CONFIG);

test('an order that is taken moves its stake, and leaves the total as it was', () => {
  const before = { usermoney: '100000.00', openStake: '0.00' };
  const taken = { usermoney: '99900.00', openStake: '100.00' };
  expect(totalWithPlay(before, currency)).toBe('100000.00');
  expect(totalWithPlay(taken, currency)).toBe('100000.00');
});

test('the end of the order changes the total: by its profit, or by its stake', () => {
  expect(totalWithPlay({ usermoney: '100085.00', openStake: '0.00' }, currency)).toBe('100085.00');
  expect(totalWithPlay({ usermoney: '99900.00', openStake: '0.00' }, currency)).toBe('99900.00');
});
