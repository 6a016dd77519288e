import type { Db } from '../../platform/db/pool.ts';
import { deleteExpiredCaptchas } from './captcha-store.ts';
import { deleteOldAttempts } from './login-attempt-store.ts';

/** Removes captchas and login counts that are too old to matter. Safe to run at any time, in several processes. */
export async function cleanUpIdentity(db: Db): Promise<void> {
  await deleteExpiredCaptchas(db);
  await deleteOldAttempts(db);
}
