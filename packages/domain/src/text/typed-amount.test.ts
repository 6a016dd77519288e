import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeDecimal } from '../decimal.ts';
import { currency } from '../money.ts';
import { amountStyle, plainAmount, readAmount, readingToShow, readMoney } from './typed-amount.ts';

const YUAN = { decimals: 2, marks: ['¥', 'CNY'] };

describe('with two decimals', () => {
  it.each([
    ['10,50', '10.50'],
    ['0,5', '0.5'],
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1,234', '1234'],
    ['12,345,678', '12345678'],
    ['1.234.567', '1234567'],
    ['1.234.567,8', '1234567.8'],
    ['1 234,56', '1234.56'],
    ['1\u00A0234.56', '1234.56'],
    ['1\u202F234\u202F567', '1234567'],
    ["1'234.50", '1234.50'],
    ['1’234', '1234'],
    ['１２３．４', '123.4'],
    ['１，２３４．５０', '1234.50'],
    ['１２，５', '12.5'],
    ['10。5', '10.5'],
    ['0012', '12'],
    ['00', '0'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['10.', '10'],
    ['1234,5', '1234.5'],
    ['¥ 100', '100'],
    ['￥1,000.00', '1000.00'],
    ['100 CNY', '100'],
    ['cny 100.5', '100.5'],
    ['\u202D1,234.50\u202C', '1234.50'],
    ['\uFEFF100\u200B', '100'],
    ['999999999999999', '999999999999999'],
  ])('%j is %s', (text, plain) => {
    expect(readAmount(text, YUAN)).toEqual({ ok: true, value: plain });
  });

  it.each([
    ['', 'AMOUNT_REQUIRED'],
    [' \u200B', 'AMOUNT_REQUIRED'],
    ['¥', 'AMOUNT_REQUIRED'],
    ['-5', 'AMOUNT_SIGNED'],
    ['−5', 'AMOUNT_SIGNED'],
    ['＋5', 'AMOUNT_SIGNED'],
    ['5-', 'AMOUNT_SIGNED'],
    ['(5)', 'AMOUNT_SIGNED'],
    ['¥-5', 'AMOUNT_SIGNED'],
    ['1e3', 'AMOUNT_EXPONENT'],
    ['1.5E+3', 'AMOUNT_EXPONENT'],
    ['１ｅ３', 'AMOUNT_EXPONENT'],
    ['1.234', 'AMOUNT_AMBIGUOUS'],
    ['1,0000', 'AMOUNT_AMBIGUOUS'],
    ['10,', 'AMOUNT_AMBIGUOUS'],
    ['1,23,456', 'AMOUNT_AMBIGUOUS'],
    ['1.2.3', 'AMOUNT_AMBIGUOUS'],
    ['1,234.56.78', 'AMOUNT_AMBIGUOUS'],
    ['12 34', 'AMOUNT_AMBIGUOUS'],
    ["1'234 567", 'AMOUNT_AMBIGUOUS'],
    ['1.5,5', 'AMOUNT_AMBIGUOUS'],
    ['0,1,2', 'AMOUNT_AMBIGUOUS'],
    ['0.125', 'AMOUNT_TOO_PRECISE'],
    ['0,125', 'AMOUNT_TOO_PRECISE'],
    ['1234.567', 'AMOUNT_TOO_PRECISE'],
    ['1,234.567', 'AMOUNT_TOO_PRECISE'],
    ['1.0000', 'AMOUNT_TOO_PRECISE'],
    ['12345678901234567890', 'AMOUNT_TOO_LONG'],
    ['1,234,567,890,123,456', 'AMOUNT_TOO_LONG'],
    ['abc', 'AMOUNT_INVALID'],
    ['.', 'AMOUNT_INVALID'],
    ['$100', 'AMOUNT_INVALID'],
    ['1万', 'AMOUNT_INVALID'],
    ['10²', 'AMOUNT_INVALID'],
    ['①', 'AMOUNT_INVALID'],
    ['100\t200', 'AMOUNT_INVALID'],
    ['100\n200', 'AMOUNT_INVALID'],
    ['1\u202E23', 'AMOUNT_INVALID'],
    ['0x10', 'AMOUNT_INVALID'],
  ])('%j is refused: %s', (text, error) => {
    expect(readAmount(text, YUAN)).toEqual({ ok: false, error });
  });
});

describe('with other decimals', () => {
  it.each([
    [0, '10,500', '10500'],
    [0, '10', '10'],
    [1, '10,5', '10.5'],
    [1, '10,500', '10500'],
    [3, '10,50', '10.50'],
    [3, '10.500', '10.500'],
    [3, '0,500', '0.500'],
    [3, '1234,567', '1234.567'],
    [3, '1.234,567', '1234.567'],
    [3, '1,234,567', '1234567'],
    [4, '10.1234', '10.1234'],
    [4, '12345,6789', '12345.6789'],
    [8, '0.12345678', '0.12345678'],
  ])('%i: %s is %s', (decimals, text, plain) => {
    expect(readAmount(text, { decimals })).toEqual({ ok: true, value: plain });
  });

  it.each([
    [0, '10,50', 'AMOUNT_TOO_PRECISE'],
    [0, '10.500', 'AMOUNT_AMBIGUOUS'],
    [1, '10,50', 'AMOUNT_TOO_PRECISE'],
    [3, '10,500', 'AMOUNT_AMBIGUOUS'],
    [4, '1,234', 'AMOUNT_AMBIGUOUS'],
    [4, '10,5000', 'AMOUNT_AMBIGUOUS'],
  ])('%i: %s is refused: %s', (decimals, text, error) => {
    expect(readAmount(text, { decimals })).toEqual({ ok: false, error });
  });
});

const GROUPS = ['', ',', '.', ' ', '\u00A0', '\u202F', '\u2009', "'", '’', '，'];
const POINTS = ['.', ',', '．', '，', '。'];
function wide(text: string): string {
  return text.replaceAll(/\d/g, (digit) => String.fromCodePoint(digit.charCodeAt(0) + 0xfee0));
}

/** The narrow twin of a sign. */
function kindOf(sign: string): string {
  return { '，': ',', '．': '.', '。': '.' }[sign] ?? sign;
}

describe('an amount in any style', () => {
  const written = fc
    .record({
      decimals: fc.nat({ max: 4 }),
      units: fc.bigInt({ min: 0n, max: 10n ** 14n }),
      group: fc.constantFrom(...GROUPS),
      point: fc.constantFrom(...POINTS),
      isWide: fc.boolean(),
      shown: fc.nat({ max: 4 }),
    })
    .filter(({ group, point }) => kindOf(group) !== kindOf(point))
    .map(({ decimals, units, group, point, isWide, shown }) => {
      const plain = writeDecimal(units, decimals);
      const [whole = '', fraction = ''] = plain.split('.');
      const kept = fraction.slice(0, shown);
      const isExact = !/[1-9]/.test(fraction.slice(kept.length));
      const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
      const text = kept === '' ? grouped : grouped + point + kept;
      return { decimals, text: isWide ? wide(text) : text, meant: units, isExact };
    })
    .filter(({ isExact }) => isExact);

  it('is read as meant, or refused as ambiguous', () => {
    fc.assert(
      fc.property(written, ({ decimals, text, meant }) => {
        const read = readMoney(text, currency('XTS', decimals));
        if (!read.ok) return read.error === 'AMOUNT_AMBIGUOUS';
        // The one style that is taken at its word: a point with as many digits as there are decimals.
        const isPoint = /^[\d０-９]{1,3}[.．][\d０-９]{3}$/u.test(text) && decimals >= 3;
        return isPoint || read.value === meant;
      }),
      { numRuns: 3_000 },
    );
  });

  it('is never refused when one comma or point has one or two digits behind it', () => {
    const short = fc.record({
      decimals: fc.integer({ min: 2, max: 4 }),
      whole: fc.nat({ max: 999_999_999 }),
      fraction: fc.constantFrom('0', '5', '00', '05', '50', '99'),
      point: fc.constantFrom(...POINTS),
    });
    fc.assert(
      fc.property(short, ({ decimals, whole, fraction, point }) => {
        expect(readAmount(`${whole}${point}${fraction}`, { decimals })).toEqual({
          ok: true,
          value: `${whole}.${fraction}`,
        });
      }),
    );
  });

  it('is read again as itself, in the form of the server', () => {
    fc.assert(
      fc.property(fc.nat({ max: 4 }), fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), (decimals, units) => {
        const text = writeDecimal(units, decimals);
        expect(readAmount(text, { decimals })).toEqual({ ok: true, value: text });
      }),
    );
  });
});

it('any text is an amount in plain form or a refusal', () => {
  const pieces = fc.array(fc.constantFrom(...Array.from("0123456789.,  '-+e，．¥x\u200B\u202E")), { maxLength: 12 });
  fc.assert(
    fc.property(pieces, fc.nat({ max: 4 }), (typed, decimals) => {
      const read = readAmount(typed.join(''), { decimals });
      if (!read.ok) return;
      expect(read.value).toMatch(/^(0|[1-9]\d{0,14})(\.\d+)?$/);
      // No digit was dropped, and none came from nowhere.
      const digits = typed.filter((each) => /\d/.test(each)).join('');
      expect(read.value.replace('.', '').replace(/^0+/, '')).toBe(digits.replace(/^0+/, ''));
    }),
    { numRuns: 3_000 },
  );
});

it('an amount that no column holds is too long', () => {
  expect(readMoney('999999999999999', currency('XTS', 4))).toEqual({ ok: false, error: 'AMOUNT_TOO_LONG' });
  expect(readMoney('1,234.5', currency('XTS', 4))).toEqual({ ok: true, value: 12_345_000n });
});

it('the symbol and the code of the currency may stand beside it', () => {
  expect(amountStyle({ code: 'CNY', symbol: '¥', decimals: 2 })).toEqual({ decimals: 2, marks: ['¥', 'CNY'] });
  expect(plainAmount('¥10,50', amountStyle({ code: 'CNY', symbol: '¥', decimals: 2 }))).toBe('10.50');
});

it.each([
  ['10,50', 2, '10.50'],
  ['1.234,56', 2, '1234.56'],
  ['１００', 2, '100'],
  ['.5', 2, '0.5'],
  ['1,234.50', 2, '1234.50'],
  ['10.500', 3, '10.500'],
  ['12345', 2, '12345'],
  ['1234', 2, null],
  ['10.50', 2, null],
  ['10.', 2, null],
  [' 10 ', 2, null],
  ['1e3', 2, null],
  ['', 2, null],
] as const)('below %j with %i decimals is shown: %s', (text, decimals, shown) => {
  expect(readingToShow(text, { decimals })).toBe(shown);
});

it('a text that is no amount stays as it is', () => {
  expect(plainAmount('1e3', { decimals: 2 })).toBe('1e3');
});
