/*
 * Business dates (YYYY-MM-DD) as filters use them, and lists grouped by day. People name a range by its first and last
 * day; the API's `to` is the first day after the range.
 */

import { formatDate } from './time.ts';

const DAY_MS = 86_400_000;

/** Null if the text is not a date of the calendar. */
export function readDate(text: string | null): string | null {
  if (text === null || !/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return null;
  const atMs = Date.parse(text);
  return !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(text) ? text : null;
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** First and last day, both included; null means open. */
export type DateRange = { from: string | null; to: string | null };

/**
 * A range from an address: an invalid date is dropped, and dates in the wrong order are swapped. Records are of the past,
 * so a first day after `today` says nothing either.
 */
export function readRange(params: URLSearchParams, today: string): DateRange {
  const range = typedRange(params);
  return range.from !== null && range.from > today ? { from: null, to: null } : range;
}

function typedRange(params: URLSearchParams): DateRange {
  const from = readDate(params.get('from'));
  const to = readDate(params.get('to'));
  return from !== null && to !== null && from > to ? { from: to, to: from } : { from, to };
}

/** Why an address shows other dates than it says: a date that is none, one to come, or a first day after the last. */
export type DateFault = 'noDate' | 'notYet' | 'swapped';

/** @returns null if the day, or its absence, is shown as it is asked for */
export function dayFault(asked: string | null, today: string): Exclude<DateFault, 'swapped'> | null {
  if (isBlank(asked)) return null;
  const date = readDate(asked);
  return date === null ? 'noDate' : date > today ? 'notYet' : null;
}

/** What `readRange` did not take as it stands. A last day to come changes nothing, so it is none. */
export function rangeFault(params: URLSearchParams, today: string): DateFault | null {
  const asked = [params.get('from'), params.get('to')];
  if (asked.some((text) => !isBlank(text) && readDate(text) === null)) return 'noDate';
  const { from } = typedRange(params);
  if (from !== null && from > today) return 'notYet';
  return from !== readDate(params.get('from')) ? 'swapped' : null;
}

function isBlank(text: string | null): boolean {
  return text === null || text === '';
}

/** The range as a list's query: `to` is not included. */
export function rangeQuery({ from, to }: DateRange): { from: string | undefined; to: string | undefined } {
  return { from: from ?? undefined, to: to === null ? undefined : addDays(to, 1) };
}

export type RangeName = 'today' | 'week' | 'month' | 'all';

/** The named ranges of filter sheets, ending today. */
export function namedRange(name: RangeName, today: string): DateRange {
  switch (name) {
    case 'today':
      return { from: today, to: today };
    case 'week':
      return { from: addDays(today, -6), to: today };
    case 'month':
      return { from: addDays(today, -29), to: today };
    case 'all':
      return { from: null, to: null };
  }
}

/** The name of a range, or null for a range the member typed. */
export function nameOfRange(range: DateRange, today: string): RangeName | null {
  const names: RangeName[] = ['all', 'today', 'week', 'month'];
  return (
    names.find((name) => {
      const { from, to } = namedRange(name, today);
      return from === range.from && to === range.to;
    }) ?? null
  );
}

/** A row of a list that is grouped by day. */
export type DayRow<T> = { kind: 'day'; date: string } | { kind: 'item'; item: T };

/** Puts a heading before every day. The items are already in display order. */
export function withDays<T>(items: readonly T[], atOf: (item: T) => string, timeZone?: string): DayRow<T>[] {
  const rows: DayRow<T>[] = [];
  let shown: string | null = null;
  for (const item of items) {
    const date = formatDate(atOf(item), timeZone);
    if (date !== shown) rows.push({ kind: 'day', date });
    shown = date;
    rows.push({ kind: 'item', item });
  }
  return rows;
}
