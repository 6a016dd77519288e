import { FORGET_AFTER_SEC, lockSec } from '@candor/domain/identity/login-wait';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int4 } from '../../platform/db/rows.ts';
import { byVariant, firstValue, onlyRow, write } from '../../platform/db/statement.ts';

/**
 * SQL that counts wrong login passwords in limit buckets (the column `lane`). Only the tries of one bucket make that bucket wait.
 * The console has buckets of its own: what happens at the member site cannot lock an operator out, or open a bucket of theirs.
 */

/** Where somebody logs in. */
export type EntryDoor = 'member' | 'console';

export const DOORS = ['member', 'console'] as const;
const TABLES = { member: 'login_failure', console: 'console_login_failure' } as const;
const CLEAR = { member: 'clear_login_lane', console: 'clear_console_login_lane' } as const;

// One statement: a row that another call deletes at the same time is made again, so that no try goes uncounted.
const locked = byVariant(DOORS, (door) =>
  onlyRow(
    z.object({ failures: int4, waitSec: int4 }),
    `insert into ${TABLES[door]} as counted (lane, failures) values ($1, 0)
     on conflict (lane) do update set failures = counted.failures
     returning case when counted.last_at < clock_timestamp() - make_interval(secs => $2) then 0 else counted.failures end as failures,
       coalesce(greatest(0, ceil(extract(epoch from counted.locked_until - clock_timestamp()))), 0)::int as wait_sec`,
    (limitBucket: string) => [limitBucket, FORGET_AFTER_SEC],
    { missing: 'an upsert returned no row' },
  ),
);

export async function lockLimitBucket(
  db: Db,
  limitBucket: string,
  door: EntryDoor = 'member',
): Promise<{ failures: number; waitSec: number }> {
  return await locked[door](db, limitBucket);
}

const failuresWritten = byVariant(DOORS, (door) =>
  write(
    `update ${TABLES[door]} set failures = $2, last_at = clock_timestamp(),
       locked_until = case when $3 > 0 then clock_timestamp() + make_interval(secs => $3) end
     where lane = $1`,
    (limitBucket: string, failures: number) => [limitBucket, failures, lockSec(failures)],
  ),
);

export async function writeFailures(
  db: Db,
  limitBucket: string,
  failures: number,
  door: EntryDoor = 'member',
): Promise<void> {
  await failuresWritten[door](db, limitBucket, failures);
}

const uncounted = byVariant(DOORS, (door) =>
  write(
    `update ${TABLES[door]} set failures = failures - 1, locked_until = null where lane = $1 and failures > 0`,
    (limitBucket: string) => [limitBucket],
  ),
);

/** Takes back one counted try whose password was never checked. */
export async function uncountLimitBucket(db: Db, limitBucket: string, door: EntryDoor = 'member'): Promise<void> {
  await uncounted[door](db, limitBucket);
}

export const touchLimitBucket = write(
  'update login_failure set last_at = clock_timestamp() where lane = $1',
  (limitBucket: string) => [limitBucket],
);

export async function deleteLimitBucket(db: Db, limitBucket: string, door: EntryDoor = 'member'): Promise<void> {
  await db.query(`select ${CLEAR[door]}($1)`, [limitBucket]);
}

export const selectPasswordHash = firstValue(
  z.string(),
  'select password_hash as hash from member where id = $1',
  (memberId: bigint) => [memberId],
);
