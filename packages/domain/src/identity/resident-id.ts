import { dateText, dayOfDate } from '../market/local-time.ts';
import { err, ok } from '../result.ts';
import { readNumber } from '../text/typed-text.ts';
import type { Result } from '../result.ts';

/**
 * A resident identity card of the mainland, GB 11643: region, birth date, sequence and check character. Since 2023 the card of
 * a foreign permanent resident has the same form: 9, two digits of the region, three of the country, then as above.
 */
export interface ResidentId {
  /** 18 characters; the last one may be X. */
  readonly number: string;
  /** YYYY-MM-DD */
  readonly birthDate: string;
}

export type ResidentIdProblem = 'ID_NUMBER_INVALID' | 'ID_NUMBER_OLD' | 'ID_NUMBER_CHECK' | 'ID_NUMBER_MINOR';

const ADULT_YEARS = 18;
const OLDEST_YEARS = 120;
/** Nobody older lives. */
const FIRST_BIRTH_DATE = '1900-01-01';

/** Provinces, municipalities, autonomous regions, and the regions whose residents hold a permit with such a number. */
const REGIONS = new Set(
  '11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83'.split(' '),
);

const CHECK_CHARACTERS = '10X98765432';

/** The number as people type it, in one form: a capital X, and `readNumber`. */
export function residentIdText(text: string): string {
  return readNumber(text).toUpperCase();
}

/**
 * Checks a number by itself: whether it can exist, and whether its holder is an adult. It does not show who holds it.
 * @param today the business date, YYYY-MM-DD; null where nobody knows it: then the age is not checked
 */
export function checkResidentId(text: string, today: string | null): Result<ResidentId, ResidentIdProblem> {
  const number = residentIdText(text);
  // The first generation had 15 digits and is no longer valid.
  if (/^\d{15}$/.test(number)) return err('ID_NUMBER_OLD');
  if (!/^\d{17}[\dX]$/.test(number)) return err('ID_NUMBER_INVALID');
  if (!REGIONS.has(regionOf(number))) return err('ID_NUMBER_INVALID');
  const birthDate = birthDateOf(number);
  if (!isDate(birthDate) || birthDate < FIRST_BIRTH_DATE) return err('ID_NUMBER_INVALID');
  if (today !== null && (birthDate > today || birthDate < yearsBefore(today, OLDEST_YEARS)))
    return err('ID_NUMBER_INVALID');
  if (number.at(-1) !== checkCharacter(number)) return err('ID_NUMBER_CHECK');
  if (today !== null && birthDate > yearsBefore(today, ADULT_YEARS)) return err('ID_NUMBER_MINOR');
  return ok({ number, birthDate });
}

/**
 * What is wrong with the number of any document; null if nothing is. A number with the form of a resident card is one, and keeps
 * its rule; others are letters and digits. Registration takes them all; verification takes resident cards alone.
 */
export function idNumberProblem(text: string, today: string | null): ResidentIdProblem | null {
  const number = residentIdText(text);
  if (!/^\d{15}$|^\d{17}[\dX]$/.test(number)) return /^[A-Z0-9]{5,32}$/.test(number) ? null : 'ID_NUMBER_INVALID';
  const checked = checkResidentId(number, today);
  return checked.ok ? null : checked.error;
}

function regionOf(number: string): string {
  return number.startsWith('9') ? number.slice(1, 3) : number.slice(0, 2);
}

/** ISO 7064, MOD 11-2: with its check character, the weighted sum of a number leaves 1. */
export function checkCharacter(number: string): string {
  let rest = 0;
  for (const digit of number.slice(0, 17)) rest = ((rest + Number(digit)) * 2) % 11;
  return CHECK_CHARACTERS.charAt(rest);
}

/** Whether the calendar has this date: another one, like 30 February, is counted as a later day. */
function isDate(date: string): boolean {
  return dateText(dayOfDate(date)) === date;
}

/** Dates of this form compare like their text. */
function yearsBefore(date: string, years: number): string {
  return `${Number(date.slice(0, 4)) - years}${date.slice(4)}`;
}

/** The birth date in a number of 18 characters, YYYY-MM-DD. */
export function birthDateOf(number: string): string {
  return `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`;
}

/** "110101********123X" → first four and last four: enough for its holder. */
export function maskResidentId(number: string): string {
  return `${number.slice(0, 4)}**********${number.slice(-4)}`;
}
