import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log/log.ts';
import { endingCalendars } from '../../services/quotes/ending-calendars.ts';

/**
 * Looks for products whose holidays are known for less than a year, and says so in the log: after the last one, holidays would be
 * trading days, and orders of these days void. Calendars that follow a rule have no end. Returns how many there are.
 */
export async function watchCalendars(db: Db, log: Log, nowMs: number): Promise<number> {
  const ending = await endingCalendars(db, nowMs);
  for (const { product, until } of ending)
    log.error({ product, until }, 'THE HOLIDAYS OF A PRODUCT ARE KNOWN FOR LESS THAN A YEAR');
  return ending.length;
}
