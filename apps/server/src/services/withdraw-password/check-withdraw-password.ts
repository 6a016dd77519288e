import { Refused } from '../../platform/http/http-app.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { judgeInTurn } from '../secrets/judge-in-turn.ts';
import type { Passwords } from '../secrets/passwords.ts';
import type { RequestOrigin } from '../security-events/request-origin.ts';
import { insertLockEvent } from '../security-events/security-event-store.ts';
import { clearTries, countTry, selectWithdrawPasswordHash, uncountTry } from './try-store.ts';

/**
 * Whether this is the member's withdraw password. It has a count of wrong tries of its own, which no login changes. Only wrong ones count.
 * Returns the hash that the password was checked against.
 * @throws Refused with `key` and the tries that are left, at `field`, or 'WITHDRAW_PASSWORD_LOCKED'
 */
export async function checkWithdrawPassword(
  deps: { pool: Pool; passwords: Passwords; requestOrigin: RequestOrigin },
  memberId: bigint,
  password: string,
  field: string,
  key: 'WITHDRAW_PASSWORD_MISMATCH' | 'WITHDRAW_PASSWORD_WRONG' = 'WITHDRAW_PASSWORD_MISMATCH',
): Promise<string> {
  return await judgeInTurn(`withdraw/${memberId}`, async () => await checkNow(deps, memberId, password, field, key));
}

async function checkNow(
  { pool, passwords, requestOrigin }: { pool: Pool; passwords: Passwords; requestOrigin: RequestOrigin },
  memberId: bigint,
  password: string,
  field: string,
  key: 'WITHDRAW_PASSWORD_MISMATCH' | 'WITHDRAW_PASSWORD_WRONG',
): Promise<string> {
  const decision = await countTry(pool, memberId);
  if (decision.kind === 'locked') throw new Refused('WITHDRAW_PASSWORD_LOCKED', { retryAfterSec: decision.lockedSec });
  const hash = await selectWithdrawPasswordHash(pool, memberId);
  const fits = await passwords.verify(hash, password).catch(async (error: unknown) => {
    await uncountTry(pool, memberId);
    throw error;
  });
  if (!fits || hash === undefined) {
    if (decision.locks) await insertLockEvent(pool, memberId, 'withdrawLocked', requestOrigin);
    throw new Refused(key, { fields: { [field]: key }, params: { left: decision.left } });
  }
  await clearTries(pool, memberId);
  return hash;
}
