import { int4 } from '../../platform/db/rows.ts';
import { firstValue } from '../../platform/db/statement.ts';

/**
 * Prepares the database for the orders of this month and of the next three. Waits for others only a moment. Returns how many
 * months after this one are ready.
 */
export const prepareOrderMonths = firstValue(int4, 'select prepare_order_months() as ahead', () => [], { or: 0 });
