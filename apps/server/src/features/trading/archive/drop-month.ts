/**
 * Takes a closed month of orders out of the database, once its files answer for it (decision 173). Every file is read back and compared
 * with what the database holds first, so what leaves is what can be read.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import { sqlState } from '../../../platform/db/transaction.ts';
import { archiveOrders } from './archive-orders.ts';
import type { ArchivedOrders, OrderArchiveDeps } from './archive-orders.ts';
import { dropMonth, selectMonthStays } from './order-archive-store.ts';
import type { HeldMonth } from './order-archive-store.ts';

export interface DroppedMonth extends ArchivedOrders {
  /** What the tables took. */
  readonly bytes: bigint;
}

const TRIES = 40;
const PAUSE_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * @param month its first day, YYYY-MM-DD
 * @throws Error when a file is not what was recorded, or the tables could not be locked
 */
export async function dropOrderMonth(
  deps: OrderArchiveDeps,
  month: string,
  keptMonths: number,
): Promise<Result<DroppedMonth, HeldMonth>> {
  const stays = await selectMonthStays(deps.pool, month, keptMonths);
  if (stays !== null) return err(stays);
  const checked = await archiveOrders(deps, month, { keptMonths });
  if (!checked.ok) return checked;
  if (checked.value.written > 0)
    throw new Error(
      `${month}: ${checked.value.written} files were missing or damaged. They were written again: look at the store before the month leaves.`,
    );
  const { bytes } = await dropWhenFree(deps, month, keptMonths);
  return ok({ ...checked.value, bytes });
}

/** Orders go on meanwhile: it waits for them a moment at a time, and lets them pass. */
async function dropWhenFree({ pool }: OrderArchiveDeps, month: string, keptMonths: number): Promise<{ bytes: bigint }> {
  for (let tried = 1; ; tried += 1)
    try {
      return await dropMonth(pool, month, keptMonths);
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE || tried === TRIES) throw error;
      await sleep(PAUSE_MS);
    }
}
