import type { TransferDraft } from '@candor/domain/ledger/transfer';
import type { DecisionEvent } from '@candor/domain/proposal';
import type { StateTable } from '@candor/domain/cashier/state-table';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../platform/db/pool.ts';
import type { AuditEntry } from '../commands/audit-store.ts';
import type { MemberMessage } from '../outbox/outbox-store.ts';
import type { ProposalRow, ProposalTable, ProposalValues } from './proposal-store.ts';

/** Why a rule said no: the key of its text, the field it belongs to, and the values in the text. */
export interface Refusal {
  readonly key: string;
  readonly field?: string;
  readonly params?: Record<string, string | number>;
}

type Detail = AuditEntry['detail'];

/**
 * One kind of thing that two operators do: where it is kept, who sees it how, and what its approval needs and does. The rules of
 * every kind are in `decideProposal()` of the domain, and what never may be forgotten is in `proposal-commands.ts`.
 */
export interface ProposalKind<Row extends ProposalRow, View> {
  /** Its commands are called `console/<name>/<event>`. */
  readonly name: string;
  readonly table: ProposalTable<Row>;
  readonly states: StateTable<string, DecisionEvent>;
  readonly viewOf: (row: Row) => View;
  /** Reads a view that was kept for a retry. */
  readonly view: { readonly parse: (json: unknown) => View };
  /** A page has no more, because each is large. */
  readonly pageMax?: number;
  /** The keys of what all kinds refuse. */
  readonly refusals: { readonly notFound: string; readonly decided: string };
  /** What the entries of the audit are about. `member`: the member, and not the proposal. */
  readonly subjectType: string;
  /** What the entry of a decision says beside state and reason. */
  readonly detailOf: (row: Row) => Detail;
  /** What is decided in turn with proposals about the same, if anything. */
  readonly turnOf?: (row: Row) => string | null;
  /** What speaks against an approval by now, or by this operator. It is read when everything is locked. */
  readonly obstacleTo?: (db: Db, row: Row, operatorId: bigint) => Promise<Refusal | null>;
  readonly transfersOf?: (row: Row) => readonly TransferDraft[];
  /** The operator whom it is about, for kinds that are about one: neither proposes nor decides it. */
  readonly aboutOperator?: (row: Row) => bigint | null;
  /** News for the member about an approval. */
  readonly newsOf?: (row: Row) => readonly MemberMessage['message'][];
}

/** The part of a view that every kind has, in the order of the contract. */
export function proposalView<Row extends ProposalRow>({
  reason,
  status,
  maker,
  checker,
  note,
  createdAt,
  decidedAt,
}: Row): Pick<Row, 'reason' | 'status' | 'maker' | 'checker' | 'note'> & {
  createdAt: string;
  decidedAt: string | null;
} {
  return {
    reason,
    status,
    maker,
    checker,
    note,
    createdAt: new Date(createdAt).toISOString(),
    decidedAt: decidedAt === null ? null : new Date(decidedAt).toISOString(),
  };
}

/** One way to propose. A kind has at least one. */
export interface ProposalForm<Input, Facts> {
  /** The name of its command is `console/<kind>/<name>`. */
  readonly name: string;
  /** What the plan needs. Takes the turn of its subject first, if it has one. */
  readonly readFacts: (
    db: Db,
    call: { readonly input: Input; readonly memberId?: bigint | undefined },
  ) => Promise<Facts>;
  /** Pure. */
  readonly plan: (input: Input, facts: Facts) => Result<Planned, Refusal>;
}

export interface Planned {
  /** Its own columns. */
  readonly values: ProposalValues;
  /** The maker's. */
  readonly reason: string;
  /** What the entry of the audit says beside the reason. */
  readonly detail: Detail;
  /** It needs no other operator. */
  readonly isApproved?: boolean;
}
