import { randomBytes } from 'node:crypto';
import { foldUsername } from '@candor/domain/identity/username';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Pool } from '../../../platform/db/pool.ts';
import type { Passwords } from '../../../services/secrets/passwords.ts';
import { selectOperatorId, setOperatorPassword } from './operator-access-store.ts';

/**
 * For an operator who lost the password of the console: another one, which is returned this once. Only the owner of the
 * database can do it, on the site's own machine. The audit has a chained entry of it.
 */
export async function resetOperatorPassword(
  ownerPool: Pool,
  passwords: Pick<Passwords, 'hash'>,
  username: string,
): Promise<Result<string, 'NO_OPERATOR'>> {
  const folded = foldUsername(username);
  const operatorId = folded === null ? undefined : await selectOperatorId(ownerPool, folded);
  if (operatorId === undefined) return err('NO_OPERATOR');
  const password = randomBytes(12).toString('base64url');
  await setOperatorPassword(ownerPool, operatorId, await passwords.hash(password));
  return ok(password);
}
