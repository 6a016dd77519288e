import { assert } from './assert.ts';

/** A decimal text split into an integer of 10^-scale units. "12.50" is { units: 1250n, scale: 2 }. */
export type Decimal = { readonly units: bigint; readonly scale: number };

const DECIMAL = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/;

/** The most digits in front of the point. A longer number is neither an amount nor a price. */
export const WHOLE_DIGITS_MAX = 15;
/** The most digits after the point. Nobody quotes more; the limit keeps hostile input from costing time. */
const FRACTION_DIGITS_MAX = 30;

/** Reads "-12.50" exactly. Null for anything else: exponent, plus sign, blank, grouping, leading zero, bare point. */
export function readDecimal(text: string): Decimal | null {
  if (text.length > WHOLE_DIGITS_MAX + FRACTION_DIGITS_MAX + 2) return null;
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (whole.length > WHOLE_DIGITS_MAX || fraction.length > FRACTION_DIGITS_MAX) return null;
  const magnitude = BigInt(whole + fraction);
  return { units: sign === '-' ? -magnitude : magnitude, scale: fraction.length };
}

const FIGURE = /^([^eE]+)[eE]([+-]?\d{1,3})$/;

/**
 * A decimal text without exponent of the same value: "1e-8" is "0.00000001", "1.0E+5" is "100000". A text without an exponent is
 * itself. Null for what has an exponent and is no decimal, or would have more digits than a decimal may have. Machines
 * write such texts; a person's amount never has an exponent.
 */
export function withoutExponent(text: string): string | null {
  const match = FIGURE.exec(text);
  if (match === null) return /[eE]/.test(text) ? null : text;
  const [, mantissa = '', exponent = ''] = match;
  const decimal = readDecimal(mantissa);
  if (decimal === null) return null;
  const scale = decimal.scale - Number(exponent);
  if (decimal.units === 0n) return '0';
  if (scale > WHOLE_DIGITS_MAX + FRACTION_DIGITS_MAX || scale < -WHOLE_DIGITS_MAX) return null;
  const digits = scale < 0 ? decimal.units * pow10(-scale) : decimal.units;
  return shortest(digits, Math.max(0, scale));
}

/** Without zeros at the end, so that "1.000e-29" is not too long. Null if it is. */
function shortest(units: bigint, scale: number): string | null {
  let [left, decimals] = [units, scale];
  while (decimals > 0 && left % 10n === 0n) [left, decimals] = [left / 10n, decimals - 1];
  if (decimals > FRACTION_DIGITS_MAX) return null;
  const text = writeDecimal(left, decimals);
  return readDecimal(text) === null ? null : text;
}

/** Writes units of 10^-decimals with every decimal shown and no grouping: (-350n, 2) is "-3.50". */
export function writeDecimal(units: bigint, decimals: number): string {
  assertDecimals(decimals);
  const digits = magnitudeOf(units)
    .toString()
    .padStart(decimals + 1, '0');
  const sign = units < 0n ? '-' : '';
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Adds two decimal texts exactly, at the finer scale of the two. Null if either is not a decimal. */
export function addDecimals(left: string, right: string): string | null {
  const a = readDecimal(left);
  const b = readDecimal(right);
  if (a === null || b === null) return null;
  const scale = Math.max(a.scale, b.scale);
  return writeDecimal(a.units * pow10(scale - a.scale) + b.units * pow10(scale - b.scale), scale);
}

export function pow10(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

export function assertDecimals(decimals: number): void {
  assert(
    Number.isInteger(decimals) && decimals >= 0 && decimals <= FRACTION_DIGITS_MAX,
    `decimals out of range: ${decimals}`,
  );
}

/** The units without their sign. */
export function magnitudeOf(units: bigint): bigint {
  return units < 0n ? -units : units;
}

export function smallerOf<T extends bigint>(a: T, b: T): T {
  return a < b ? a : b;
}

export function largerOf<T extends bigint>(a: T, b: T): T {
  return a > b ? a : b;
}

/** a ÷ b rounded towards minus infinity. */
export function divFloor(a: bigint, b: bigint): bigint {
  assert(b !== 0n, 'division by zero');
  const quotient = a / b;
  const exact = quotient * b === a;
  return exact || a < 0n === b < 0n ? quotient : quotient - 1n;
}

/** a ÷ b rounded to the nearest integer. Ties go to the even one, so that many roundings do not drift one way. */
export function divHalfEven(a: bigint, b: bigint): bigint {
  const floor = divFloor(a, b);
  const positive = magnitudeOf(b);
  const twiceRest = 2n * magnitudeOf(a - floor * b);
  if (twiceRest < positive) return floor;
  if (twiceRest > positive) return floor + 1n;
  return floor % 2n === 0n ? floor : floor + 1n;
}
