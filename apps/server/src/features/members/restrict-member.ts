import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Pool } from '../../platform/db/pool.ts';
import { sqlState } from '../../platform/db/transaction.ts';
import { recordActs } from '../../services/commands/audit-store.ts';
import { lockMembers } from '../../services/ledger/ledger.ts';
import { asOperator } from '../../services/operators/acting-store.ts';
import type { Acting } from '../../services/operators/acting-store.ts';
import { insertRestriction, selectMemberExists } from './members-store.ts';
import type { RestrictionRow } from './members-store.ts';

export interface MemberRestriction extends Acting {
  memberId: bigint;
  kind: RestrictionRow['kind'];
  restricted: boolean;
  /** What the member reads, as a code. */
  reason: string;
  /** The operator's words, which stay inside. */
  note?: string | undefined;
}

/** The error of the trigger that applies a restriction. */
const UNCHANGED = 'CD010';

/**
 * Forbids a member something, or allows it again. It holds at once: every rule reads the member's row, which changes in the
 * same transaction as the reason and the audit. A frozen member loses every session.
 */
export async function restrictMember(
  pool: Pool,
  restriction: MemberRestriction,
): Promise<Result<null, 'MEMBER_NOT_FOUND' | 'ITEM_OWN' | 'RESTRICTION_UNCHANGED'>> {
  const { memberId, operatorId, kind, restricted, reason, note = null } = restriction;
  if (memberId === operatorId) return err('ITEM_OWN');
  try {
    return await asOperator(pool, restriction, async (db) => {
      await lockMembers(db, [memberId]);
      if (!(await selectMemberExists(db, memberId))) return err('MEMBER_NOT_FOUND');
      await insertRestriction(db, { ...restriction, note });
      await recordActs(db, [
        {
          command: `member/${kind}/${restricted ? 'forbid' : 'allow'}`,
          subjectType: 'member',
          subjectId: memberId.toString(),
          detail: { reason, note },
        },
      ]);
      return ok(null);
    });
  } catch (error) {
    if (error instanceof Error && sqlState(error) === UNCHANGED) return err('RESTRICTION_UNCHANGED');
    throw error;
  }
}
