import { endsSoon } from '@candor/domain/market/sessions';
import type { Db } from '../../platform/db/pool.ts';
import { selectCalendars } from './quote-store.ts';

/** A product, and the last day ("YYYY-MM-DD") of which its calendar knows whether it is a holiday. */
export interface EndingCalendar {
  readonly product: string;
  readonly until: string;
}

/** The products whose holidays are known for less than a year. */
export async function endingCalendars(db: Db, nowMs: number): Promise<EndingCalendar[]> {
  const calendars = await selectCalendars(db);
  return calendars.flatMap(({ product, calendar }) => {
    const until = endsSoon(calendar, nowMs);
    return until === null ? [] : [{ product, until }];
  });
}
