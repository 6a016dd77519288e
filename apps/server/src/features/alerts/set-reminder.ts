import type { ReminderView } from '@candor/contract/alerts';
import { decideReminder } from '@candor/domain/market/opening-reminder';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { productFacts } from '../../services/quotes/quote-store.ts';
import { reminderViewOf } from './alert-view.ts';
import { deleteOldReminders, upsertReminder } from './reminder-store.ts';

/** How many reminders that were told a member can look back at. */
const TOLD_MAX = 20;

type ReminderRefusal = 'PRODUCT_NOT_FOUND' | 'REMINDER_NOT_CLOSED' | 'REMINDER_NO_OPENING';

/** Asks to hear when a closed market opens. A member has at most one waiting reminder of a product: asking again gives it back. */
export async function setReminder(
  pool: Pool,
  memberId: bigint,
  product: string,
  nowMs: number,
): Promise<Result<ReminderView, ReminderRefusal>> {
  const facts = (await productFacts(pool, [product])).get(product);
  const opensAt = decideReminder(facts, nowMs);
  if (!opensAt.ok) return err(opensAt.error);
  return await withTransaction(pool, async (db) => {
    await deleteOldReminders(db, memberId, TOLD_MAX);
    return ok(reminderViewOf(await upsertReminder(db, memberId, product, opensAt.value)));
  });
}
