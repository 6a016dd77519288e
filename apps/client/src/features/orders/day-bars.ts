/*
 * The daily result bars: a row of business days, each with the total result of its orders. Days without orders keep
 * their place, so the row is a calendar. Pure; amounts stay exact until they become a height.
 */

import { parseMoney } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import { addDays } from '../../lib/dates.ts';
import type { DateRange } from '../../lib/dates.ts';

export const BAR_DAYS = 30;

export type DaySum = { readonly date: string; readonly count: number; readonly profit: string };

/** `height` is the share of the highest bar, −1 to 1; a day without orders has no sum. */
export type DayBar = { readonly date: string; readonly sum: DaySum | null; readonly height: number };

/** The month to show: it ends today, or at the end of a chosen range that is completely before that month. */
export function barsRange({ to }: DateRange, today: string): { from: string; to: string } {
  const isEarlier = to !== null && to < addDays(today, 1 - BAR_DAYS);
  const last = isEarlier ? to : today;
  return { from: addDays(last, 1 - BAR_DAYS), to: last };
}

/** One bar for each day of the range, oldest first. */
export function dayBars(range: { from: string; to: string }, days: readonly DaySum[], paidIn: Currency): DayBar[] {
  const sums = new Map(days.map((day) => [day.date, day]));
  const highest = days.reduce((most, { profit }) => {
    const size = sizeOf(profit, paidIn);
    return size > most ? size : most;
  }, 0n);
  const bars: DayBar[] = [];
  for (let date = range.from; date <= range.to; date = addDays(date, 1)) {
    const sum = sums.get(date) ?? null;
    bars.push({ date, sum, height: sum === null ? 0 : heightOf(sum.profit, highest, paidIn) });
  }
  return bars;
}

/** Whether a day is chosen; if no range is chosen, every day is. */
export function isChosen(date: string, { from, to }: DateRange): boolean {
  return (from === null || date >= from) && (to === null || date <= to);
}

/** What a tap on a day chooses: that day alone. If it was already chosen alone, all days again. */
export function tapDay(date: string, chosen: DateRange): DateRange {
  return chosen.from === date && chosen.to === date ? { from: null, to: null } : { from: date, to: date };
}

function sizeOf(profit: string, paidIn: Currency): bigint {
  const amount = parseMoney(profit.replace('-', ''), paidIn);
  return amount.ok ? amount.value : 0n;
}

function heightOf(profit: string, highest: bigint, paidIn: Currency): number {
  if (highest === 0n) return 0;
  const share = Number((sizeOf(profit, paidIn) * 1_000n) / highest) / 1_000;
  return profit.startsWith('-') ? -share : share;
}
