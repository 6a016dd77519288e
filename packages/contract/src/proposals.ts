import * as z from 'zod/mini';
import { isoSchema } from './envelope.ts';
import type { Page } from './envelope.ts';
import type { ErrorKey } from './error-keys.ts';
import { optionalText, pageFields, requiredText, someOf } from './fields.ts';

/*
 * What two operators do: one proposes with a reason, another approves or rejects, the maker may withdraw. These are the parts that
 * every kind has; its own body and view are beside its subject.
 */

export const PROPOSAL_STATUSES = ['proposed', 'approved', 'rejected', 'withdrawn'] as const;

export const person = z.object({ id: z.string(), username: z.string() });

/** What operators write to each other about a proposal. It is required, nobody can change it, and no member reads it. */
export const reasonField = requiredText({ max: 300, required: 'REASON_REQUIRED', invalid: 'REASON_REQUIRED' });

/** Query of a queue, newest first. */
export const proposalsQuery = { ...pageFields, status: z.optional(someOf(PROPOSAL_STATUSES)) };
/** Of kinds that are about a member: a username. */
export const memberFilter = { member: optionalText({ max: 32, kind: 'search' }) };

/** The decision of another operator. A rejection needs a reason. */
export const proposalDecisionBody = z.strictObject({
  approve: z.boolean({ error: 'FIELD_INVALID' }),
  reason: optionalText({ max: 300 }),
});
export const withdrawProposalBody = z.nullable(z.strictObject({}));

/** A proposal is found by the number of its row. */
export const releaseParams = z.object({
  id: z.string({ error: 'RELEASE_NOT_FOUND' }).check(z.regex(/^[1-9]\d{0,17}$/, { error: 'RELEASE_NOT_FOUND' })),
});

/** In the view of every kind. `note` is the checker's reason. */
export const proposalFields = {
  reason: z.string(),
  status: z.enum(PROPOSAL_STATUSES),
  maker: person,
  checker: z.nullable(person),
  note: z.nullable(z.string()),
  createdAt: isoSchema,
  decidedAt: z.nullable(isoSchema),
};

/** How a kind is called, found and guarded. */
interface DeclaredKind<One extends string, Many extends string, Path extends `/${string}`, Query, Params, View, Page> {
  /** The words of its calls: `listAdjustments`, `decideAdjustment`. */
  readonly one: One;
  readonly many: Many;
  /** The address of the queue; the others are below it. */
  readonly path: Path;
  readonly may: { readonly read: string; readonly make: string; readonly check: string };
  readonly query: Query;
  readonly params: Params;
  readonly view: View;
  readonly page: Page;
  /** `approval`: what may speak against one by then. */
  readonly refusals: {
    readonly notFound: ErrorKey;
    readonly decided: ErrorKey;
    readonly approval: readonly ErrorKey[];
  };
  readonly tag: string;
  /** Its plural, as a summary begins. */
  readonly what: string;
}

/**
 * The calls that every kind has: the queue, one proposal, a decision, a withdrawal. How it is proposed is a call of its own, whose
 * body and refusals are its own too.
 */
export function proposalCalls<
  const One extends string,
  const Many extends string,
  const Path extends `/${string}`,
  Query extends z.ZodMiniType,
  Params extends z.ZodMiniType<{ id: string }>,
  View extends z.ZodMiniType,
  Page extends z.ZodMiniType,
>(kind: DeclaredKind<One, Many, Path, Query, Params, View, Page>) {
  const { one, many, path, may, query, params, view, page, tag, what } = kind;
  const { notFound, decided, approval } = kind.refusals;
  const read = { method: 'GET', caller: 'operator', permission: may.read, cost: 'list', tag } as const;
  const act = {
    method: 'POST',
    params,
    answer: view,
    caller: 'operator',
    cost: 'change',
    idempotent: true,
    tag,
  } as const;
  return {
    list: { ...read, id: `list${many}`, path, query, answer: page, refusals: [], summary: `${what}, newest first.` },
    read: {
      ...read,
      id: `read${one}`,
      path: `${path}/{id}`,
      params,
      answer: view,
      refusals: [notFound],
      summary: `${what}: one of them.`,
    },
    decide: {
      ...act,
      id: `decide${one}`,
      path: `${path}/{id}/decision`,
      body: proposalDecisionBody,
      permission: may.check,
      refusals: ['ITEM_OWN', 'SECOND_OPERATOR_NEEDED', 'REASON_REQUIRED', notFound, decided, ...approval],
      summary: `${what}: another operator approves or rejects one.`,
    },
    withdraw: {
      ...act,
      id: `withdraw${one}`,
      path: `${path}/{id}/withdraw`,
      body: withdrawProposalBody,
      permission: may.make,
      refusals: ['ITEM_OWN', 'MAKER_ONLY', notFound, decided],
      summary: `${what}: its maker takes one back.`,
    },
  } as const;
}

/** The calls of a kind with these rows. */
export type ProposalCalls<Row> = ReturnType<
  typeof proposalCalls<
    string,
    string,
    `/${string}`,
    z.ZodMiniType,
    z.ZodMiniType<{ id: string }, { id: string }>,
    z.ZodMiniType<Row>,
    z.ZodMiniType<Page<Row>>
  >
>;
