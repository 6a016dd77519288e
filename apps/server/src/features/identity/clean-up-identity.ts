import type { Db } from '../../platform/db/pool.ts';
import { deleteExpiredCaptchas } from './captcha-store.ts';
import { deleteOldAttempts } from './login-attempt-store.ts';

/** Removes captchas that are too old and counts that no longer count; safe to run at any time, by several processes. */
export async function cleanUpIdentity(db: Db): Promise<void> {
  await deleteExpiredCaptchas(db);
  await deleteOldAttempts(db);
}
