import { readAmount } from '../text/typed-amount.ts';
import { localDateAt } from '../market/local-time.ts';
import { entryOf, realDate, STATEMENT_ENTRIES_MAX, StatementFault, unitsOf } from './statement.ts';
import type { Statement, StatementEntry, StatementOf } from './statement.ts';

/*
 * Tables of banks and of chains. No two have the same columns, so an account remembers which of its columns mean what. A statement of a
 * chain is such a table, too: the hash is its reference, the other address its name, and its moment a date in the site's time zone.
 */

/** The title of the column for each; an amount is one signed column, or one for each direction. */
export interface StatementColumns {
  readonly date: string;
  readonly amount?: string | undefined;
  /** Money out, and money in, both without a sign. */
  readonly debit?: string | undefined;
  readonly credit?: string | undefined;
  readonly currency?: string | undefined;
  readonly reference?: string | undefined;
  readonly name?: string | undefined;
  readonly note?: string | undefined;
  /** The balance after each line. */
  readonly balance?: string | undefined;
  /** In which order a date of three numbers is written; with the year first it needs no telling. */
  readonly dates?: 'dmy' | 'mdy' | undefined;
}

const FIELD_CHARS_MAX = 4_000;
const FIELDS_MAX = 100;

/** A line of a table, and where in the file it begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * RFC 4180, with the separator that the first line has most of. Quotes may hold line breaks.
 * @throws StatementFault
 */
export function csvRows(text: string): readonly CsvRow[] {
  const separator = separatorOf(text);
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let line = 1;
  let begins = 1;
  let at = 0;
  while (at < text.length) {
    const cell = cellAt(text, at, separator, line);
    cells.push(cell.text);
    if (cells.length > FIELDS_MAX || cell.text.length > FIELD_CHARS_MAX)
      throw new StatementFault('STATEMENT_TOO_LARGE', begins);
    line += cell.breaks;
    at = cell.end;
    if (text[at] === separator) {
      at += 1;
      // A separator at the very end has an empty cell behind it.
      if (at < text.length) continue;
      cells.push('');
    }
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    if (cells.some((each) => each.trim() !== '')) rows.push({ line: begins, cells });
    // With its titles: more are no entries of any file.
    if (rows.length > STATEMENT_ENTRIES_MAX + 1) throw new StatementFault('STATEMENT_TOO_LARGE', begins);
    line += 1;
    begins = line;
    cells = [];
  }
  return rows;
}

interface Cell {
  readonly text: string;
  readonly end: number;
  readonly breaks: number;
}

function cellAt(text: string, start: number, separator: string, line: number): Cell {
  if (text[start] !== '"') {
    let end = start;
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
    return { text: text.slice(start, end), end, breaks: 0 };
  }
  let value = '';
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) throw new StatementFault('STATEMENT_UNREADABLE', line);
    value += text.slice(from, quote);
    if (text[quote + 1] !== '"') {
      const end = quote + 1;
      const next = text[end];
      if (next !== undefined && next !== separator && next !== '\n' && next !== '\r')
        throw new StatementFault('STATEMENT_UNREADABLE', line);
      return { text: value, end, breaks: value.split('\n').length - 1 };
    }
    value += '"';
    from = quote + 2;
  }
}

function separatorOf(text: string): string {
  const head = text.slice(0, 4_000).split(/\r|\n/, 1)[0] ?? '';
  const counted = [',', ';', '\t'].map((sign) => ({ sign, count: head.split(sign).length }));
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).sign;
}

/** @param account what the file's account is: a table does not tell. @throws StatementFault */
export function readStatementCsv(
  text: string,
  columns: StatementColumns,
  of: StatementOf & { readonly account: string; readonly timeZone: string },
): readonly Statement[] {
  const [head, ...rows] = csvRows(text);
  if (head === undefined || rows.length === 0) throw new StatementFault('STATEMENT_EMPTY');
  const titles = head.cells.map((title) => title.trim());
  const place = placesOf(columns, titles, head.line);
  const read = rows.map((row) => rowOf(row, place, columns, of));
  const ordered = isNewestFirst(read) ? read.toReversed() : read;
  const { opening, closing } = balancesOf(ordered);
  const entries = ordered.filter(({ entry }) => entry.amount !== 0n).map(({ entry }) => entryOf(entry));
  return [{ account: of.account, currency: of.currency, number: '', opening, closing, entries }];
}

type Name = 'date' | 'amount' | 'debit' | 'credit' | 'currency' | 'reference' | 'name' | 'note' | 'balance';

/** Where each column stands. @throws StatementFault with the title that the file has not, or has twice */
function placesOf(columns: StatementColumns, titles: readonly string[], line: number): ReadonlyMap<Name, number> {
  const names = ['date', 'amount', 'debit', 'credit', 'currency', 'reference', 'name', 'note', 'balance'] as const;
  const places = new Map<Name, number>();
  for (const name of names) {
    const title = columns[name]?.trim();
    if (title === undefined || title === '') continue;
    const at = titles.indexOf(title);
    if (at < 0 || titles.includes(title, at + 1)) throw new StatementFault('STATEMENT_COLUMNS', line, title);
    places.set(name, at);
  }
  if (!places.has('date') || (!places.has('amount') && !(places.has('debit') && places.has('credit'))))
    throw new StatementFault('STATEMENT_COLUMNS', line, places.has('date') ? 'amount' : 'date');
  return places;
}

interface ReadRow {
  readonly line: number;
  readonly entry: StatementEntry;
  readonly balance: bigint | null;
}

function rowOf(
  { line, cells }: CsvRow,
  places: ReadonlyMap<Name, number>,
  columns: StatementColumns,
  of: StatementOf & { readonly timeZone: string },
): ReadRow {
  const cell = (name: Name): string => cells[places.get(name) ?? -1]?.trim() ?? '';
  const title = (name: Name): string => columns[name] ?? name;
  if (places.has('currency') && cell('currency') !== of.currency)
    throw new StatementFault('STATEMENT_CURRENCY', line, title('currency'));
  const bookedOn = dateIn(cell('date'), columns.dates, of.timeZone);
  if (bookedOn === null) throw new StatementFault('STATEMENT_DATE', line, title('date'));
  const read = (name: Name): bigint => {
    const units = signedUnits(cell(name), of.decimals);
    if (units === null) throw new StatementFault('STATEMENT_AMOUNT', line, title(name));
    return units;
  };
  return {
    line,
    balance: places.has('balance') ? read('balance') : null,
    entry: {
      bookedOn,
      valuedOn: null,
      amount: places.has('amount') ? read('amount') : inAndOut(cell, read, line, title),
      isReversal: false,
      bankRef: cell('reference'),
      endToEndId: '',
      counterparty: cell('name'),
      text: cell('note'),
    },
  };
}

/** One of the two is empty or zero. A minus in the column of money out says what the column says already. */
function inAndOut(
  cell: (name: Name) => string,
  read: (name: Name) => bigint,
  line: number,
  title: (name: Name) => string,
): bigint {
  const credit = cell('credit') === '' ? 0n : read('credit');
  const debit = cell('debit') === '' ? 0n : read('debit');
  if ((credit === 0n) === (debit === 0n) || credit < 0n)
    throw new StatementFault('STATEMENT_AMOUNT', line, title('credit'));
  return credit === 0n ? (debit < 0n ? debit : -debit) : credit;
}

/** An amount by the rule of typed amounts, with a sign before or behind it, or in brackets as bookkeepers write it. */
export function signedUnits(text: string, decimals: number): bigint | null {
  const plain = text.replaceAll(/[\u2212\u2013\uFF0D]/g, '-').trim();
  const parts = /^(?:([+-])\s*)?(\(?)(.*?)(\)?)\s*([+-])?$/.exec(plain);
  if (parts === null) return null;
  const [, before, open, body = '', close, behind] = parts;
  const isBracketed = open === '(' && close === ')';
  if ((open === '(') !== (close === ')')) return null;
  if ([before, behind, isBracketed || undefined].filter((mark) => mark !== undefined).length > 1) return null;
  // As many decimals as any asset has: zeros behind those of the account are no error.
  const read = readAmount(withoutSurplusZeros(body, decimals), { decimals });
  if (!read.ok) return null;
  const units = unitsOf(read.value, decimals);
  if (units === null) return null;
  return before === '-' || behind === '-' || isBracketed ? -units : units;
}

/** "12.500000" of an account with two decimals is 12.50: chains write all of an asset's. */
function withoutSurplusZeros(text: string, decimals: number): string {
  const parts = /^(\d+)\.(\d+)$/.exec(text);
  const fraction = parts?.[2] ?? '';
  if (parts === null || fraction.length <= Math.max(decimals, 3)) return text;
  return /^0*$/.test(fraction.slice(decimals)) ? `${parts[1] ?? ''}.${fraction.slice(0, decimals)}` : text;
}

const SECONDS = /^\d{10}$/;
const MILLISECONDS = /^\d{13}$/;

/** Dates with the year first, or as the account says; a moment with its zone is a date of the site. Null for anything else. */
export function dateIn(text: string, order: 'dmy' | 'mdy' | undefined, timeZone: string): string | null {
  if (SECONDS.test(text) || MILLISECONDS.test(text)) {
    const atMs = Number(text) * (SECONDS.test(text) ? 1_000 : 1);
    const on = localDateAt(timeZone, atMs).split('-').map(Number);
    return realDate(on[0] ?? 0, on[1] ?? 0, on[2] ?? 0);
  }
  const iso =
    /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?(?:[T ]+(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(.*))?$/.exec(text);
  if (iso !== null) {
    const date = realDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
    const zone = iso[5] ?? '';
    if (date === null || zone === '') return date;
    const form = zone === 'UTC' || zone === 'Z' ? 'Z' : /^[+-]\d{2}:?\d{2}$/.test(zone) ? zone : null;
    const atMs = form === null ? Number.NaN : Date.parse(`${date}T${(iso[4] ?? '').padStart(5, '0')}${form}`);
    return Number.isNaN(atMs) ? null : localDateAt(timeZone, atMs);
  }
  const parts = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?:[ T]+\d{1,2}:\d{2}(?::\d{2})?)?$/.exec(text);
  if (parts === null || order === undefined) return null;
  const [first, second, year] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  return order === 'dmy' ? realDate(year, second, first) : realDate(year, first, second);
}

function isNewestFirst(rows: readonly ReadRow[]): boolean {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined || first.entry.bookedOn === last.entry.bookedOn)
    // Of one day: the balances say which way it goes.
    return rows.length > 1 && !goesOn(rows) && goesOn(rows.toReversed());
  return first.entry.bookedOn > last.entry.bookedOn;
}

function goesOn(rows: readonly ReadRow[]): boolean {
  return rows.every(({ balance, entry }, at) => {
    const before = rows[at - 1]?.balance;
    return before === undefined || before === null || balance === null || before + entry.amount === balance;
  });
}

/** Each balance follows from the one before it. @throws StatementFault at the first that does not */
function balancesOf(rows: readonly ReadRow[]): { opening: bigint | null; closing: bigint | null } {
  const first = rows[0];
  const closing = rows.at(-1)?.balance ?? null;
  if (first === undefined || first.balance === null || closing === null) return { opening: null, closing: null };
  let before = first.balance - first.entry.amount;
  const opening = before;
  for (const { line, balance, entry } of rows) {
    before += entry.amount;
    if (balance !== before) throw new StatementFault('STATEMENT_STEP', line);
  }
  return { opening, closing };
}
