import { localDay, localToUtc } from '../market/local-time.ts';
import type { DayNumber } from '../market/local-time.ts';

/** The business date of a moment, and the dates that may be closed. */

/** The first date that may be closed is the one whose end is this long ago: what began before it has ended by then. */
export const END_OF_DAY_GRACE_MS = 60_000;

/** When a business date ends: the first moment of the next one. */
export function dayEndMs(timeZone: string, day: DayNumber): number {
  return localToUtc(timeZone, day + 1, 0);
}

/** The last business date that may be closed now. */
export function lastDueDay(timeZone: string, nowMs: number): DayNumber {
  return localDay(timeZone, nowMs - END_OF_DAY_GRACE_MS) - 1;
}

/** The dates still to close, oldest first, each on its own, however long nothing ran. */
export function dueDays(timeZone: string, lastClosed: DayNumber, nowMs: number): DayNumber[] {
  const count = Math.max(0, lastDueDay(timeZone, nowMs) - lastClosed);
  return Array.from({ length: count }, (_, index) => lastClosed + 1 + index);
}
