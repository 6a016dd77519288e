import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int4, rowOf } from '../../platform/db/rows.ts';
import { sqlState } from '../../platform/db/transaction.ts';

// SQL for orders that could not be settled. Only two database functions write this table.

/**
 * Quarantines a due order. Returns how often its settlement has thrown so far, or undefined when it is already settled.
 */
export async function setOrderAside(db: Db, orderId: string, error: unknown): Promise<number | undefined> {
  const result = await db.query('select set_order_aside($1, $2) as tries', [orderId, reasonOf(error)]);
  return rowOf(z.object({ tries: z.nullable(int4) }), result)?.tries ?? undefined;
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return [sqlState(error), message].filter((part) => part !== '').join(' ');
}

/** Deletes the alarms of orders that are settled by now, and returns how many are left. */
export async function clearSettledAlarms(db: Db): Promise<number> {
  const result = await db.query('select clear_settled_alarms() as left');
  return rowOf(z.object({ left: int4 }), result)?.left ?? 0;
}
