import { foldUsername } from '@candor/domain/identity/username';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Pool } from '../../../platform/db/pool.ts';
import { resetSecondFactor, selectOperatorId } from './operator-access-store.ts';

/**
 * For an operator who lost the authenticator and all recovery codes: the next login sets up new ones. Only the owner of
 * the database can do it, on the site's own machine. The entry in the audit is chained like those of the console.
 */
export async function resetAuthenticator(ownerPool: Pool, username: string): Promise<Result<bigint, 'NO_OPERATOR'>> {
  const folded = foldUsername(username);
  if (folded === null) return err('NO_OPERATOR');
  const operatorId = await selectOperatorId(ownerPool, folded);
  if (operatorId === undefined) return err('NO_OPERATOR');
  await resetSecondFactor(ownerPool, operatorId);
  return ok(operatorId);
}
