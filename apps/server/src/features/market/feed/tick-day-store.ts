import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { int4, rowOf } from '../../../platform/db/rows.ts';

/**
 * Prepares the database for the ticks of today and of the next week, so that the feed never has to. Does not wait for
 * readers. Returns the number of days after today that are ready.
 */
export async function prepareTickDays(db: Db): Promise<number> {
  const result = await db.query('select prepare_tick_days() as ahead');
  return rowOf(z.object({ ahead: int4 }), result)?.ahead ?? 0;
}
