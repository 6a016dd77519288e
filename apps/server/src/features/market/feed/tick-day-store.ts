import { int4 } from '../../../platform/db/rows.ts';
import { firstValue } from '../../../platform/db/statement.ts';

/**
 * Prepares the database for the ticks of today and of the next week, so that the feed never has to. Does not wait for
 * readers. Returns the number of days after today that are ready.
 */
export const prepareTickDays = firstValue(int4, 'select prepare_tick_days() as ahead', () => [], { or: 0 });
