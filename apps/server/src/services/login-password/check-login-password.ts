import { lockSec } from '@candor/domain/identity/login-wait';
import { Refused } from '../../platform/http/http-app.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import type { Fingerprints } from '../idempotency/idempotency.ts';
import { judgeInTurn } from '../secrets/judge-in-turn.ts';
import type { Passwords } from '../secrets/passwords.ts';
import type { RequestOrigin } from '../security-events/request-origin.ts';
import { insertLockEvent } from '../security-events/security-event-store.ts';
import {
  deleteLimitBucket,
  lockLimitBucket,
  selectPasswordHash,
  uncountLimitBucket,
  writeFailures,
} from './limit-bucket-store.ts';

export interface LoginPasswordDeps {
  pool: Pool;
  passwords: Passwords;
  fingerprints: Fingerprints;
}

interface Told {
  readonly key: 'OLD_PASSWORD_WRONG' | 'LOGIN_PASSWORD_WRONG';
  readonly field: string;
  readonly requestOrigin: RequestOrigin;
}

/**
 * Whether this is the login password of a member who is logged in. Wrong tries are counted for the member, whatever the
 * session or network, and make them wait as wrong logins do: a stolen session gets no more guesses than a stranger. A
 * login is not affected by these tries. Returns the hash that the password was checked against.
 * @throws Refused with `key` at `field`, or 'ACCOUNT_LOCKED'
 */
export async function checkLoginPassword(
  { pool, passwords, fingerprints }: LoginPasswordDeps,
  memberId: bigint,
  password: string,
  told: Told,
): Promise<string> {
  const limitBucket = fingerprints.of({ passwordOf: memberId.toString() }).toString('hex');
  return await judgeInTurn(
    limitBucket,
    async () => await checkNow({ pool, passwords }, limitBucket, memberId, password, told),
  );
}

async function checkNow(
  { pool, passwords }: Pick<LoginPasswordDeps, 'pool' | 'passwords'>,
  limitBucket: string,
  memberId: bigint,
  password: string,
  { key, field, requestOrigin }: Told,
): Promise<string> {
  // Counted before the check, so that many tries at once get no more guesses than one after another.
  const { waitSec, failures } = await withTransaction(pool, async (db) => {
    const counted = await lockLimitBucket(db, limitBucket);
    if (counted.waitSec === 0) await writeFailures(db, limitBucket, counted.failures + 1);
    return counted;
  });
  if (waitSec > 0) throw new Refused('ACCOUNT_LOCKED', { retryAfterSec: waitSec });
  const hash = await selectPasswordHash(pool, memberId);
  const fits = await passwords.verify(hash, password).catch(async (error: unknown) => {
    await uncountLimitBucket(pool, limitBucket);
    throw error;
  });
  if (!fits || hash === undefined) {
    if (lockSec(failures + 1) > 0) await insertLockEvent(pool, memberId, 'loginLocked', requestOrigin);
    throw new Refused(key, { fields: { [field]: key } });
  }
  await deleteLimitBucket(pool, limitBucket);
  return hash;
}
