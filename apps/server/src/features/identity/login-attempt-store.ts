import type { CaptchaLevel } from '@candor/contract/identity';
import { lockSec } from '@candor/domain/identity/login-wait';
import type { FoldedUsername } from '@candor/domain/identity/username';
import * as z from 'zod/mini';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { int4 } from '../../platform/db/rows.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import type { RequestOrigin } from '../../services/security-events/request-origin.ts';
import { insertLockEventOfName } from '../../services/security-events/security-event-store.ts';
import {
  deleteLimitBucket,
  DOORS,
  lockLimitBucket,
  touchLimitBucket,
  uncountLimitBucket,
  writeFailures,
} from '../../services/login-password/limit-bucket-store.ts';
import type { EntryDoor } from '../../services/login-password/limit-bucket-store.ts';
import { FOLDED_USERNAME_SQL } from '../../services/seed/member-store.ts';
import { budgetWaitSec, decideLogin, FACTOR_BUDGET, NAME_BUDGET, NETWORK_BUDGET } from './login-lock.ts';
import type { Budget, Caller, LoginDecision } from './login-lock.ts';
import type { LoginKeys } from './login-keys.ts';
import { byVariant, firstValue, manyRows, write } from '../../platform/db/statement.ts';

/**
 * Counts of logins. An attempt is counted as a failure before its password is checked, so that many attempts at once
 * get no more guesses than one after another. If it turns out not to be a failure, the count is taken back.
 */

/** The console counts in tables of its own, which the role http cannot reach. */
const BUDGETS = { member: 'login_budget', console: 'console_login_budget' } as const;
const NETWORKS = { member: 'login_network', console: 'console_login_network' } as const;
const PEOPLE = { member: 'member', console: 'operator' } as const;

/** A member who has not come from a network for this long is a stranger there again. */
const NETWORK_DAYS = 90;

/** Decides an attempt from the counts so far, and counts it when its password may be checked. */
export async function countAttempt(
  pool: Pool,
  username: FoldedUsername,
  keys: LoginKeys,
  captchaLevel: CaptchaLevel | undefined,
): Promise<LoginDecision & { stranger: boolean; locks: boolean }> {
  return await withTransaction(pool, async (db) => {
    const caller = await callerOf(db, username, keys);
    const stranger = caller === 'stranger';
    const drains = await selectBudgets(db, keys, stranger ? 'for update' : '');
    const limitBucket = await lockLimitBucket(db, keys.limitBucket, keys.door);
    const decision = decideLogin({ caller, bucketWaitSec: limitBucket.waitSec, captchaLevel, ...drains });
    if (decision.kind === 'look') {
      await writeFailures(db, keys.limitBucket, limitBucket.failures + 1, keys.door);
      if (stranger) {
        await spend(db, keys.name, NAME_BUDGET, keys.door);
        await spend(db, keys.network, NETWORK_BUDGET, keys.door);
      }
    }
    // Whether this attempt, if it fails, makes its limit bucket wait.
    return { ...decision, stranger, locks: lockSec(limitBucket.failures + 1) > 0 };
  });
}

async function callerOf(
  db: Db,
  username: FoldedUsername,
  keys: Pick<LoginKeys, 'device' | 'network'> & { door?: EntryDoor },
): Promise<Caller> {
  if (keys.device !== undefined) return 'known device';
  return (await isKnownNetwork(db, username, keys.network, keys.door ?? 'member')) ? 'known network' : 'stranger';
}

async function isKnownNetwork(db: Db, username: FoldedUsername, network: string, door: EntryDoor): Promise<boolean> {
  const { rowCount } = await db.query({
    name: `select-known-network-${door}`,
    text: `select from ${NETWORKS[door]}
           where member_id = (select id from ${PEOPLE[door]} where ${FOLDED_USERNAME_SQL} = $1) and network = $2
             and last_at > clock_timestamp() - make_interval(days => $3)`,
    values: [username, network, NETWORK_DAYS],
  });
  return rowCount === 1;
}

/** Whether anybody has logged in from this network of late. */
export async function isKnownToAny(db: Db, { network, door }: LoginKeys): Promise<boolean> {
  const { rowCount } = await db.query({
    name: `select-network-of-any-${door}`,
    text: `select from ${NETWORKS[door]} where network = $1 and last_at > clock_timestamp() - make_interval(days => $2) limit 1`,
    values: [network, NETWORK_DAYS],
  });
  return rowCount === 1;
}

const drainsOf = byVariant(DOORS, (door) =>
  byVariant(['', 'for update'], (lock) =>
    manyRows(
      z.object({ key: z.string(), drainsInSec: z.number() }),
      `select key, extract(epoch from drained_at - clock_timestamp())::float8 as drains_in_sec
       from ${BUDGETS[door]} where key = any($1) order by key ${lock}`,
      (keys: readonly string[]) => [keys],
    ),
  ),
);

/** Locks in the order of the keys, because two attempts may share one budget or both. */
async function selectBudgets(
  db: Db,
  { name, network, door }: LoginKeys,
  lock: 'for update' | '',
): Promise<{ nameDrainsInSec: number; networkDrainsInSec: number }> {
  const keys = [name, network].toSorted();
  if (lock !== '') {
    await db.query(
      `insert into ${BUDGETS[door]} (key, drained_at) select key, clock_timestamp() from unnest($1::text[]) as t (key)
       order by key on conflict do nothing`,
      [keys],
    );
  }
  const rows = await drainsOf[door][lock](db, keys);
  const drainsInSec = (key: string) => rows.find((row) => row.key === key)?.drainsInSec ?? 0;
  return { nameDrainsInSec: drainsInSec(name), networkDrainsInSec: drainsInSec(network) };
}

async function spend(db: Db, key: string, { refillSec }: Budget, door: EntryDoor = 'member'): Promise<void> {
  await db.query(
    `update ${BUDGETS[door]} set drained_at = greatest(drained_at, clock_timestamp()) + make_interval(secs => $2)
     where key = $1`,
    [key, refillSec],
  );
}

async function giveBack(db: Db, key: string, { refillSec }: Budget, door: EntryDoor = 'member'): Promise<void> {
  await db.query(`update ${BUDGETS[door]} set drained_at = drained_at - make_interval(secs => $2) where key = $1`, [
    key,
    refillSec,
  ]);
}

/** Takes back one counted attempt whose password was never checked. */
export async function uncountAttempt(db: Db, keys: LoginKeys, stranger: boolean): Promise<void> {
  await uncountLimitBucket(db, keys.limitBucket, keys.door);
  if (stranger) await giveBackBudgets(db, keys);
}

/** After a successful login its limit bucket starts from zero. What others tried under this name stays counted. */
export async function clearAttempts(db: Db, keys: LoginKeys, stranger: boolean): Promise<void> {
  await deleteLimitBucket(db, keys.limitBucket, keys.door);
  if (stranger) await giveBackBudgets(db, keys);
}

async function giveBackBudgets(db: Db, { name, network, door }: LoginKeys): Promise<void> {
  await giveBack(db, name, NAME_BUDGET, door);
  await giveBack(db, network, NETWORK_BUDGET, door);
}

/** The keys that tries at the second step of a member's login are counted under. */
export interface FactorKeys {
  readonly limitBucket: string;
  readonly budget: string;
  readonly device: string | undefined;
  readonly network: string;
}

/**
 * Counts a try at the second step before it is judged. Who tries knows the password, so these counts are not those of
 * passwords; limit buckets keep a thief from making the member at home wait.
 */
export async function countFactorTry(
  pool: Pool,
  username: FoldedUsername,
  keys: FactorKeys,
): Promise<{ waitSec: number; locks: boolean; stranger: boolean }> {
  return await withTransaction(pool, async (db) => {
    const stranger = (await callerOf(db, username, keys)) === 'stranger';
    const drainsInSec = stranger ? await lockBudget(db, keys.budget) : 0;
    const limitBucket = await lockLimitBucket(db, keys.limitBucket);
    const waitSec = Math.max(limitBucket.waitSec, budgetWaitSec(drainsInSec, FACTOR_BUDGET));
    if (waitSec === 0) {
      await writeFailures(db, keys.limitBucket, limitBucket.failures + 1);
      if (stranger) await spend(db, keys.budget, FACTOR_BUDGET);
    }
    return { waitSec, locks: lockSec(limitBucket.failures + 1) > 0, stranger };
  });
}

const lockBudget = firstValue(
  z.number(),
  `insert into login_budget (key, drained_at) values ($1, clock_timestamp())
   on conflict (key) do update set drained_at = login_budget.drained_at
   returning extract(epoch from drained_at - clock_timestamp())::float8 as drains_in_sec`,
  (key: string) => [key],
  { or: 0 },
);

/** After a right answer its limit bucket starts from zero. What others tried stays counted. */
export async function clearFactorTries(db: Db, keys: FactorKeys, stranger: boolean): Promise<void> {
  await deleteLimitBucket(db, keys.limitBucket);
  if (stranger) await giveBack(db, keys.budget, FACTOR_BUDGET);
}

/** Takes back one counted try that was not wrong: nothing was judged, or the answer was right and used before. */
export async function uncountFactorTry(db: Db, keys: FactorKeys, stranger: boolean): Promise<void> {
  await uncountLimitBucket(db, keys.limitBucket);
  if (stranger) await giveBack(db, keys.budget, FACTOR_BUDGET);
}

/** From now on the member is not a stranger in this network. */
export async function rememberNetwork(
  db: Db,
  memberId: bigint,
  network: string,
  door: EntryDoor = 'member',
): Promise<void> {
  await db.query(
    `insert into ${NETWORKS[door]} (member_id, network) values ($1, $2)
     on conflict (member_id, network) do update set last_at = clock_timestamp()`,
    [memberId.toString(), network],
  );
}

/**
 * Tells the member that somebody had to stop trying. The transaction writes for names that nobody has too, so that its time
 * tells nobody whether there is a member.
 */
export async function tellOfLock(
  pool: Pool,
  username: FoldedUsername,
  limitBucket: string,
  requestOrigin: RequestOrigin,
): Promise<void> {
  await withTransaction(pool, async (db) => {
    await touchLimitBucket(db, limitBucket);
    await insertLockEventOfName(db, username, requestOrigin);
  });
}

/** The seconds that a limit bucket still has to wait. Counts nothing. */
export const selectWaitSec = firstValue(
  int4,
  `select greatest(0, ceil(extract(epoch from locked_until - clock_timestamp())))::int as wait_sec
   from login_failure where lane = $1 and locked_until is not null`,
  (limitBucket: string) => [limitBucket],
  { or: 0 },
);

export const deleteOldLogins = write('select forget_logins()');

/** Deletes counts and networks that are too old to matter. */
export async function deleteOldAttempts(db: Db): Promise<void> {
  await db.query('select forget_login_attempts()');
  await db.query('select forget_rate_limits()');
  await db.query('select forget_console_counts()');
}
