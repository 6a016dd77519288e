import { stepReminder } from '@candor/domain/market/opening-reminder';
import type { ReminderStep } from '@candor/domain/market/opening-reminder';
import { runApart } from '../../platform/db/run-apart.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { isOutage, withTransaction } from '../../platform/db/transaction.ts';
import { insertOutbox } from '../../services/outbox/outbox-store.ts';
import { productFacts } from '../../services/quotes/quote-store.ts';
import {
  deleteReminders,
  lockReminders,
  markTold,
  postponeReminders,
  selectDueProducts,
  selectDueReminders,
} from './reminder-store.ts';

const BATCH = 1_000;

export interface Told {
  told: number;
  isBehind: boolean;
  /** Reminders that could not be written, and products whose hours could not be read. They do not stop the others. */
  readonly troubled: { readonly product: string; readonly reminder?: string; readonly error: unknown }[];
}

/**
 * Tells the members of due reminders that their market is open, one batch of each product. What a reminder does is decided
 * once for each product; marking it and writing its news is one transaction, so a member hears of an opening once.
 */
export async function tellOpenings(pool: Pool, nowMs: number): Promise<Told> {
  const all: Told = { told: 0, isBehind: false, troubled: [] };
  for (const product of await selectDueProducts(pool)) {
    try {
      await tellOpening(pool, product, nowMs, all);
    } catch (error) {
      if (isOutage(error)) throw error;
      all.troubled.push({ product, error });
    }
  }
  return all;
}

async function tellOpening(pool: Pool, product: string, nowMs: number, all: Told): Promise<void> {
  const facts = (await productFacts(pool, [product])).get(product);
  const step: ReminderStep = facts === undefined ? { do: 'end' } : stepReminder(facts, nowMs);
  const due = await selectDueReminders(pool, product, BATCH);
  const { done, failed, stopped } = await runApart(due, BATCH, async (ids) => await take(pool, ids, step));
  for (const { result } of done) all.told += result;
  for (const { item, error } of failed) all.troubled.push({ product, reminder: item, error });
  if (stopped !== null) throw stopped.error;
  all.isBehind ||= due.length === BATCH;
}

/** Returns how many members were told. A reminder that another transaction holds, or has told, is left out. */
async function take(pool: Pool, due: readonly string[], step: ReminderStep): Promise<number> {
  return await withTransaction(pool, async (db) => {
    const ids = await lockReminders(db, due);
    if (step.do === 'wait') await postponeReminders(db, ids, step.until);
    if (step.do === 'end') await deleteReminders(db, ids);
    if (step.do !== 'tell') return 0;
    const told = await markTold(db, ids);
    await insertOutbox(
      db,
      told.map(({ id, memberId }) => ({ memberId, message: { type: 'market_open', id } })),
    );
    return told.length;
  });
}
