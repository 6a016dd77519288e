import { decideTry, LOCK_SEC, TRIES_MAX } from '@candor/domain/cashier/password-tries';
import type { TryDecision } from '@candor/domain/cashier/password-tries';
import * as z from 'zod/mini';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { int4 } from '../../platform/db/rows.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { asGiven, firstRow, firstValue, write } from '../../platform/db/statement.ts';

const tryRow = z.object({ failures: int4, lockedSec: int4 });

const TRY = `failures, coalesce(greatest(0, ceil(extract(epoch from locked_until - clock_timestamp()))), 0)::int as locked_sec`;

const selectTriesRow = firstRow(tryRow, `select ${TRY} from withdraw_password_try where member_id = $1`, asGiven);

/** What the password of a member has against it now. */
export async function selectTries(db: Db, memberId: bigint): Promise<{ left: number; lockedSec: number }> {
  const row = (await selectTriesRow(db, memberId.toString())) ?? { failures: 0, lockedSec: 0 };
  const decision = decideTry(row.failures, row.lockedSec);
  return { left: decision.kind === 'locked' ? 0 : decision.left + 1, lockedSec: row.lockedSec };
}

const countTryRow = firstRow(
  tryRow,
  `insert into withdraw_password_try (member_id, failures) values ($1, 0)
   on conflict (member_id) do update set failures = withdraw_password_try.failures returning ${TRY}`,
  asGiven,
);

/** Counts a try as wrong before its password is checked, so that many at once get no more tries than one after another. */
export async function countTry(pool: Pool, memberId: bigint): Promise<TryDecision & { lockedSec: number }> {
  return await withTransaction(pool, async (db) => {
    // One statement: a row that another call deletes at the same time is made again.
    const row = await countTryRow(db, memberId.toString());
    if (row === undefined) throw new Error('the row of tries is missing');
    const decision = decideTry(row.failures, row.lockedSec);
    if (decision.kind === 'check')
      await db.query(
        `update withdraw_password_try set failures = $2, last_at = clock_timestamp(),
           locked_until = case when $3 then clock_timestamp() + make_interval(secs => $4) end
         where member_id = $1`,
        [memberId.toString(), TRIES_MAX - decision.left, decision.locks, LOCK_SEC],
      );
    return { ...decision, lockedSec: row.lockedSec };
  });
}

/** Takes back one counted try whose password was never checked. */
export const uncountTry = write(
  'update withdraw_password_try set failures = failures - 1, locked_until = null where member_id = $1 and failures > 0',
  (memberId: bigint) => [memberId],
);

/** After the right password, or with a new one, the count starts from zero. */
export const clearTries = write('select clear_withdraw_tries($1)', (memberId: bigint) => [memberId]);

export const selectWithdrawPasswordHash = firstValue(
  z.string(),
  'select withdraw_password_hash as hash from member where id = $1',
  (memberId: bigint) => [memberId],
);
