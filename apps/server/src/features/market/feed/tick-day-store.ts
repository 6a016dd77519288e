import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { int4, rowOf } from '../../../platform/db/rows.ts';

/**
 * Makes the database ready for the ticks of today and of the week after, so that the feed never has to. Waits for no
 * reader. Answers for how many days after today there is room.
 */
export async function prepareTickDays(db: Db): Promise<number> {
  const result = await db.query('select prepare_tick_days() as ahead');
  return rowOf(z.object({ ahead: int4 }), result)?.ahead ?? 0;
}
