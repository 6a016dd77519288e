/*
 * A kind of proposal, as the server knows it: where its queue is, who may make one and who may check it. Every call about
 * proposals is here. What a kind shows is its page's.
 */

import { useQueryClient } from '@tanstack/react-query';
import type { Schema } from '@candor/api-client/api';
import type { Page } from '@candor/contract/envelope';
import type { Texts } from '../../lib/messages.ts';
import { api } from '../api/request.ts';

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
  /** Its queue. One proposal is below it, and what is done with one is below that. */
  readonly path: string;
  readonly page: Schema<Page<Row>>;
  readonly one: Schema<Row>;
  readonly states: readonly Row['status'][];
  /** Permissions: to propose and withdraw, and to approve and reject. */
  readonly make: string;
  readonly check: string;
  /** Keys of other queries that a proposal or a decision makes old. */
  readonly stale?: readonly (readonly unknown[])[];
};

export async function readProposal<Row extends ProposalRow>(
  { path, one }: ProposalKind<Row>,
  id: string,
  signal: AbortSignal,
): Promise<Row> {
  return await api.get(`${path}/${encodeURIComponent(id)}`, one, { signal });
}

/** @param act the last word of the path */
export async function sendDecision<Row extends ProposalRow>(
  { path, one }: ProposalKind<Row>,
  id: string,
  { act, body, key }: { act: string; body: object; key: string },
): Promise<Row> {
  return await api.post(`${path}/${encodeURIComponent(id)}/${act}`, body, one, { idempotencyKey: key });
}

/** @param path where it is proposed, if not to its queue */
export async function sendProposal<Row extends ProposalRow>(
  kind: ProposalKind<Row>,
  { path = kind.path, body, key }: { path?: string | undefined; body: object; key: string },
): Promise<Row> {
  return await api.post(path, body, kind.one, { idempotencyKey: key });
}

/** Reads again what a proposal or a decision of this kind makes old. */
export function useProposalsChanged<Row extends ProposalRow>({ path, stale = [] }: ProposalKind<Row>) {
  const client = useQueryClient();
  return async () =>
    await Promise.all(
      [['queue', path], ['counters'], ...stale].map(async (queryKey) => await client.invalidateQueries({ queryKey })),
    );
}
