import { endsSoon } from '@candor/domain/market/sessions';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log/log.ts';
import { selectCalendars } from './market-store.ts';

/**
 * Looks for products whose holidays are known for less than a year, and says so in the log: after the last one, holidays would be
 * trading days, and orders of these days void. Calendars that follow a rule have no end. Returns how many there are.
 */
export async function watchCalendars(db: Db, log: Log, nowMs: number): Promise<number> {
  let ending = 0;
  for (const { product, calendar } of await selectCalendars(db)) {
    const until = endsSoon(calendar, nowMs);
    if (until === null) continue;
    ending += 1;
    log.error({ product, until }, 'THE HOLIDAYS OF A PRODUCT ARE KNOWN FOR LESS THAN A YEAR');
  }
  return ending;
}
