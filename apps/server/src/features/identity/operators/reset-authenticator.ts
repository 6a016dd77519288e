import { foldUsername } from '@candor/domain/identity/username';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Pool } from '../../../platform/db/pool.ts';
import { withTransaction } from '../../../platform/db/transaction.ts';
import { insertAudit } from '../../../services/commands/audit-store.ts';
import { becomeConsole, deleteSecondFactor, selectOperatorId } from './operator-access-store.ts';

/**
 * For an operator who lost the authenticator and all recovery codes: the next login sets up new ones. Only the owner of
 * the database can do it, on the site's own machine. The entry in the audit is chained like those of the console.
 */
export async function resetAuthenticator(ownerPool: Pool, username: string): Promise<Result<bigint, 'NO_OPERATOR'>> {
  const folded = foldUsername(username);
  if (folded === null) return err('NO_OPERATOR');
  return await withTransaction(ownerPool, async (db) => {
    const operatorId = await selectOperatorId(db, folded);
    if (operatorId === undefined) return err('NO_OPERATOR');
    await deleteSecondFactor(db, operatorId);
    await becomeConsole(db);
    await insertAudit(db, [
      {
        actorId: operatorId,
        command: 'operate/reset-authenticator',
        subjectType: 'operator',
        subjectId: operatorId.toString(),
        detail: { by: 'owner of the database' },
      },
    ]);
    return ok(operatorId);
  });
}
