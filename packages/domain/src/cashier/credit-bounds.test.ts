import fc from 'fast-check';
import { expect, test } from 'vitest';
import { money, rate } from '../money.ts';
import { creditBounds, isFarCredit, secondNeed } from './credit-bounds.ts';

const terms = { min: money(10_000n), max: money(10_000_000n), boundRate: rate(10_000n) };

test.each([
  ["twice the amount, and the channel's minimum", 200_000n, terms, 10_000n, 400_000n],
  ["the channel's maximum", 9_000_000n, terms, 10_000n, 10_000_000n],
  ['a narrow spread, rounded down', 100_001n, { ...terms, boundRate: rate(500n) }, 95_001n, 105_001n],
  ['no other amount at all', 200_000n, { ...terms, boundRate: rate(0n) }, 200_000n, 200_000n],
])('the bounds are %s', (_, amount, of, least, most) => {
  expect(creditBounds(money(amount), of)).toEqual({ least, most });
});

test.each([
  [200_000n, 180_000n, false],
  [200_000n, 179_999n, true],
  [200_000n, 220_000n, false],
  [200_000n, 220_001n, true],
  [200_000n, 99_999_900n, true],
  [9n, 10n, true],
])('asked %i, credited %i: far is %s', (amount, credited, isFar) => {
  expect(isFarCredit(money(amount), money(credited), rate(1_000n))).toBe(isFar);
});

test('what is within a spread is not far by the same spread', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 12n }).map(money);
  const by = fc.bigInt({ min: 0n, max: 10_000n }).map(rate);
  fc.assert(
    fc.property(amount, by, (asked, boundRate) => {
      const { least, most } = creditBounds(asked, { min: money(0n), max: money(10n ** 13n), boundRate });
      expect(isFarCredit(asked, least, boundRate) || isFarCredit(asked, most, boundRate)).toBe(false);
      expect(isFarCredit(asked, money(most + 1n), boundRate)).toBe(true);
    }),
  );
});

test.each([
  ['a small amount needs nobody else', { amount: 99n, credited: 99n, lacksProof: false }, null],
  ['a large one does', { amount: 100n, credited: 100n, lacksProof: false }, 'large'],
  ['one without its proof does', { amount: 99n, credited: 99n, lacksProof: true }, 'proof'],
  ['another amount does', { amount: 99n, credited: 98n, lacksProof: true }, 'amount'],
])('%s', (_, { amount, credited, lacksProof }, need) => {
  expect(
    secondNeed({ amount: money(amount), credited: money(credited), lacksProof }, { secondFrom: money(100n) }),
  ).toBe(need);
});
