import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Files } from '../../services/files/files.ts';
import { removeStatement } from '../../services/files/sealed-files.ts';
import { eraseFile, selectOldFiles } from './statements-store.ts';

const AT_ONCE = 50;

/** Erases files of statements that were kept for their time, and the names in their entries. One that throws does not stop the others. */
export async function eraseStatementFiles(
  { pool, privateFiles, log }: { readonly pool: Pool; readonly privateFiles: Files; readonly log: Log },
  days: number,
): Promise<number> {
  const kept: string[] = [];
  let erased = 0;
  for (;;) {
    const found = await selectOldFiles(pool, days, kept, AT_ONCE);
    if (found.length === 0 || kept.length > AT_ONCE) return erased;
    for (const { id } of found) {
      try {
        // The row says it only if the bytes went.
        const isDone = await withTransaction(pool, async (db) => {
          const done = await eraseFile(db, id, days);
          if (done) await removeStatement(privateFiles, id);
          return done;
        });
        if (isDone) erased += 1;
        else kept.push(id);
      } catch (error) {
        kept.push(id);
        log.error({ err: error, file: id }, 'a file of statements could not be erased');
      }
    }
  }
}
