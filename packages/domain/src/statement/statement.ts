import { pow10 } from '../decimal.ts';
import { MINOR_UNITS_MAX } from '../money.ts';
import { dateText, dayNumber } from '../market/local-time.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';

/*
 * What a bank or a chain says about an account, as every reader of a format gives it. A file is read as a whole or refused as a
 * whole: a statement of which a line is missing proves nothing.
 */

/** Units are those of the account: cents of its currency, or the smallest unit of its asset. */
export interface StatementEntry {
  /** The date on which it was booked, in the place of the bank. */
  readonly bookedOn: string;
  readonly valuedOn: string | null;
  /** Above zero: money came in. */
  readonly amount: bigint;
  /** Takes an earlier entry back. Its sign is already that of what happens to the account now. */
  readonly isReversal: boolean;
  /** The bank's own reference, or the hash of a chain. */
  readonly bankRef: string;
  readonly endToEndId: string;
  readonly counterparty: string;
  readonly text: string;
}

export interface Statement {
  readonly account: string;
  readonly currency: string;
  /** Empty where the format has none. */
  readonly number: string;
  /** Null where the format tells no balance. */
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly entries: readonly StatementEntry[];
}

export const STATEMENT_PROBLEMS = [
  'STATEMENT_TOO_LARGE',
  'STATEMENT_UNREADABLE',
  'STATEMENT_VERSION',
  'STATEMENT_MISSING',
  'STATEMENT_INVALID',
  'STATEMENT_DATE',
  'STATEMENT_AMOUNT',
  'STATEMENT_CURRENCY',
  'STATEMENT_ACCOUNT',
  'STATEMENT_COLUMNS',
  'STATEMENT_EMPTY',
  'STATEMENT_BALANCE',
  'STATEMENT_STEP',
] as const;
export type StatementProblemKey = (typeof STATEMENT_PROBLEMS)[number];

/** What is wrong with a file, and where. */
export interface StatementProblem {
  readonly key: StatementProblemKey;
  /** From 1; 0 where no line is to blame. */
  readonly line: number;
  /** A tag, an element or a column, as the format calls it. */
  readonly field: string;
}

/** What a file may hold. Its bytes are bounded before any of it is read. */
export const STATEMENT_BYTES_MAX = 8 * 1_024 * 1_024;
export const STATEMENT_LINES_MAX = 400_000;
export const STATEMENT_ENTRIES_MAX = 20_000;
/** Of one file: a year has as many days, and some. */
export const STATEMENTS_MAX = 1_000;

/** Names and references are kept up to here; the whole of them is in the file. */
const WORDS_MAX = 140;
const TEXT_MAX = 1_000;
const FIELD_MAX = 80;

/** The account that a file is read for. */
export interface StatementOf {
  readonly currency: string;
  readonly decimals: number;
}

/** Thrown by the readers, from however deep, and caught where a file enters: nothing else sees it. */
export class StatementFault extends Error {
  override readonly name = 'StatementFault';
  readonly problem: StatementProblem;
  constructor(key: StatementProblemKey, line = 0, field = '') {
    super(`${key} at line ${line} ${field}`);
    // A field may be what the file says: it is shown.
    this.problem = { key, line, field: words(field, FIELD_MAX) };
  }
}

/** Runs a reader: what is wrong with the file is its answer. */
export function readSafely(read: () => readonly Statement[]): Result<readonly Statement[], StatementProblem> {
  try {
    const statements = read();
    if (statements.length === 0) throw new StatementFault('STATEMENT_EMPTY');
    const entries = statements.reduce((sum, statement) => sum + statement.entries.length, 0);
    if (entries > STATEMENT_ENTRIES_MAX || statements.length > STATEMENTS_MAX)
      throw new StatementFault('STATEMENT_TOO_LARGE');
    for (const statement of statements) checkBalances(statement);
    return ok(statements.map((statement) => ({ ...statement, number: numberOf(statement) })));
  } catch (error) {
    if (error instanceof StatementFault) return err(error.problem);
    throw error;
  }
}

/** Opening and entries make the closing balance, or the file is refused: a line is missing, or was changed. */
function checkBalances({ number, opening, closing, entries }: Statement): void {
  if (opening === null || closing === null) return;
  const sum = entries.reduce((total, { amount }) => total + amount, opening);
  if (sum !== closing) throw new StatementFault('STATEMENT_BALANCE', 0, number);
}

/** It tells statements apart, so it is not cut. */
function numberOf({ number }: Statement): string {
  const plain = words(number, Infinity);
  if (plain.length > WORDS_MAX) throw new StatementFault('STATEMENT_INVALID', 0, plain);
  return plain;
}

/** An entry with its words cut to what is kept. */
export function entryOf(entry: StatementEntry): StatementEntry {
  return {
    ...entry,
    bankRef: words(entry.bankRef, WORDS_MAX),
    endToEndId: words(entry.endToEndId, WORDS_MAX),
    counterparty: words(entry.counterparty, WORDS_MAX),
    text: words(entry.text, TEXT_MAX),
  };
}

/** One line without control characters, nor those that turn text around: it is shown, and stands in files. */
function words(text: string, max: number): string {
  const plain = text
    .replaceAll(/[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  return [...plain].slice(0, max).join('');
}

/** A plain decimal as units; further decimals must be zeros. Null for anything else, and for what no account holds. */
export function unitsOf(text: string, decimals: number): bigint | null {
  const parts = /^(\d{1,18})(?:\.(\d{0,10}))?$/.exec(text);
  if (parts === null) return null;
  const [, whole = '', fraction = ''] = parts;
  if (/[1-9]/.test(fraction.slice(decimals))) return null;
  const units = BigInt(whole) * pow10(decimals) + BigInt(fraction.slice(0, decimals).padEnd(decimals, '0') || '0');
  return units > MINOR_UNITS_MAX ? null : units;
}

/** "2026-11-28", or null for a date that no calendar has. */
export function realDate(year: number, month: number, day: number): string | null {
  if (year < 1990 || year > 2099 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  const text = dateText(dayNumber(year, month, day));
  return Number(text.slice(8)) === day && Number(text.slice(5, 7)) === month ? text : null;
}
