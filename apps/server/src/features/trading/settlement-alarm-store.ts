import * as z from 'zod/mini';
import { int4 } from '../../platform/db/rows.ts';
import { sqlState } from '../../platform/db/transaction.ts';
import { firstValue } from '../../platform/db/statement.ts';

// SQL for orders that could not be settled. Only two database functions write this table.

/**
 * Quarantines a due order. Returns how often its settlement has thrown so far, or undefined when it is already settled.
 */
export const setOrderAside = firstValue(
  z.nullable(int4),
  'select set_order_aside($1, $2) as tries',
  (orderId: string, error: unknown) => [orderId, reasonOf(error)],
  { or: undefined },
);

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return [sqlState(error), message].filter((part) => part !== '').join(' ');
}

/** Deletes the alarms of orders that are settled by now, and returns how many are left. */
export const clearSettledAlarms = firstValue(int4, 'select clear_settled_alarms() as left', () => [], { or: 0 });
