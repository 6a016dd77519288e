import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assertPositive,
  CURRENCY_DECIMALS_MAX,
  currency,
  formatMoney,
  moneyInWords,
  formatRate,
  money,
  mulRateFloor,
  mulRateHalfEven,
  parseMoney,
  parseRate,
  rate,
  RATE_SCALE,
  sumMoney,
  wholeUnits,
  ZERO,
} from './money.ts';

const amount = fc.bigInt({ min: -(10n ** 17n) + 1n, max: 10n ** 17n - 1n }).map(money);
const CNY = currency('CNY', 2);
const JPY = currency('JPY', 0);
const CLF = currency('CLF', 4);
const anyCurrency = fc.nat({ max: CURRENCY_DECIMALS_MAX }).map((decimals) => currency('XTS', decimals));
const fraction = fc.bigInt({ min: 0n, max: 100_000n }).map(rate);

describe('parseMoney', () => {
  it.each([
    ['100', 10_000n],
    ['100.0', 10_000n],
    ['100.00', 10_000n],
    ['0', 0n],
    ['0.05', 5n],
    ['999999999999999.99', 99_999_999_999_999_999n],
  ])('reads %s', (text, minorUnits) => {
    expect(parseMoney(text, CNY)).toEqual({ ok: true, value: minorUnits });
  });

  it.each([
    '',
    ' ',
    ' 1',
    '1 ',
    '1\n',
    '+1',
    '-1',
    '-0',
    '01',
    '00',
    '1.',
    '.5',
    '1e3',
    '1E3',
    '0x10',
    '1,000',
    '1,5',
    '1_000',
    'NaN',
    'Infinity',
    '١',
    '\uff11',
    '1n',
    '--1',
    '1000000000000000',
    '1.2.3',
  ])('refuses %j', (text) => {
    expect(parseMoney(text, CNY)).toEqual({ ok: false, error: 'MONEY_INVALID' });
  });

  it.each(['1.234', '1.000', '0.001'])('refuses %s, which has more decimals than the currency', (text) => {
    expect(parseMoney(text, CNY)).toEqual({ ok: false, error: 'MONEY_TOO_PRECISE' });
  });

  it('reads a minus sign only for signed amounts', () => {
    expect(parseMoney('-3.50', CNY, { signed: true })).toEqual({ ok: true, value: -350n });
    expect(parseMoney('-3.50', CNY, { signed: false }).ok).toBe(false);
    expect(parseMoney('- 3.50', CNY, { signed: true }).ok).toBe(false);
  });

  it('uses the decimals of the currency', () => {
    expect(parseMoney('100', JPY)).toEqual({ ok: true, value: 100n });
    expect(parseMoney('100.0', JPY).ok).toBe(false);
    expect(parseMoney('0.0001', CLF)).toEqual({ ok: true, value: 1n });
    expect(parseMoney('0.00001', CLF).ok).toBe(false);
  });

  it('refuses amounts too large for a bigint column', () => {
    expect(parseMoney('922337203685477.5807', CLF)).toEqual({ ok: true, value: 2n ** 63n - 1n });
    expect(parseMoney('922337203685477.5808', CLF).ok).toBe(false);
    expect(parseMoney('-922337203685477.5808', CLF, { signed: true }).ok).toBe(false);
    expect(parseMoney('-922337203685477.5807', CLF, { signed: true }).ok).toBe(true);
  });

  it('reads back every amount that formatMoney writes', () => {
    fc.assert(
      fc.property(amount, anyCurrency, (value, of) => {
        const text = formatMoney(value, of);
        const whole = text.replace('-', '').split('.')[0] ?? '';
        fc.pre(whole.length <= 15);
        expect(parseMoney(text, of, { signed: true })).toEqual({ ok: true, value });
      }),
    );
  });

  it('never throws, and an accepted text means the same number', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.-+e, '.split('')) }), (text) => {
        const parsed = parseMoney(text, CNY, { signed: true });
        if (parsed.ok) expect(Number(formatMoney(parsed.value, CNY))).toBe(Number(text) + 0);
      }),
    );
  });
});

describe('formatMoney', () => {
  it.each([
    [10_000n, 2, '100.00'],
    [-350n, 2, '-3.50'],
    [-5n, 2, '-0.05'],
    [0n, 2, '0.00'],
    [7n, 0, '7'],
    [123_456_789n, 2, '1234567.89'],
  ])('writes %d at %d decimals as %s', (minorUnits, decimals, text) => {
    expect(formatMoney(money(minorUnits), currency('XTS', decimals))).toBe(text);
  });
});

describe('currencies', () => {
  it.each([-1, 5, 1.5, Number.NaN])('cannot have %s decimals', (decimals) => {
    expect(() => currency('XTS', decimals)).toThrow('decimals');
  });

  it('must have a code', () => {
    expect(() => currency('', 2)).toThrow('code');
  });

  it('give the number of minor units in a whole one', () => {
    expect([JPY, CNY, CLF].map((of) => wholeUnits(50_000n, of))).toEqual([50_000n, 5_000_000n, 500_000_000n]);
  });
});

describe('rates', () => {
  it.each([
    ['0.85', 8500n],
    ['0.8500', 8500n],
    ['1', 10_000n],
    ['0', 0n],
    ['0.0001', 1n],
  ])('reads %s', (text, value) => {
    expect(parseRate(text)).toEqual({ ok: true, value });
  });

  it.each(['', '0.85001', '-0.1', '85%', '1e-1', '.5'])('refuses %j', (text) => {
    expect(parseRate(text)).toEqual({ ok: false, error: 'RATE_INVALID' });
  });

  it('reads back every rate that formatRate writes', () => {
    fc.assert(
      fc.property(fraction, (value) => {
        expect(parseRate(formatRate(value))).toEqual({ ok: true, value });
      }),
    );
  });
});

describe('rounding', () => {
  it.each([
    [1_001n, 8500n, 850n],
    [1n, 8500n, 0n],
    [-1n, 8500n, -1n],
    [100n, 8500n, 85n],
  ])('floors %d × %d to %d', (minorUnits, by, expected) => {
    expect(mulRateFloor(money(minorUnits), rate(by))).toBe(expected);
  });

  it.each([
    [1n, 5000n, 0n],
    [3n, 5000n, 2n],
    [5n, 5000n, 2n],
    [-3n, 5000n, -2n],
  ])('rounds %d × %d half to even, %d', (minorUnits, by, expected) => {
    expect(mulRateHalfEven(money(minorUnits), rate(by))).toBe(expected);
  });

  it('floors to the largest unit that is not above the exact product', () => {
    fc.assert(
      fc.property(amount, fraction, (value, by) => {
        const floored = mulRateFloor(value, by) * RATE_SCALE;
        const exact = value * by;
        expect(floored <= exact && exact < floored + RATE_SCALE).toBe(true);
      }),
    );
  });

  it('never pays more by floor than by half-even', () => {
    fc.assert(
      fc.property(amount, fraction, (value, by) => {
        const difference = mulRateHalfEven(value, by) - mulRateFloor(value, by);
        expect(difference === 0n || difference === 1n).toBe(true);
      }),
    );
  });
});

describe('sums', () => {
  it('adds amounts; an empty sum is zero', () => {
    expect(sumMoney([])).toBe(ZERO);
    expect(sumMoney([money(5n), money(-7n), money(1n)])).toBe(-1n);
  });

  it('asserts that an amount is above zero', () => {
    expect(() => assertPositive(ZERO, 'stake')).toThrow('stake must be above zero, is 0');
    expect(() => assertPositive(money(1n), 'stake')).not.toThrow();
  });
});

it.each([
  [150_000n, '¥1,500.00'],
  [123_456_789n, '¥1,234,567.89'],
  [99_900n, '¥999.00'],
  [-350n, '−¥3.50'],
  [0n, '¥0.00'],
])('%i is ¥ in a sentence: %s', (minorUnits, text) => {
  expect(moneyInWords(money(minorUnits), CNY, '¥')).toBe(text);
});
