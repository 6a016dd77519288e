import * as z from 'zod/mini';
import { int4, int8 } from '../../platform/db/rows.ts';
import { day } from './columns.ts';
import { firstValue, onlyRow } from '../../platform/db/statement.ts';

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
export const endOfDayStep = onlyRow(
  stepRow,
  'select day, step, looked, aside as quarantined, reason from close_step($1, $2)',
  (most: { accruals: number; payments: number }) => [most.accruals, most.payments],
  { name: 'end-of-day-step', missing: 'the end of day did not answer' },
);

/** The last closed business date; null before the first. */
export const selectLastClosed = firstValue(
  z.nullable(day),
  'select max(business_date) as closed from business_day where closed_at is not null',
  () => [],
  { or: null },
);

/** How many rows the end of day has quarantined and not written yet. */
export const countQuarantined = firstValue(
  int4,
  'select count(*)::integer as count from close_exception where ended_at is null',
  () => [],
  { or: 0 },
);
