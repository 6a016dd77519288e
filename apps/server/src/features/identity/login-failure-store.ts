import type { Db, Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { FORGET_AFTER_SEC, lockSec } from './login-lock.ts';

/**
 * Counts a failure before the password is looked at, so that many attempts at once are no more attempts than one after
 * another; a login that succeeds clears the count. Returns the seconds still to wait when the username is locked: then
 * nothing was counted.
 */
export async function countAttempt(pool: Pool, usernameKey: string): Promise<number> {
  return await withTransaction(pool, async (db) => {
    const first = await db.query(
      'insert into login_failure (username_key, failures) values ($1, 1) on conflict do nothing',
      [usernameKey],
    );
    if (first.rowCount === 1) return 0;
    const { rows } = await db.query<{ failures: number; waitSec: number; old: boolean }>(
      `select failures, last_at < clock_timestamp() - make_interval(secs => $2) as old,
         greatest(0, ceil(extract(epoch from locked_until - clock_timestamp())))::int as "waitSec"
       from login_failure where username_key = $1 for update`,
      [usernameKey, FORGET_AFTER_SEC],
    );
    const row = rows[0];
    // A login that succeeded in between cleared the row: then this is a first attempt that need not be counted.
    if (row === undefined) return 0;
    if (row.waitSec > 0) return row.waitSec;
    const failures = row.old ? 1 : row.failures + 1;
    await db.query(
      `update login_failure set failures = $2, last_at = clock_timestamp(),
         locked_until = case when $3 > 0 then clock_timestamp() + make_interval(secs => $3) end
       where username_key = $1`,
      [usernameKey, failures, lockSec(failures)],
    );
    return 0;
  });
}

/** The seconds a username has still to wait; nothing is counted. */
export async function selectWaitSec(db: Db, usernameKey: string): Promise<number> {
  const { rows } = await db.query<{ waitSec: number }>(
    `select greatest(0, ceil(extract(epoch from locked_until - clock_timestamp())))::int as "waitSec"
     from login_failure where username_key = $1 and locked_until is not null`,
    [usernameKey],
  );
  return rows[0]?.waitSec ?? 0;
}

/** Takes back one counted attempt whose password was never looked at. */
export async function uncountAttempt(db: Db, usernameKey: string): Promise<void> {
  await db.query(
    `with gone as (delete from login_failure where username_key = $1 and failures = 1)
     update login_failure set failures = failures - 1, locked_until = null where username_key = $1 and failures > 1`,
    [usernameKey],
  );
}

export async function clearAttempts(db: Db, usernameKey: string): Promise<void> {
  await db.query('delete from login_failure where username_key = $1', [usernameKey]);
}

export async function deleteOldAttempts(db: Db): Promise<void> {
  await db.query('delete from login_failure where last_at < clock_timestamp() - make_interval(secs => $1)', [
    FORGET_AFTER_SEC,
  ]);
}
