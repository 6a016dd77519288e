import type { Db } from '../../platform/db/pool.ts';
import { deleteOldChallenges } from '../../services/member-factors/challenge-store.ts';
import { deleteExpiredCaptchas } from './captcha-store.ts';
import { deleteOldAttempts, deleteOldLogins } from './login-attempt-store.ts';

/** Removes captchas, challenges, logins and login counts that are too old to matter. Safe to run at any time, in several processes. */
export async function cleanUpIdentity(db: Db): Promise<void> {
  await deleteExpiredCaptchas(db);
  await deleteOldAttempts(db);
  await deleteOldLogins(db);
  await deleteOldChallenges(db);
}
