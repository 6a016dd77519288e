import { ADJUSTMENT_TABLE } from '../cashier/adjustment.ts';
import type { AdjustmentEvent, AdjustmentState } from '../cashier/adjustment.ts';
import { nextState } from '../cashier/state-table.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';

/*
 * A card, an identity or a device key that a member no longer has to themselves. One operator proposes to release it, another
 * approves, and neither is the member.
 */

export interface MarkRelease {
  readonly state: AdjustmentState;
  readonly memberId: bigint;
  readonly makerId: bigint;
}

export type MarkReleaseRefusal =
  | 'ITEM_OWN'
  | 'SECOND_OPERATOR_NEEDED'
  | 'MAKER_ONLY'
  | 'REASON_REQUIRED'
  | 'STATE_CHANGED'
  | 'MARK_NOT_HELD'
  | 'MARK_IN_USE';

/** `isInUse`: money is on its way to the card. */
export interface Standing {
  readonly isHeld: boolean;
  readonly isInUse: boolean;
}

/** What an operator's decision makes of a proposed release. */
export function decideMarkRelease(
  release: MarkRelease,
  operatorId: bigint,
  { event, hasReason, isHeld, isInUse }: { event: AdjustmentEvent; hasReason: boolean } & Standing,
): Result<AdjustmentState, MarkReleaseRefusal> {
  if (operatorId === release.memberId) return err('ITEM_OWN');
  const next = nextState(ADJUSTMENT_TABLE, release.state, event);
  if (!next.ok) return next;
  const isMaker = operatorId === release.makerId;
  if (event === 'withdraw' && !isMaker) return err('MAKER_ONLY');
  if (event !== 'withdraw' && isMaker) return err('SECOND_OPERATOR_NEEDED');
  if (event === 'reject' && !hasReason) return err('REASON_REQUIRED');
  if (event === 'approve' && !isHeld) return err('MARK_NOT_HELD');
  if (event === 'approve' && isInUse) return err('MARK_IN_USE');
  return ok(next.value);
}
