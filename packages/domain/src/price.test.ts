import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPrice, parsePrice, price } from './price.ts';

describe('parsePrice', () => {
  it.each([
    ['1.0834', 5, 108_340n],
    ['67890.12', 2, 6_789_012n],
    ['-37.63', 2, -3763n],
    ['5', 0, 5n],
    ['0', 8, 0n],
  ])('reads %s at %d decimals', (text, decimals, units) => {
    expect(parsePrice(text, decimals)).toEqual({ ok: true, value: units });
  });

  it.each(['', '1.', '01.5', '1e-7', ' 1', '+1', 'NaN', '1.001', '1.000', '1,5'])(
    'refuses %j at 2 decimals',
    (text) => {
      expect(parsePrice(text, 2)).toEqual({ ok: false, error: 'PRICE_INVALID' });
    },
  );

  it.each([
    ['1.005', 100n],
    ['1.015', 102n],
    ['1.0150001', 102n],
    ['1.0049999', 100n],
    ['-1.005', -100n],
    ['-1.015', -102n],
    ['67890.12000000', 6_789_012n],
  ])('rounds %s half to even when the source has more decimals', (text, units) => {
    expect(parsePrice(text, 2, { round: 'HALF_EVEN' })).toEqual({ ok: true, value: units });
  });

  it('refuses prices too large for a 64-bit column', () => {
    expect(parsePrice('999999999999999', 8).ok).toBe(false);
    expect(parsePrice('-999999999999999', 8).ok).toBe(false);
  });

  it.each(['', '-'])('has its limit at 10^18 units (%s)', (sign) => {
    expect(parsePrice(`${sign}9999999999.99999999`, 8).ok).toBe(true);
    expect(parsePrice(`${sign}10000000000`, 8)).toEqual({ ok: false, error: 'PRICE_INVALID' });
  });

  it("reads back every price that formatPrice writes, with exactly the product's decimals", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.nat({ max: 8 }), (units, decimals) => {
        const text = formatPrice(price(units), decimals);
        fc.pre((text.replace('-', '').split('.')[0] ?? '').length <= 15);
        expect((text.split('.')[1] ?? '').length).toBe(decimals);
        expect(parsePrice(text, decimals)).toEqual({ ok: true, value: units });
      }),
    );
  });
});
