import * as z from 'zod/mini';
import { envelopeOf, isoSchema, pageOf } from './envelope.ts';
import { optionalText, PAGE_LIMIT_DEFAULT, pageFields, requiredText, someOf } from './fields.ts';

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
export const memberFilter = { member: optionalText({ max: 32 }) };

/** The decision of another operator. A rejection needs a reason. */
const proposalDecisionBody = z.strictObject({
  approve: z.boolean({ error: 'FIELD_INVALID' }),
  reason: optionalText({ max: 300 }),
});
const withdrawProposalBody = z.nullable(z.strictObject({}));

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

/** The schemas of the calls that every kind has: the queue, one proposal, a decision, a withdrawal. */
export function proposalSchemas<Query extends z.ZodMiniType, Params extends z.ZodMiniType, View extends z.ZodMiniType>({
  view,
  ...schemas
}: {
  query: Query;
  params: Params;
  view: View;
}) {
  return {
    ...schemas,
    decision: proposalDecisionBody,
    withdrawal: withdrawProposalBody,
    page: envelopeOf(pageOf(view)),
    view: envelopeOf(view),
    limit: PAGE_LIMIT_DEFAULT,
  };
}
