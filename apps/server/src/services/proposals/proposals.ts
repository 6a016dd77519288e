import type { DecisionEvent } from '@candor/domain/proposal';
import type { Result } from '@candor/domain/result';
import type * as z from 'zod/mini';
import type { Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpRequest } from '../../platform/http/http-app.ts';
import { cursorId, cursorNumber, pageOf } from '../../platform/http/paging.ts';
import type { Page, Paging } from '../../platform/http/paging.ts';
import { on } from '../../platform/http/serve.ts';
import type { Call, DeclaredCall, Line } from '../../platform/http/serve.ts';
import { runOperatorCommand } from '../commands/run-commands.ts';
import type { Command, OperatorCall } from '../commands/run-commands.ts';
import type { Fingerprints } from '../idempotency/idempotency.ts';
import type { Operators } from '../operators/operators.ts';
import type { QueueCounter } from '../operators/queue-counter.ts';
import type { ExportKind } from '../exports/export-kind.ts';
import { exportProposals } from './export-proposals.ts';
import type { ProposalCells } from './export-proposals.ts';
import { decideOne, proposeOne } from './proposal-commands.ts';
import type { ProposalForm, ProposalKind, Refusal } from './proposal-kind.ts';
import { countProposed, selectProposal, selectProposals } from './proposal-store.ts';
import type { ProposalFilter, ProposalRow, ProposalTable } from './proposal-store.ts';

/**
 * What one operator proposes and another decides: the calls that every kind has, and how a kind takes a proposal. Permissions are
 * those of the declarations (`proposalCalls` of the contract).
 */
export interface ProposalsDeps {
  readonly pool: Pool;
  readonly operators: Pick<Operators, 'operatorOf'>;
  readonly fingerprints: Fingerprints;
}

export interface KindDeps<Row extends ProposalRow, View> extends ProposalsDeps {
  readonly kind: ProposalKind<Row, View>;
}

type ListQuery = Paging & { readonly status?: readonly string[] | undefined } & Pick<ProposalFilter, 'member' | 'kind'>;
type Answers<View> = DeclaredCall & { readonly answer: z.ZodMiniType<View> };
type OfOne<View> = Answers<View> & { readonly params: z.ZodMiniType<{ id: string }> };
type Decision = { approve: boolean; reason?: string | undefined };

/** The calls that every kind has, as the contract declares them. */
export interface DeclaredKind<View> {
  readonly list: DeclaredCall & { query: z.ZodMiniType<ListQuery>; answer: z.ZodMiniType<Page<View>> };
  readonly read: OfOne<View>;
  readonly decide: OfOne<View> & { body: z.ZodMiniType<Decision>; idempotent: true };
  readonly withdraw: OfOne<View> & { idempotent: true };
}

/** Where the console counts and finds the proposals of a kind. Its name is that of the console's navigation. */
export interface ProposalQueue extends QueueCounter {
  /** The address of the queue; those of one proposal and of decisions are below it. */
  readonly path: string;
  readonly file: ExportKind;
}

/** @param cells what a file says of its proposals beside what all kinds say */
export function proposalQueue<Row extends ProposalRow>(
  name: string,
  {
    list,
  }: {
    readonly list: { readonly path: string; readonly permission: string; readonly query: z.ZodMiniType<ListQuery> };
  },
  table: ProposalTable<Row>,
  cells: ProposalCells<Row> = {},
): ProposalQueue {
  const { path, permission } = list;
  const file = exportProposals(name, list, table, cells);
  return { name, path, permission, count: async (db) => await countProposed(db, table), file };
}

/** The lines of the table of routes that every kind has. */
export function proposalLines<Row extends ProposalRow, View>(calls: DeclaredKind<View>): Line<KindDeps<Row, View>>[] {
  return [
    on(calls.list, list<Row, View>),
    on(calls.read, read<Row, View>),
    on(calls.decide, decide<Row, View>),
    on(calls.withdraw, withdraw<Row, View>),
  ];
}

async function list<Row extends ProposalRow, View>(
  { query }: Pick<Call<DeclaredKind<View>['list']>, 'query'>,
  { pool, kind }: KindDeps<Row, View>,
): Promise<Page<View>> {
  const { cursor, limit, status, ...filter } = query;
  const { table, viewOf, pageMax } = kind;
  const beforeId = table.idType === 'uuid' ? cursorId(cursor) : cursorNumber(cursor)?.toString();
  return await pageOf({
    paging: pageMax === undefined ? { limit } : { limit: Math.min(limit, pageMax) },
    read: async (count) => await selectProposals(pool, table, { ...filter, statuses: status, beforeId, limit: count }),
    view: viewOf,
    cursorOf: ({ id }) => id,
  });
}

async function read<Row extends ProposalRow, View>(
  { params }: { readonly params: { id: string } },
  { pool, kind }: KindDeps<Row, View>,
): Promise<View> {
  return kind.viewOf(await find(pool, kind, params.id));
}

async function find<Row extends ProposalRow>(
  pool: Pool,
  { table, refusals }: Pick<ProposalKind<Row, unknown>, 'table' | 'refusals'>,
  id: string,
): Promise<Row> {
  const row = await selectProposal(pool, table, id);
  if (row === undefined) throw new Refused(refusals.notFound);
  return row;
}

async function decide<Row extends ProposalRow, View>(
  call: ActCall & { readonly body: Decision },
  deps: KindDeps<Row, View>,
): Promise<View> {
  const { approve, reason } = call.body;
  return await act(call, deps, { event: approve ? 'approve' : 'reject', reason });
}

async function withdraw<Row extends ProposalRow, View>(call: ActCall, deps: KindDeps<Row, View>): Promise<View> {
  return await act(call, deps, { event: 'withdraw', reason: undefined });
}

interface WriteCall {
  readonly request: HttpRequest;
  readonly key: string;
}

interface ActCall extends WriteCall {
  readonly params: { readonly id: string };
}

/** What an operator does with a proposal that is there. */
export async function act<Row extends ProposalRow, View>(
  call: ActCall,
  { kind, ...deps }: KindDeps<Row, View>,
  { event, reason }: { readonly event: DecisionEvent; readonly reason: string | undefined },
): Promise<View> {
  const { key, request, params } = call;
  const { id, member } = await find(deps.pool, kind, params.id);
  return await run(deps, decideOne(kind, event), {
    request,
    key,
    memberId: member === undefined ? undefined : BigInt(member.id),
    fingerprint: deps.fingerprints.of({ id: params.id, event, reason }),
    input: { id, reason },
  });
}

/** Takes a proposal. `memberId`: the member it is about, if any. */
export async function propose<Row extends ProposalRow, View, Input, Facts>(
  { key, request, body }: WriteCall & { readonly body: unknown },
  { kind, ...deps }: KindDeps<Row, View>,
  form: ProposalForm<Input, Facts>,
  { input, memberId }: { readonly input: Input; readonly memberId?: bigint },
): Promise<View> {
  const fingerprint = deps.fingerprints.of(body);
  return await run(deps, proposeOne(kind, form), { request, key, memberId, fingerprint, input });
}

async function run<View, Input, Facts, Effect>(
  { pool, operators }: Pick<ProposalsDeps, 'pool' | 'operators'>,
  command: Command<Input, Facts, Effect, string, Result<View, Refusal>, OperatorCall<Input>>,
  { request, ...call }: Omit<OperatorCall<Input>, 'operatorId' | 'session'> & { readonly request: HttpRequest },
): Promise<View> {
  const { operatorId, session } = operators.operatorOf(request);
  const done = await runOperatorCommand(pool, command, { ...call, operatorId, session });
  if (!done.ok) throw new Refused(done.error);
  if (done.value.ok) return done.value.value;
  const { key, field, params } = done.value.error;
  throw new Refused(key, {
    ...(field === undefined ? {} : { fields: { [field]: key } }),
    ...(params === undefined ? {} : { params }),
  });
}
