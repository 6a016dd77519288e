import type { DayNumber } from '@candor/domain/market/local-time';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int4, int8, rowOf } from '../../platform/db/rows.ts';
import { day } from './columns.ts';

const stepRow = z.object({
  day: z.nullable(day),
  step: z.nullable(z.string()),
  looked: z.nullable(int4),
  quarantined: z.nullable(int8),
  reason: z.nullable(z.string()),
});
export type EndOfDayStep = z.infer<typeof stepRow>;

/**
 * Does the next batch of the end of day, in a transaction of its own. Its date is null when there is nothing to do. `quarantined` is the
 * row of `close_exception` for the row that could not be written, `reason` why.
 */
export async function endOfDayStep(db: Db, most: { accruals: number; payments: number }): Promise<EndOfDayStep> {
  const result = await db.query({
    name: 'end-of-day-step',
    text: 'select day, step, looked, aside as quarantined, reason from close_step($1, $2)',
    values: [most.accruals, most.payments],
  });
  const row = rowOf(stepRow, result);
  if (row === undefined) throw new Error('the end of day did not answer');
  return row;
}

const lastRow = z.object({ closed: z.nullable(day) });

/** The last closed business date; null before the first. */
export async function selectLastClosed(db: Db): Promise<DayNumber | null> {
  const result = await db.query('select max(business_date) as closed from business_day where closed_at is not null');
  return rowOf(lastRow, result)?.closed ?? null;
}

const countRow = z.object({ count: int4 });

/** How many rows the end of day has quarantined and not written yet. */
export async function countQuarantined(db: Db): Promise<number> {
  const result = await db.query('select count(*)::integer as count from close_exception where ended_at is null');
  return rowOf(countRow, result)?.count ?? 0;
}
