import { nextState } from '../cashier/state-table.ts';
import type { StateTable } from '../cashier/state-table.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';

/*
 * A member who lost every second factor and every recovery code. One operator proposes to release the factor, another
 * approves it, and neither is the member. Then the member has a day to object: any use of the factor stops the release.
 * After that day the factor is removed.
 */

export const FACTOR_RELEASE_STATES = ['proposed', 'waiting', 'rejected', 'withdrawn', 'stopped', 'released'] as const;
export type FactorReleaseState = (typeof FACTOR_RELEASE_STATES)[number];

/** `stop` is an operator's, or the member's use of the factor; `expire` is the end of the wait. */
export const FACTOR_RELEASE_EVENTS = ['approve', 'reject', 'withdraw', 'stop', 'expire'] as const;
export type FactorReleaseEvent = (typeof FACTOR_RELEASE_EVENTS)[number];

export const FACTOR_RELEASE_TABLE: StateTable<FactorReleaseState, FactorReleaseEvent> = {
  proposed: { approve: 'waiting', reject: 'rejected', withdraw: 'withdrawn' },
  waiting: { stop: 'stopped', expire: 'released' },
  rejected: {},
  withdrawn: {},
  stopped: {},
  released: {},
};

/** How long the member can object. The database holds the same. */
export const FACTOR_RELEASE_WAIT_MS = 86_400_000;

export interface FactorRelease {
  readonly state: FactorReleaseState;
  readonly memberId: bigint;
  readonly makerId: bigint;
}

export type FactorReleaseRefusal =
  | 'ITEM_OWN'
  | 'SECOND_OPERATOR_NEEDED'
  | 'MAKER_ONLY'
  | 'REASON_REQUIRED'
  | 'STATE_CHANGED'
  | 'NO_FACTOR';

/** What an operator's decision makes of a release. Stopping one makes nothing less safe, so its maker may do it too. */
export function decideFactorRelease(
  release: FactorRelease,
  operatorId: bigint,
  decision: { event: Exclude<FactorReleaseEvent, 'expire'>; hasReason: boolean; hasFactor: boolean },
): Result<FactorReleaseState, FactorReleaseRefusal> {
  const { event, hasReason, hasFactor } = decision;
  if (operatorId === release.memberId) return err('ITEM_OWN');
  const next = nextState(FACTOR_RELEASE_TABLE, release.state, event);
  if (!next.ok) return next;
  const isMaker = operatorId === release.makerId;
  if (event === 'withdraw' && !isMaker) return err('MAKER_ONLY');
  if ((event === 'approve' || event === 'reject') && isMaker) return err('SECOND_OPERATOR_NEEDED');
  if ((event === 'reject' || event === 'stop') && !hasReason) return err('REASON_REQUIRED');
  if (event === 'approve' && !hasFactor) return err('NO_FACTOR');
  return ok(next.value);
}
