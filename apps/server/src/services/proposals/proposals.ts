import type { DecisionEvent } from '@candor/domain/proposal';
import * as z from 'zod/mini';
import type { Pool } from '../../platform/db/pool.ts';
import { ok, Refused } from '../../platform/http/http-app.ts';
import type { Answer, HttpRequest } from '../../platform/http/http-app.ts';
import { runOperatorCommand } from '../commands/run-commands.ts';
import type { Command, OperatorCall } from '../commands/run-commands.ts';
import { requireIdempotencyKey } from '../idempotency/idempotency.ts';
import type { Fingerprints } from '../idempotency/idempotency.ts';
import type { Operators } from '../operators/operators.ts';
import type { Result } from '@candor/domain/result';
import { decide, propose } from './proposal-commands.ts';
import type { ProposalForm, ProposalKind, Refusal } from './proposal-kind.ts';
import { selectProposal, selectProposals } from './proposal-store.ts';
import type { ProposalFilter, ProposalRow } from './proposal-store.ts';

/**
 * What the routes of a kind do. One operator proposes, another decides: the queue, one proposal, a proposal, a decision.
 * Permissions are the routes' own.
 */
export interface Proposals<View> {
  readonly list: (query: ListQuery, limit: number) => Promise<Answer<{ items: View[]; nextCursor: string | null }>>;
  readonly one: (id: string) => Promise<Answer<View>>;
  readonly propose: <Input, Facts>(
    request: HttpRequest,
    form: ProposalForm<Input, Facts>,
    call: { readonly input: Input; readonly memberId?: bigint },
  ) => Promise<Answer<View>>;
  readonly decide: (request: HttpRequest, id: string, body: DecisionBody) => Promise<Answer<View>>;
  readonly act: (
    request: HttpRequest,
    id: string,
    act: { readonly event: DecisionEvent; readonly reason: string | undefined },
  ) => Promise<Answer<View>>;
}

export type ListQuery = Omit<ProposalFilter, 'beforeId' | 'limit' | 'statuses'> & {
  readonly status?: readonly string[] | undefined;
  readonly cursor?: string | undefined;
};

interface DecisionBody {
  readonly approve: boolean;
  readonly reason?: string | undefined;
}

export interface ProposalsDeps {
  readonly pool: Pool;
  readonly operators: Pick<Operators, 'operatorOf'>;
  readonly fingerprints: Fingerprints;
}

export function createProposals<Row extends ProposalRow, View>(
  { pool, operators, fingerprints }: ProposalsDeps,
  kind: ProposalKind<Row, View>,
): Proposals<View> {
  const { table, viewOf } = kind;

  async function find(id: string): Promise<Row> {
    const row = await selectProposal(pool, table, id);
    if (row === undefined) throw new Refused(kind.refusals.notFound);
    return row;
  }

  async function run<Input, Facts, Effect>(
    request: HttpRequest,
    command: Command<Input, Facts, Effect, string, Result<View, Refusal>, OperatorCall<Input>>,
    call: { readonly input: Input; readonly memberId: bigint | undefined; readonly fingerprint: Buffer },
  ): Promise<Answer<View>> {
    const key = requireIdempotencyKey(request);
    const { operatorId, session } = operators.operatorOf(request);
    const done = await runOperatorCommand(pool, command, { ...call, operatorId, session, key });
    if (!done.ok) throw new Refused(done.error);
    if (!done.value.ok) throw refusedBy(done.value.error);
    return ok(done.value.value);
  }

  const act: Proposals<View>['act'] = async (request, id, { event, reason }) => {
    requireIdempotencyKey(request);
    const { id: rowId, member } = await find(id);
    return await run(request, decide(kind, event), {
      memberId: member === undefined ? undefined : BigInt(member.id),
      fingerprint: fingerprints.of({ id, event, reason }),
      input: { id: rowId, reason },
    });
  };

  return {
    list: async ({ status, cursor, ...filter }, limit) => {
      const beforeId = cursorId(cursor, table.idType);
      const rows = await selectProposals(pool, table, { ...filter, statuses: status, beforeId, limit: limit + 1 });
      const page = rows.slice(0, limit);
      return ok({ items: page.map(viewOf), nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null });
    },
    one: async (id) => ok(viewOf(await find(id))),
    propose: async (request, form, { input, memberId }) =>
      await run(request, propose(kind, form), { input, memberId, fingerprint: fingerprints.of(request.body) }),
    decide: async (request, id, { approve, reason }) =>
      await act(request, id, { event: approve ? 'approve' : 'reject', reason }),
    act,
  };
}

function refusedBy({ key, field, params }: Refusal): Refused {
  return new Refused(key, {
    ...(field === undefined ? {} : { fields: { [field]: key } }),
    ...(params === undefined ? {} : { params }),
  });
}

const COUNTED = /^\d{1,18}$/;

/** The cursor of a queue is the id of the last one seen. */
function cursorId(cursor: string | undefined, idType: 'uuid' | 'bigint'): string | undefined {
  const fits =
    cursor === undefined || (idType === 'uuid' ? z.safeParse(z.guid(), cursor).success : COUNTED.test(cursor));
  if (!fits) throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
  return cursor;
}
