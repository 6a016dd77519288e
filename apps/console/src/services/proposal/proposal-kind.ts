/* A kind of proposal: its calls, and what they make old. What it shows is said by its page. */

import { useQueryClient } from '@tanstack/react-query';
import type { ExportedList } from '@candor/contract/console-exports';
import { PROPOSAL_STATUSES } from '@candor/contract/proposals';
import type { ProposalCalls } from '@candor/contract/proposals';
import type { Texts } from '../../lib/messages.ts';
import { queueKey } from '../queue/queue-of.ts';
import { readAgain } from '../queue/read-again.ts';

type Person = { readonly id: string; readonly username: string };

/** `proposed` waits for a second operator; `waiting` is approved, and somebody may still object. */
export type ProposalState = 'proposed' | 'waiting' | 'approved' | 'rejected' | 'withdrawn' | 'stopped' | 'released';

export type ProposalRow = {
  readonly id: string;
  readonly status: ProposalState;
  readonly reason: string;
  readonly maker: Person;
  readonly createdAt: string;
  readonly checker: Person | null;
  readonly decidedAt: string | null;
  readonly note: string | null;
  /** Where the proposal is about one member. */
  readonly member?: Person;
};

export type ProposalKind<Row extends ProposalRow> = {
  readonly name: keyof Texts['proposals']['titleOf'];
  readonly calls: ProposalCalls<Row>;
  /** Its queue as a file. */
  readonly file: ExportedList;
  /** Without it: those of most kinds. */
  readonly states?: readonly ProposalState[];
  /** Keys of other queries that a proposal or a decision makes old. */
  readonly stale?: readonly (readonly unknown[])[];
};

/** The states that a kind has. */
export function statesOf<Row extends ProposalRow>({ states }: ProposalKind<Row>): readonly ProposalState[] {
  return states ?? PROPOSAL_STATUSES;
}

/** Reads again what a proposal or a decision of this kind makes old. */
export function useProposalsChanged<Row extends ProposalRow>({ calls, stale = [] }: ProposalKind<Row>) {
  const client = useQueryClient();
  return async () =>
    await Promise.all(
      [queueKey(calls.list), ['counters'], ...stale].map(async (queryKey) => await readAgain(client, queryKey)),
    );
}
