import { FORGET_AFTER_SEC, lockSec } from '@candor/domain/identity/login-wait';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int4, rowOf } from '../../platform/db/rows.ts';

/**
 * SQL that counts wrong login passwords in limit buckets (the column `lane`). Only the tries of one bucket make that bucket wait.
 * The console has buckets of its own: what happens at the member site cannot lock an operator out, or open a bucket of theirs.
 */

/** Where somebody logs in. */
export type EntryDoor = 'member' | 'console';

const TABLES = { member: 'login_failure', console: 'console_login_failure' } as const;
const CLEAR = { member: 'clear_login_lane', console: 'clear_console_login_lane' } as const;

export async function lockLimitBucket(
  db: Db,
  limitBucket: string,
  door: EntryDoor = 'member',
): Promise<{ failures: number; waitSec: number }> {
  // One statement: a row that another call deletes at the same time is made again, so that no try goes uncounted.
  const result = await db.query(
    `insert into ${TABLES[door]} as counted (lane, failures) values ($1, 0)
     on conflict (lane) do update set failures = counted.failures
     returning case when counted.last_at < clock_timestamp() - make_interval(secs => $2) then 0 else counted.failures end as failures,
       coalesce(greatest(0, ceil(extract(epoch from counted.locked_until - clock_timestamp()))), 0)::int as "waitSec"`,
    [limitBucket, FORGET_AFTER_SEC],
  );
  const row = rowOf(z.object({ failures: int4, waitSec: int4 }), result);
  if (row === undefined) throw new Error('an upsert returned no row');
  return row;
}

export async function writeFailures(
  db: Db,
  limitBucket: string,
  failures: number,
  door: EntryDoor = 'member',
): Promise<void> {
  await db.query(
    `update ${TABLES[door]} set failures = $2, last_at = clock_timestamp(),
       locked_until = case when $3 > 0 then clock_timestamp() + make_interval(secs => $3) end
     where lane = $1`,
    [limitBucket, failures, lockSec(failures)],
  );
}

/** Takes back one counted try whose password was never checked. */
export async function uncountLimitBucket(db: Db, limitBucket: string, door: EntryDoor = 'member'): Promise<void> {
  await db.query(
    `update ${TABLES[door]} set failures = failures - 1, locked_until = null where lane = $1 and failures > 0`,
    [limitBucket],
  );
}

export async function touchLimitBucket(db: Db, limitBucket: string): Promise<void> {
  await db.query('update login_failure set last_at = clock_timestamp() where lane = $1', [limitBucket]);
}

export async function deleteLimitBucket(db: Db, limitBucket: string, door: EntryDoor = 'member'): Promise<void> {
  await db.query(`select ${CLEAR[door]}($1)`, [limitBucket]);
}

export async function selectPasswordHash(db: Db, memberId: bigint): Promise<string | undefined> {
  const result = await db.query('select password_hash as hash from member where id = $1', [memberId.toString()]);
  return rowOf(z.object({ hash: z.string() }), result)?.hash;
}
