import type { Money } from '../money.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import type { StateTable } from './state-table.ts';
import { nextState } from './state-table.ts';

/*
 * Money that operators add to or deduct from a member by hand. The maker proposes it with a reason; the checker, another
 * operator, approves or rejects it. Neither of them is the member. The maker may withdraw it while nobody has decided.
 */

export const ADJUSTMENT_STATES = ['proposed', 'approved', 'rejected', 'withdrawn'] as const;
export type AdjustmentState = (typeof ADJUSTMENT_STATES)[number];

export const ADJUSTMENT_EVENTS = ['approve', 'reject', 'withdraw'] as const;
export type AdjustmentEvent = (typeof ADJUSTMENT_EVENTS)[number];

export type AdjustmentKind = 'add' | 'deduct';

export const ADJUSTMENT_TABLE: StateTable<AdjustmentState, AdjustmentEvent> = {
  proposed: { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' },
  approved: {},
  rejected: {},
  withdrawn: {},
};

export interface Adjustment {
  readonly state: AdjustmentState;
  readonly kind: AdjustmentKind;
  readonly memberId: bigint;
  readonly makerId: bigint;
  readonly amount: Money;
}

export type AdjustmentRefusal =
  | 'ITEM_OWN'
  | 'SECOND_OPERATOR_NEEDED'
  | 'MAKER_ONLY'
  | 'REASON_REQUIRED'
  | 'STATE_CHANGED'
  | 'AVAILABLE_INSUFFICIENT';

/** What an operator's decision makes of an adjustment. `available` is what the member has free now. */
export function decideAdjustment(
  adjustment: Adjustment,
  operatorId: bigint,
  { event, hasReason, available }: { event: AdjustmentEvent; hasReason: boolean; available: Money },
): Result<AdjustmentState, AdjustmentRefusal> {
  if (operatorId === adjustment.memberId) return err('ITEM_OWN');
  const next = nextState(ADJUSTMENT_TABLE, adjustment.state, event);
  if (!next.ok) return next;
  const isMaker = operatorId === adjustment.makerId;
  if (event === 'withdraw' && !isMaker) return err('MAKER_ONLY');
  if (event !== 'withdraw' && isMaker) return err('SECOND_OPERATOR_NEEDED');
  if (event === 'reject' && !hasReason) return err('REASON_REQUIRED');
  if (event === 'approve' && adjustment.kind === 'deduct' && available < adjustment.amount)
    return err('AVAILABLE_INSUFFICIENT');
  return ok(next.value);
}
