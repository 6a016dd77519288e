import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { insertNewsForEveryone } from '../../services/outbox/outbox-store.ts';
import { updateDueNotices } from './notice-store.ts';

/** Sends the news of what was published for a time that has come. One row for all of it: members read the rest by HTTP. */
export async function announceNotices(pool: Pool): Promise<number> {
  return await withTransaction(pool, async (db) => {
    const count = await updateDueNotices(db);
    if (count > 0) await insertNewsForEveryone(db, { type: 'notice' });
    return count;
  });
}
