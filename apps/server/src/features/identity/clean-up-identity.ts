import type { Db } from '../../platform/db/pool.ts';
import { deleteExpiredCaptchas } from './captcha-store.ts';
import { deleteOldAttempts } from './login-failure-store.ts';

/** Removes captchas nobody answered and failures long forgotten; safe to run at any time, by several processes. */
export async function cleanUpIdentity(db: Db): Promise<void> {
  await deleteExpiredCaptchas(db);
  await deleteOldAttempts(db);
}
