import { nextState } from './cashier/state-table.ts';
import type { StateTable } from './cashier/state-table.ts';
import { err, ok } from './result.ts';
import type { Result } from './result.ts';

/*
 * What needs two operators. The maker proposes with a reason. The checker, another operator, approves or rejects. The maker may
 * withdraw it while nobody has decided. Where it is about a member, neither of them is that member.
 */

export const PROPOSAL_STATES = ['proposed', 'approved', 'rejected', 'withdrawn'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

export const PROPOSAL_EVENTS = ['approve', 'reject', 'withdraw'] as const;
export type ProposalEvent = (typeof PROPOSAL_EVENTS)[number];

export const PROPOSAL_TABLE: StateTable<ProposalState, ProposalEvent> = {
  proposed: { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' },
  approved: {},
  rejected: {},
  withdrawn: {},
};

/** `stop`: ends what was approved and waits. Only kinds whose table has it know this event. */
export type DecisionEvent = ProposalEvent | 'stop';

export interface Proposal<State extends string> {
  readonly state: State;
  readonly makerId: bigint;
  /** The member it is about, if any. */
  readonly memberId?: bigint;
}

export interface ProposalDecision<Event extends DecisionEvent> {
  readonly event: Event;
  readonly operatorId: bigint;
  readonly hasReason: boolean;
}

export type ProposalRefusal =
  | 'ITEM_OWN'
  | 'STATE_CHANGED'
  | 'MAKER_ONLY'
  | 'SECOND_OPERATOR_NEEDED'
  | 'REASON_REQUIRED';

/** What an operator's decision makes of a proposal. To stop makes nothing less safe, so its maker may do it too. */
export function decideProposal<State extends string, Event extends DecisionEvent>(
  table: StateTable<State, Event>,
  { state, makerId, memberId }: Proposal<State>,
  { event, operatorId, hasReason }: ProposalDecision<Event>,
): Result<State, ProposalRefusal> {
  if (operatorId === memberId) return err('ITEM_OWN');
  const next = nextState(table, state, event);
  if (!next.ok) return next;
  const isMaker = operatorId === makerId;
  if (event === 'withdraw' && !isMaker) return err('MAKER_ONLY');
  if ((event === 'approve' || event === 'reject') && isMaker) return err('SECOND_OPERATOR_NEEDED');
  if ((event === 'reject' || event === 'stop') && !hasReason) return err('REASON_REQUIRED');
  return ok(next.value);
}
