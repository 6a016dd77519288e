import { decideProposal } from '@candor/domain/proposal';
import type { DecisionEvent, ProposalRefusal } from '@candor/domain/proposal';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../platform/db/pool.ts';
import type { AuditEntry } from '../commands/audit-store.ts';
import type { Command, OperatorCall } from '../commands/run-commands.ts';
import type { Planned, ProposalForm, ProposalKind, Refusal } from './proposal-kind.ts';
import {
  decideProposalRow,
  insertProposal,
  lockProposal,
  newProposalId,
  selectProposal,
  takeTurn,
} from './proposal-store.ts';
import type { ProposalRow } from './proposal-store.ts';

type Answer<View> = Result<View, Refusal>;
type ProposalCommand<Input, Facts, Effect, View> = Command<
  Input,
  Facts,
  Effect,
  string,
  Answer<View>,
  OperatorCall<Input>
>;

interface Proposed extends Planned {
  readonly id: string | undefined;
  readonly makerId: bigint;
  readonly memberId: bigint | undefined;
}

/** An operator proposes. Nothing is done before another operator approves, unless the kind says that one is enough. */
export function proposeOne<Row extends ProposalRow, View, Input, Facts>(
  kind: ProposalKind<Row, View>,
  form: ProposalForm<Input, Facts>,
): ProposalCommand<Input, Facts, Proposed, View> {
  const { table } = kind;
  return {
    name: `console/${kind.name}/${form.name}`,
    stored: storedView(kind),
    readFacts: async (db, calls) => await form.readFacts(db, onlyOne(calls)),
    decide: ({ operatorId, memberId, input }, facts) => {
      if (memberId === operatorId) return refuse({ key: 'ITEM_OWN' });
      const planned = form.plan(input, facts);
      if (!planned.ok) return refuse(planned.error);
      return { effect: { ...planned.value, id: newProposalId(table), makerId: operatorId, memberId } };
    },
    write: async (db, effects) => {
      const { id: newId, memberId, makerId, values, reason, isApproved } = onlyOne(effects);
      const id = await insertProposal(db, table, {
        ...(newId === undefined ? {} : { id: newId }),
        ...(memberId === undefined ? {} : { member_id: memberId }),
        ...values,
        reason,
        maker: makerId,
      });
      if (isApproved === true)
        await decideProposalRow(db, table, { id, status: 'approved', operatorId: makerId, note: null });
      return [id];
    },
    answer: async (db, done) => [await answerOf(db, kind, onlyOne(done).written)],
    auditOf: ({ id, memberId, reason, detail }) => ({
      ...subjectOf(kind, { id, memberId: memberId?.toString() }),
      detail: { reason, ...detail },
    }),
  };
}

export interface ProposalDecision {
  readonly id: string;
  readonly reason: string | undefined;
}

interface DecisionFacts<Row> {
  readonly row: Row | undefined;
  readonly obstacle: Refusal | null;
}

interface Decided<Row> {
  readonly row: Row;
  readonly status: string;
  readonly operatorId: bigint;
  readonly note: string | null;
}

/**
 * An operator approves, rejects, withdraws or stops. Two who decide at once come one after the other; the second finds it
 * decided. Triggers of the database do what an approval says in the same transaction.
 */
export function decideOne<Row extends ProposalRow, View>(
  kind: ProposalKind<Row, View>,
  event: DecisionEvent,
): ProposalCommand<ProposalDecision, DecisionFacts<Row>, Decided<Row>, View> {
  const { table, transfersOf, newsOf } = kind;
  return {
    name: `console/${kind.name}/${event}`,
    stored: storedView(kind),
    readFacts: async (db, calls) => {
      const {
        operatorId,
        input: { id },
      } = onlyOne(calls);
      if (kind.turnOf !== undefined) {
        const seen = await selectProposal(db, table, id);
        const turn = seen === undefined ? null : kind.turnOf(seen);
        if (turn !== null) await takeTurn(db, turn);
      }
      const row = await lockProposal(db, table, id);
      const isApproval = row !== undefined && event === 'approve';
      return { row, obstacle: isApproval ? ((await kind.obstacleTo?.(db, row, operatorId)) ?? null) : null };
    },
    decide: ({ operatorId, input: { reason } }, { row, obstacle }) => {
      if (row === undefined) return refuse({ key: kind.refusals.notFound });
      const decided = decideProposal(kind.states, proposalOf(kind, row), {
        event,
        operatorId,
        hasReason: reason !== undefined,
      });
      if (!decided.ok) return refuse(refusalOf(kind, decided.error));
      if (obstacle !== null) return refuse(obstacle);
      return { effect: { row, status: decided.value, operatorId, note: reason ?? null } };
    },
    write: async (db, effects) => {
      const { row, ...decision } = onlyOne(effects);
      await decideProposalRow(db, table, { id: row.id, ...decision });
      return [row.id];
    },
    ...(transfersOf === undefined ? {} : { transfersOf: ({ row }) => (event === 'approve' ? transfersOf(row) : []) }),
    answer: async (db, done) => [await answerOf(db, kind, onlyOne(done).written)],
    ...(newsOf === undefined ? {} : { newsOf: (_, { row }) => (event === 'approve' ? newsOf(row) : []) }),
    auditOf: ({ row, status, note }) => ({
      ...subjectOf(kind, { id: row.id, memberId: row.member?.id }),
      detail: { ...kind.detailOf(row), status, reason: note },
    }),
  };
}

function proposalOf<Row extends ProposalRow>(
  { aboutOperator }: { readonly aboutOperator?: (row: Row) => bigint | null },
  row: Row,
) {
  const proposal = { state: row.status, makerId: BigInt(row.maker.id) };
  const about = row.member === undefined ? (aboutOperator?.(row) ?? undefined) : BigInt(row.member.id);
  return about === undefined ? proposal : { ...proposal, memberId: about };
}

function refusalOf({ refusals }: { refusals: { decided: string } }, refusal: ProposalRefusal): Refusal {
  if (refusal === 'STATE_CHANGED') return { key: refusals.decided };
  return refusal === 'REASON_REQUIRED' ? { key: refusal, field: 'reason' } : { key: refusal };
}

function refuse(refusal: Refusal) {
  return { answer: err(refusal), kept: false };
}

/** Only what was carried out is kept for a retry. */
function storedView<View>({ view }: { view: { parse: (json: unknown) => View } }) {
  return {
    of: (answer: Answer<View>) => (answer.ok ? answer.value : null),
    read: (json: unknown): Answer<View> => ok(view.parse(json)),
  };
}

async function answerOf<Row extends ProposalRow, View>(
  db: Db,
  { table, viewOf }: Pick<ProposalKind<Row, View>, 'table' | 'viewOf'>,
  id: string,
): Promise<Answer<View>> {
  const row = await selectProposal(db, table, id);
  if (row === undefined) throw new Error('the proposal was not found again');
  return ok(viewOf(row));
}

function subjectOf(
  { subjectType }: { subjectType: string },
  { id, memberId }: { id: string | undefined; memberId: string | undefined },
): Pick<AuditEntry, 'subjectType' | 'subjectId'> {
  const subjectId = subjectType === 'member' ? memberId : id;
  if (subjectId === undefined) throw new Error('an entry of the audit needs its subject');
  return { subjectType, subjectId };
}

function onlyOne<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined || list.length > 1) throw new Error('operators decide one proposal at a time');
  return one;
}
