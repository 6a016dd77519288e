import { describe, expect, it } from 'vitest';
import { edgesOf } from './cashier/state-table.ts';
import { decideProposal, PROPOSAL_EVENTS, PROPOSAL_STATES, PROPOSAL_TABLE } from './proposal.ts';
import type { ProposalState } from './proposal.ts';

const [MEMBER, MAKER, CHECKER] = [1n, 2n, 3n];

function decide(
  operatorId: bigint,
  event: (typeof PROPOSAL_EVENTS)[number],
  {
    state = 'proposed',
    hasReason = true,
    isOfMember = true,
  }: Partial<{
    state: ProposalState;
    hasReason: boolean;
    isOfMember: boolean;
  }> = {},
): string {
  const proposal = { state, makerId: MAKER, ...(isOfMember ? { memberId: MEMBER } : {}) };
  const decided = decideProposal(PROPOSAL_TABLE, proposal, { event, operatorId, hasReason });
  return decided.ok ? decided.value : decided.error;
}

it('has these edges and no others', () => {
  expect(edgesOf(PROPOSAL_TABLE, PROPOSAL_STATES, PROPOSAL_EVENTS)).toEqual([
    { from: 'proposed', event: 'approve', to: 'approved' },
    { from: 'proposed', event: 'reject', to: 'rejected' },
    { from: 'proposed', event: 'withdraw', to: 'withdrawn' },
  ]);
});

describe('a proposal', () => {
  it.each([
    [CHECKER, 'approve', 'approved'],
    [CHECKER, 'reject', 'rejected'],
    [CHECKER, 'withdraw', 'MAKER_ONLY'],
    [MAKER, 'approve', 'SECOND_OPERATOR_NEEDED'],
    [MAKER, 'reject', 'SECOND_OPERATOR_NEEDED'],
    [MAKER, 'withdraw', 'withdrawn'],
    [MEMBER, 'approve', 'ITEM_OWN'],
    [MEMBER, 'reject', 'ITEM_OWN'],
    [MEMBER, 'withdraw', 'ITEM_OWN'],
  ] as const)('of a member, decided by %i with %s', (operator, event, expected) => {
    expect(decide(operator, event)).toBe(expected);
    // Where it is about nobody, every operator but the maker may check.
    const ofSite = expected === 'ITEM_OWN' ? decide(CHECKER, event) : expected;
    expect(decide(operator, event, { isOfMember: false })).toBe(ofSite);
  });

  it.each(['approved', 'rejected', 'withdrawn'] as const)('is final when it is %s', (state) => {
    for (const event of PROPOSAL_EVENTS)
      for (const operator of [MAKER, CHECKER]) expect(decide(operator, event, { state })).toBe('STATE_CHANGED');
  });

  it('is rejected with a reason alone; to approve and to withdraw need none', () => {
    expect(decide(CHECKER, 'reject', { hasReason: false })).toBe('REASON_REQUIRED');
    expect(decide(CHECKER, 'approve', { hasReason: false })).toBe('approved');
    expect(decide(MAKER, 'withdraw', { hasReason: false })).toBe('withdrawn');
  });

  it('says first whose it is, then that it is decided, then who is missing, then what', () => {
    expect(decide(MEMBER, 'reject', { state: 'approved', hasReason: false })).toBe('ITEM_OWN');
    expect(decide(MAKER, 'reject', { state: 'approved', hasReason: false })).toBe('STATE_CHANGED');
    expect(decide(MAKER, 'reject', { hasReason: false })).toBe('SECOND_OPERATOR_NEEDED');
  });
});
