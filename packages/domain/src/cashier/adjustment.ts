import type { Money } from '../money.ts';

/* Money that operators add to or deduct from a member by hand: a proposal of one, approved by another (`proposal.ts`). */

export type AdjustmentKind = 'add' | 'deduct';

export interface Adjustment {
  readonly kind: AdjustmentKind;
  readonly amount: Money;
}

/** What speaks against approving it. `available` is what the member has free now. */
export function obstacleToAdjustment({ kind, amount }: Adjustment, available: Money): 'AVAILABLE_INSUFFICIENT' | null {
  return kind === 'deduct' && available < amount ? 'AVAILABLE_INSUFFICIENT' : null;
}
