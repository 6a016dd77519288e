import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDecimals, divFloor, divHalfEven, readDecimal, withoutExponent, writeDecimal } from './decimal.ts';

const integer = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n });
const divisor = fc.bigInt({ min: -(10n ** 6n), max: 10n ** 6n }).filter((n) => n !== 0n);
function abs(n: bigint): bigint {
  return n < 0n ? -n : n;
}

describe('divFloor', () => {
  it.each([
    [7n, 2n, 3n],
    [-7n, 2n, -4n],
    [7n, -2n, -4n],
    [-7n, -2n, 3n],
    [-6n, 2n, -3n],
    [0n, 5n, 0n],
  ])('%d / %d = %d', (a, b, expected) => {
    expect(divFloor(a, b)).toBe(expected);
  });

  it('is the largest integer not above the exact quotient', () => {
    fc.assert(
      fc.property(integer, divisor, (a, b) => {
        const rest = a - divFloor(a, b) * b;
        expect(b > 0n ? rest >= 0n && rest < b : rest <= 0n && rest > b).toBe(true);
      }),
    );
  });

  it('refuses to divide by zero', () => {
    expect(() => divFloor(1n, 0n)).toThrow('division by zero');
  });
});

describe('divHalfEven', () => {
  it.each([
    [1n, 2n, 0n],
    [3n, 2n, 2n],
    [5n, 2n, 2n],
    [7n, 2n, 4n],
    [-1n, 2n, 0n],
    [-3n, 2n, -2n],
    [-5n, 2n, -2n],
    [3n, -2n, -2n],
    [5n, -2n, -2n],
    [-5n, -2n, 2n],
    [251n, 100n, 3n],
    [249n, 100n, 2n],
    [-251n, 100n, -3n],
    [-249n, 100n, -2n],
    [4n, 2n, 2n],
  ])('%d / %d = %d', (a, b, expected) => {
    expect(divHalfEven(a, b)).toBe(expected);
  });

  it('is at most half away from the exact quotient, and even on a tie', () => {
    fc.assert(
      fc.property(integer, divisor, (a, b) => {
        const quotient = divHalfEven(a, b);
        const twiceError = 2n * abs(a - quotient * b);
        expect(twiceError <= abs(b)).toBe(true);
        if (twiceError === abs(b)) expect(quotient % 2n).toBe(0n);
      }),
    );
  });

  it('rounds a number and its negative the same way', () => {
    fc.assert(
      fc.property(integer, divisor, (a, b) => {
        expect(divHalfEven(-a, b)).toBe(-divHalfEven(a, b));
      }),
    );
  });
});

describe('decimal texts', () => {
  it('are read back as written', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }),
        fc.nat({ max: 12 }),
        (units, decimals) => {
          expect(readDecimal(writeDecimal(units, decimals))).toEqual({ units, scale: decimals });
        },
      ),
    );
  });

  it('answers over-long texts with null and without delay', () => {
    expect(readDecimal('9'.repeat(1_000_000))).toBeNull();
    expect(readDecimal(`0.${'1'.repeat(31)}`)).toBeNull();
    expect(readDecimal('9'.repeat(16))).toBeNull();
    expect(readDecimal('9'.repeat(15))).toEqual({ units: 10n ** 15n - 1n, scale: 0 });
  });

  it('reads the longest allowed number', () => {
    const [whole, fraction] = ['9'.repeat(15), '1'.repeat(30)];
    expect(readDecimal(`-${whole}.${fraction}`)).toEqual({ units: -BigInt(whole + fraction), scale: 30 });
  });

  it.each([
    ['1.5', '0.25', '1.75'],
    ['0.1', '0.2', '0.3'],
    ['12', '3', '15'],
    ['-1.00', '1', '0.00'],
    ['1e3', '1', null],
    ['1', '', null],
  ])('adds %s and %s', (left, right, expected) => {
    expect(addDecimals(left, right)).toBe(expected);
  });

  it('refuses an invalid number of decimals', () => {
    expect(() => writeDecimal(1n, -1)).toThrow('decimals out of range');
    expect(() => writeDecimal(1n, 1.5)).toThrow('decimals out of range');
    expect(() => writeDecimal(1n, 31)).toThrow('decimals out of range');
    expect(writeDecimal(1n, 30)).toBe(`0.${'0'.repeat(29)}1`);
  });
});

describe('withoutExponent', () => {
  it.each([
    ['1e-8', '0.00000001'],
    ['1.0E+5', '100000'],
    ['1.50e0', '1.5'],
    ['-2.5e-3', '-0.0025'],
    ['1e14', '100000000000000'],
    ['1.000e-29', '0.00000000000000000000000000001'],
    ['0e999', '0'],
    ['61837.63', '61837.63'],
    ['NaN', 'NaN'],
  ])('reads %s as %s', (text, plain) => {
    expect(withoutExponent(text)).toBe(plain);
  });

  it.each(['1e999999', '1e999', '1e-999', '1e15', '1e-31', '1e', 'e5', '1e5e5', '01e2', '1e+-2', '0x1e2', '١e2'])(
    'refuses %s',
    (text) => {
      expect(withoutExponent(text)).toBeNull();
    },
  );

  it('keeps the value of every number that a machine writes', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1e12, noNaN: true }), fc.nat(6), (value, digits) => {
        const text = value.toExponential(digits);
        const plain = withoutExponent(text);
        expect(plain).not.toMatch(/e/i);
        expect(Number(plain)).toBe(Number(text));
      }),
    );
  });
});
