import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/log/log.ts';
import { recordErasedPhoto } from '../../services/commands/audit-store.ts';
import type { Files } from '../../services/files/files.ts';
import { removeBytes } from '../../services/files/sealed-files.ts';
import { markErased, selectPhotosToErase } from './verification-store.ts';

export interface ErasingDeps {
  readonly pool: Pool;
  readonly privateFiles: Files;
  readonly log: Log;
}

const ERASED_AT_ONCE = 100;

/**
 * Erases the photos of submissions that were rejected so many days ago. A photo that a newer submission kept stays as long
 * as that one needs it. One that cannot be erased does not stop the others. Returns how many it erased.
 */
export async function erasePhotos({ pool, privateFiles, log }: ErasingDeps, days: number): Promise<number> {
  let erased = 0;
  const left: string[] = [];
  for (;;) {
    const found = await selectPhotosToErase(pool, { days, except: left, limit: ERASED_AT_ONCE });
    if (found.length === 0 || left.length > ERASED_AT_ONCE) return erased;
    for (const { id } of found) {
      try {
        const isErased = await withTransaction(pool, async (db) => {
          if (!(await markErased(db, { id, days }))) return false;
          await recordErasedPhoto(db, id, days);
          // The bytes go before the row says so: what is left of a crash is found again.
          await removeBytes(privateFiles, id);
          return true;
        });
        if (isErased) erased += 1;
        else left.push(id);
      } catch (error) {
        left.push(id);
        log.error({ err: error, file: id }, 'a photo of rejected documents could not be erased');
      }
    }
  }
}
