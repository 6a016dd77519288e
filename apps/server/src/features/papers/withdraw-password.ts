import type { Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import { postgresLimit } from '../../platform/http/rate-limit.ts';
import { createPasswords } from '../../services/secrets/passwords.ts';
import { selectWithdrawPasswordHash } from './papers-store.ts';

export function createWithdrawPasswordCheck(pool: Pool): (memberId: bigint, password: string) => Promise<void> {
  const passwords = createPasswords();
  const limit = postgresLimit(pool, { name: 'withdraw-password', points: 10, durationSec: 3_600 });
  return async (memberId, password) => {
    await limit.take(memberId.toString());
    if (await passwords.verify(await selectWithdrawPasswordHash(pool, memberId), password)) return;
    throw new Refused('WITHDRAW_PASSWORD_WRONG', { fields: { withdrawPwd: 'WITHDRAW_PASSWORD_WRONG' } });
  };
}
