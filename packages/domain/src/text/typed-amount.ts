import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { money, MINOR_UNITS_MAX } from '../money.ts';
import type { Currency, Money } from '../money.ts';
import { pow10, readDecimal, WHOLE_DIGITS_MAX } from '../decimal.ts';
import { isTurned, narrow, visible } from './typed-text.ts';

/*
 * An amount as a person types or pastes it. There are two styles in the world: "1,234.56" and "1.234,56". What can only be
 * read in one way is read in that way; everything else is refused. Nothing is ever dropped to make an amount fit.
 */

export type AmountProblem =
  | 'AMOUNT_REQUIRED'
  | 'AMOUNT_INVALID'
  | 'AMOUNT_SIGNED'
  | 'AMOUNT_EXPONENT'
  | 'AMOUNT_AMBIGUOUS'
  | 'AMOUNT_TOO_PRECISE'
  | 'AMOUNT_TOO_LONG';

/** How the amounts of a field are written. `marks`: what may stand before or behind it, such as "¥" and "CNY". */
export type AmountStyle = { readonly decimals: number; readonly marks?: readonly string[] };

const GROUP = 3;
/** Chinese counts in groups of four, too. */
const MYRIAD = 4;

/**
 * The amount in a typed text as plain decimal text: "1234.56". An amount is never negative.
 *
 * - One comma or point with one or two digits behind it is the decimal point, whatever the currency's decimals.
 * - A point with more digits is the decimal point too, because all languages of Candor write it so. Where it cannot be (it
 *   has three digits, and the currency has fewer decimals) it may be a group as well: refused.
 * - A comma with three digits is a group where the currency has fewer than three decimals; else it may be both: refused.
 * - With both signs, the last one is the decimal point. Signs that repeat, spaces and apostrophes are groups, of three
 *   digits each.
 */
export function readAmount(text: string, { decimals, marks = [] }: AmountStyle): Result<string, AmountProblem> {
  if (isTurned(withoutWrapping(text))) return err('AMOUNT_INVALID');
  const plain = unmarked(simplified(text), marks);
  if (plain === '') return err('AMOUNT_REQUIRED');
  if (/^[-+(]|[-+)]$/.test(plain) && /\d/.test(plain)) return err('AMOUNT_SIGNED');
  if (/\d\.?e[-+]?\d/i.test(plain)) return err('AMOUNT_EXPONENT');
  if (!/^[\d.,' ]+$/.test(plain) || !/\d/.test(plain)) return err('AMOUNT_INVALID');
  const parts = splitAmount(plain, decimals);
  if (!parts.ok) return parts;
  const whole = parts.value.whole.replace(/^0+(?=\d)/, '') || '0';
  if (whole.length > WHOLE_DIGITS_MAX) return err('AMOUNT_TOO_LONG');
  const { fraction } = parts.value;
  if (fraction.length > decimals) return err('AMOUNT_TOO_PRECISE');
  return ok(fraction === '' ? whole : `${whole}.${fraction}`);
}

/** A typed amount of money; see `readAmount`. */
export function readMoney(text: string, of: Currency & { readonly symbol?: string }): Result<Money, AmountProblem> {
  const read = readAmount(text, amountStyle(of));
  if (!read.ok) return read;
  const decimal = readDecimal(read.value);
  const units = decimal === null ? null : decimal.units * pow10(of.decimals - decimal.scale);
  return units === null || units > MINOR_UNITS_MAX ? err('AMOUNT_TOO_LONG') : ok(money(units));
}

/** Amounts of a currency: its symbol and its code may stand beside them. */
export function amountStyle(of: {
  readonly code?: string;
  readonly symbol?: string;
  readonly decimals: number;
}): AmountStyle {
  return { decimals: of.decimals, marks: [of.symbol ?? '', of.code ?? ''].filter((mark) => mark !== '') };
}

/** The typed text if the amount cannot be read: a schema then refuses it. */
export function plainAmount(text: string, style: AmountStyle): string {
  const read = readAmount(text, style);
  return read.ok ? read.value : text;
}

/** From this many digits on, an amount without groups is hard to read. */
const LONG_DIGITS = 5;

/** How an amount was read, to be shown below its field; null where that says nothing that is not there already. */
export function readingToShow(text: string, style: AmountStyle): string | null {
  const read = readAmount(text, style);
  if (!read.ok) return null;
  const isAsTyped = read.value === text.trim() || `${read.value}.` === text.trim();
  const isLong = (read.value.split('.')[0] ?? '').length >= LONG_DIGITS;
  // Somewhere else, this is a group of thousands.
  const looksLikeGroup = /^[1-9]\d{0,2}\.\d{3}$/.test(read.value);
  return isAsTyped && !isLong && !looksLikeGroup ? null : read.value;
}

/** Copied numbers are often wrapped as a whole; inside a number such a character is a forgery. */
function withoutWrapping(text: string): string {
  return text.trim().replace(/^[\u202A-\u202E\u2066-\u2069]+|[\u202A-\u202E\u2066-\u2069]+$/gu, '');
}

/** One character for each sign: wide ones become narrow, spaces and apostrophes one kind each. */
function simplified(text: string): string {
  return narrow(visible(withoutWrapping(text)))
    .replaceAll(/[\u3002\uFF61]/gu, '.')
    .replaceAll(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/gu, ' ')
    .replaceAll(/[\u2018\u2019\u02BC\u2032]/gu, "'")
    .replaceAll(/[\u2010-\u2015\u2212\uFE63]/gu, '-')
    .replaceAll('\uFFE5', '¥')
    .trim();
}

function unmarked(text: string, marks: readonly string[]): string {
  let rest = text;
  for (const mark of marks.map((each) => simplified(each).toLowerCase())) {
    if (mark !== '' && rest.toLowerCase().startsWith(mark)) rest = rest.slice(mark.length).trim();
    else if (mark !== '' && rest.toLowerCase().endsWith(mark)) rest = rest.slice(0, -mark.length).trim();
  }
  return rest;
}

type Parts = { readonly whole: string; readonly fraction: string };

function splitAmount(plain: string, decimals: number): Result<Parts, AmountProblem> {
  const signs = [...new Set(plain.replaceAll(/\d/g, ''))];
  const [only] = signs;
  if (only === undefined) return ok({ whole: plain, fraction: '' });
  if (signs.length > 1) return splitAtLast(plain, signs);
  const pieces = plain.split(only);
  const isGroups = areGroups(pieces);
  if (only === ' ' || only === "'")
    return isGroups ? ok({ whole: pieces.join(''), fraction: '' }) : err('AMOUNT_AMBIGUOUS');
  if (pieces.length > 2) return isGroups ? ok({ whole: pieces.join(''), fraction: '' }) : err('AMOUNT_AMBIGUOUS');
  const [whole = '', fraction = ''] = pieces;
  if (only === ',' && fraction === '') return err('AMOUNT_AMBIGUOUS');
  const mayBeGroup = isGroups || (only === ',' && fraction.length === MYRIAD && /^[1-9]\d{0,3}$/.test(whole));
  if (!mayBeGroup) return ok({ whole, fraction });
  if (only === '.') return fraction.length > decimals ? err('AMOUNT_AMBIGUOUS') : ok({ whole, fraction });
  return fraction.length === GROUP && decimals < GROUP
    ? ok({ whole: whole + fraction, fraction: '' })
    : err('AMOUNT_AMBIGUOUS');
}

/** Two kinds of signs: groups in front, and the decimal point, which comes once and last. */
function splitAtLast(plain: string, signs: readonly string[]): Result<Parts, AmountProblem> {
  const at = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const point = plain[at] ?? '';
  const pieces = plain.slice(0, Math.max(at, 0)).split(signs.find((sign) => sign !== point) ?? '');
  const fraction = plain.slice(at + 1);
  if (signs.length > 2 || !/^\d+$/.test(fraction) || !areGroups(pieces)) return err('AMOUNT_AMBIGUOUS');
  return ok({ whole: pieces.join(''), fraction });
}

/** "1", "234", "567": one to three digits, not beginning with 0, then three each. */
function areGroups(pieces: readonly string[]): boolean {
  const [first = '', ...rest] = pieces;
  return rest.length > 0 && /^[1-9]\d{0,2}$/.test(first) && rest.every((piece) => /^\d{3}$/.test(piece));
}
