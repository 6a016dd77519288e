import { FORGET_AFTER_SEC, lockSec } from '@candor/domain/identity/login-wait';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int4, rowOf } from '../../platform/db/rows.ts';

/** SQL that counts wrong login passwords in lanes. Only the tries of one lane make that lane wait. */

export async function lockLane(db: Db, lane: string): Promise<{ failures: number; waitSec: number }> {
  // One statement: a row that another call deletes at the same time is made again, so that no try goes uncounted.
  const result = await db.query(
    `insert into login_failure (lane, failures) values ($1, 0)
     on conflict (lane) do update set failures = login_failure.failures
     returning case when last_at < clock_timestamp() - make_interval(secs => $2) then 0 else failures end as failures,
       coalesce(greatest(0, ceil(extract(epoch from locked_until - clock_timestamp()))), 0)::int as "waitSec"`,
    [lane, FORGET_AFTER_SEC],
  );
  const row = rowOf(z.object({ failures: int4, waitSec: int4 }), result);
  if (row === undefined) throw new Error('an upsert returned no row');
  return row;
}

export async function writeFailures(db: Db, lane: string, failures: number): Promise<void> {
  await db.query(
    `update login_failure set failures = $2, last_at = clock_timestamp(),
       locked_until = case when $3 > 0 then clock_timestamp() + make_interval(secs => $3) end
     where lane = $1`,
    [lane, failures, lockSec(failures)],
  );
}

/** Takes back one counted try whose password was never checked. */
export async function uncountLane(db: Db, lane: string): Promise<void> {
  await db.query(
    'update login_failure set failures = failures - 1, locked_until = null where lane = $1 and failures > 0',
    [lane],
  );
}

export async function touchLane(db: Db, lane: string): Promise<void> {
  await db.query('update login_failure set last_at = clock_timestamp() where lane = $1', [lane]);
}

export async function deleteLane(db: Db, lane: string): Promise<void> {
  await db.query('select clear_login_lane($1)', [lane]);
}

export async function selectPasswordHash(db: Db, memberId: bigint): Promise<string | undefined> {
  const result = await db.query('select password_hash as hash from member where id = $1', [memberId.toString()]);
  return rowOf(z.object({ hash: z.string() }), result)?.hash;
}
