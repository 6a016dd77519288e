import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { nextState } from '../cashier/state-table.ts';
import type { StateTable } from '../cashier/state-table.ts';

/*
 * New terms of a project, or a new savings rate: one operator proposes, another approves or rejects. The maker may take it
 * back while nobody has decided. What is approved holds for new holdings and for dates to come.
 */

export const CHANGE_STATES = ['proposed', 'approved', 'rejected', 'withdrawn'] as const;
export type ChangeState = (typeof CHANGE_STATES)[number];
export const CHANGE_EVENTS = ['approve', 'reject', 'withdraw'] as const;
export type ChangeEvent = (typeof CHANGE_EVENTS)[number];

export const CHANGE_TABLE: StateTable<ChangeState, ChangeEvent> = {
  proposed: { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' },
  approved: {},
  rejected: {},
  withdrawn: {},
};

export type ChangeRefusal = 'STATE_CHANGED' | 'MAKER_ONLY' | 'SECOND_OPERATOR_NEEDED' | 'REASON_REQUIRED';

export function decideChange(
  change: { readonly state: ChangeState; readonly makerId: bigint },
  operatorId: bigint,
  { event, hasReason }: { readonly event: ChangeEvent; readonly hasReason: boolean },
): Result<ChangeState, ChangeRefusal> {
  const next = nextState(CHANGE_TABLE, change.state, event);
  if (!next.ok) return next;
  const isMaker = operatorId === change.makerId;
  if (event === 'withdraw' && !isMaker) return err('MAKER_ONLY');
  if (event !== 'withdraw' && isMaker) return err('SECOND_OPERATOR_NEEDED');
  if (event === 'reject' && !hasReason) return err('REASON_REQUIRED');
  return ok(next.value);
}
