import { currency } from '@candor/domain/money';
import { expect, test } from 'vitest';
import { balancePath } from './balance-path.ts';

const CNY = currency('CNY', 2);

function day(date: string, total: string) {
  return { date: `2026-11-${date}`, total };
}

test('the lowest day is at the bottom of the box, the highest at its top', () => {
  const path = balancePath([day('01', '100.00'), day('02', '50.00'), day('03', '150.00')], CNY);
  expect(path?.d).toBe('M0.00 50 L50.00 100 L100.00 0');
  expect(path).toMatchObject({ least: { date: '2026-11-02' }, most: { date: '2026-11-03' } });
});

test('days that are all the same are a line in the middle; a single day is no line', () => {
  expect(balancePath([day('01', '7.00'), day('02', '7.00')], CNY)?.d).toBe('M0.00 50 L100.00 50');
  expect(balancePath([day('01', '7.00')], CNY)).toBeNull();
});

test('the last day is the total of the card, so that one card shows one total', () => {
  const days = [day('01', '100.00'), day('02', '90.00')];
  expect(balancePath(days, CNY, '100.00')).toMatchObject({ d: 'M0.00 50 L100.00 50', last: { total: '100.00' } });
});
