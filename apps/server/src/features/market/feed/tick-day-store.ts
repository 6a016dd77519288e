import type { Db } from '../../../platform/db/pool.ts';

/**
 * Makes the database ready for the ticks of today and of the week after, so that the feed never has to. Waits for no
 * reader. Answers for how many days after today there is room.
 */
export async function prepareTickDays(db: Db): Promise<number> {
  const { rows } = await db.query<{ ahead: number }>('select prepare_tick_days() as ahead');
  return rows[0]?.ahead ?? 0;
}
