import type { Db } from '../../platform/db/pool.ts';
import { bookHour } from './ledger-hour-store.ts';

/** Hours of one run: a site that was off for long books its past in several. */
const RUN_MAX = 500;

/** Books every hour of the ledger that is over and complete, oldest first. Returns how many. */
export async function bookHours(db: Db, isStopping: () => boolean): Promise<number> {
  let booked = 0;
  while (booked < RUN_MAX && !isStopping() && (await bookHour(db))) booked += 1;
  return booked;
}
