import type { Pool } from '../../platform/db/pool.ts';
import { isOutage, withTransaction } from '../../platform/db/transaction.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Files } from '../../services/files/files.ts';
import { removeBytes } from '../../services/files/sealed-files.ts';
import {
  closeAccount,
  eraseAccount,
  forgetAccount,
  markPictureErased,
  selectDueClosings,
  selectPicturesOf,
  selectToErase,
  selectToForget,
} from './closing-store.ts';

export interface ClosingDeps {
  readonly pool: Pool;
  readonly privateFiles: Files;
  readonly log: Log;
}

const AT_ONCE = 50;

/** Closes accounts whose day has come and that have nothing open. Returns how many. */
export async function closeAccounts({ pool, log }: Omit<ClosingDeps, 'privateFiles'>): Promise<number> {
  return await eachOf(
    log,
    async (except) => await selectDueClosings(pool, except, AT_ONCE),
    async (id) => await closeAccount(pool, id),
  );
}

/** Erases of closed accounts what need not stay. Returns of how many. */
export async function eraseClosed({ pool, privateFiles, log }: ClosingDeps, days: number): Promise<number> {
  return await eachOf(
    log,
    async (except) => await selectToErase(pool, { days, except, limit: AT_ONCE }),
    async (id) => {
      await erasePictures({ pool, privateFiles }, id, 'supportPicture');
      return await eraseAccount(pool, id, days);
    },
  );
}

/** Erases who the members of closed accounts were. Returns of how many. */
export async function forgetClosed({ pool, privateFiles, log }: ClosingDeps, days: number): Promise<number> {
  return await eachOf(
    log,
    async (except) => await selectToForget(pool, { days, except, limit: AT_ONCE }),
    async (id) => {
      await erasePictures({ pool, privateFiles }, id, 'depositProof');
      return await forgetAccount(pool, id, days);
    },
  );
}

/** One that throws, or is not done, does not stop the others and is not looked at again in this run. */
async function eachOf(
  log: Log,
  find: (except: readonly string[]) => Promise<readonly string[]>,
  act: (id: string) => Promise<boolean>,
): Promise<number> {
  let done = 0;
  const left: string[] = [];
  for (;;) {
    const found = await find(left);
    if (found.length === 0 || left.length > AT_ONCE) return done;
    for (const id of found) {
      try {
        if (await act(id)) done += 1;
        else left.push(id);
      } catch (error) {
        if (isOutage(error)) throw error;
        left.push(id);
        log.error({ err: error, closing: id }, 'an account could not be closed or erased');
      }
    }
  }
}

async function erasePictures(
  { pool, privateFiles }: Pick<ClosingDeps, 'pool' | 'privateFiles'>,
  closing: string,
  purpose: 'supportPicture' | 'depositProof',
): Promise<void> {
  for (const id of await selectPicturesOf(pool, closing, purpose))
    await withTransaction(pool, async (db) => {
      await markPictureErased(db, id);
      // The bytes go before the row says so: what is left of a crash is found again.
      await removeBytes(privateFiles, id);
    });
}
