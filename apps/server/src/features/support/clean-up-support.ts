import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Files } from '../../services/files/files.ts';
import { removeBytes } from '../../services/files/sealed-files.ts';
import { expireSilentVisitors, expireVisitors, markPictureErased, selectPicturesToErase } from './cleaning-store.ts';

export interface CleaningDeps {
  readonly pool: Pool;
  readonly privateFiles: Files;
  readonly log: Log;
}

const AT_ONCE = 100;
/**
 * Ends old conversations of visitors, and erases pictures that were sent so many days ago; their messages stay. A picture
 * that cannot be erased does not stop the others.
 */
export async function cleanUpSupport(
  { pool, privateFiles, log }: CleaningDeps,
  pictureDays: number,
): Promise<{ visitors: number; pictures: number }> {
  let visitors = 0;
  for (const expire of [
    async () => await expireVisitors(pool, AT_ONCE),
    async () => await expireSilentVisitors(pool, AT_ONCE),
  ]) {
    for (;;) {
      const ended = await expire();
      visitors += ended;
      if (ended < AT_ONCE) break;
    }
  }
  let pictures = 0;
  const left: string[] = [];
  for (;;) {
    const found = await selectPicturesToErase(pool, { days: pictureDays, except: left, limit: AT_ONCE });
    if (found.length === 0 || left.length > AT_ONCE) return { visitors, pictures };
    for (const id of found) {
      try {
        await withTransaction(pool, async (db) => {
          await markPictureErased(db, id);
          // The bytes go before the row says so: what is left of a crash is found again.
          await removeBytes(privateFiles, id);
        });
        pictures += 1;
      } catch (error) {
        left.push(id);
        log.error({ err: error, file: id }, 'a picture of a conversation could not be erased');
      }
    }
  }
}
