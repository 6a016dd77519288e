/* The history of the savings rate: which entry holds, until when each held, and from when the next one may hold. */

import { accruedAfter } from '@candor/domain/invest/interest';
import { dateText, dayOfDate } from '@candor/domain/market/local-time';
import type { DayNumber } from '@candor/domain/market/local-time';
import type { Money, Rate } from '@candor/domain/money';

export type RateEntry = { readonly from: string; readonly annualRate: string };
export type RateLine = RateEntry & {
  /** Its last business date; null while no later entry is known. */
  readonly until: string | null;
  readonly standing: 'coming' | 'now' | 'past';
};

/** Newest first, as it came. */
export function rateLines(rates: readonly RateEntry[], today: DayNumber): RateLine[] {
  const sorted = rates.toSorted((a, b) => (a.from < b.from ? 1 : -1));
  const now = sorted.find(({ from }) => dayOfDate(from) <= today);
  return sorted.map((entry, index) => {
    const next = sorted[index - 1];
    return {
      ...entry,
      until: next === undefined ? null : dateText(dayOfDate(next.from) - 1),
      standing: entry === now ? 'now' : dayOfDate(entry.from) > today ? 'coming' : 'past',
    };
  });
}

/** The first date from tomorrow on from which no rate holds yet. */
export function firstFreeDate(rates: readonly RateEntry[], today: DayNumber): string {
  const taken = new Set(rates.map(({ from }) => from));
  let day = today + 1;
  while (taken.has(dateText(day))) day += 1;
  return dateText(day);
}

/** Why a rate cannot hold from a date: it is no date to come, or another rate holds from it. Null: it can. */
export function wrongFrom(
  from: string,
  rates: readonly RateEntry[],
  today: DayNumber,
): 'fromPast' | 'fromTaken' | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(from) || dayOfDate(from) <= today) return 'fromPast';
  return rates.some((entry) => entry.from === from) ? 'fromTaken' : null;
}

/** What a balance earns in a day and in a year of 365 days. */
export function savingsCost(balance: Money, annualRate: Rate): { readonly day: Money; readonly year: Money } {
  return { day: accruedAfter(balance, annualRate, 1), year: accruedAfter(balance, annualRate, 365) };
}
