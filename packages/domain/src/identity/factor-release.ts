import type { StateTable } from '../cashier/state-table.ts';

/*
 * A member who lost every second factor and every recovery code. One operator proposes to release the factor, another
 * approves it, and neither is the member (`proposal.ts`). Then the member has a day to object: any use of the factor stops the
 * release. After that day the factor is removed.
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
