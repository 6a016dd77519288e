import * as z from 'zod/mini';
import { isoSchema, moneySchema, pageOf } from './envelope.ts';
import { optionalText, pageFields, someOf } from './fields.ts';

/* Invitations and their rewards, in the console. What the inviter sees is `inviteView` in cashier.ts. */

export const INVITATION_STATES = ['waiting', 'earned', 'paid', 'refused'] as const;

/**
 * Why no reward is paid. The two share an identity, a card, a device or a browser, or a network; they are joined by another
 * account; the invited member belongs to who invited the inviter; or the person behind the account was rewarded before.
 */
export const REWARD_REFUSALS = ['IDENTITY', 'CARD', 'DEVICE', 'NETWORK', 'THIRD', 'CHAIN', 'REPEATED'] as const;

/** GET /api/console/invitations, newest first. `member` is a user name of either side. */
export const operatorInvitationsQuery = z.strictObject({
  ...pageFields,
  status: z.optional(someOf(INVITATION_STATES)),
  member: optionalText({ max: 32, kind: 'search' }),
});

const person = z.object({ id: z.string(), username: z.string() });
const operatorInvitation = z.object({
  invitee: person,
  inviter: person,
  state: z.enum(INVITATION_STATES),
  reason: z.nullable(z.enum(REWARD_REFUSALS)),
  amount: moneySchema,
  /** Null before the first deposit. */
  needed: z.nullable(moneySchema),
  turnover: moneySchema,
  createdAt: isoSchema,
  movedAt: isoSchema,
});
export type OperatorInvitation = z.infer<typeof operatorInvitation>;
export const operatorInvitationsView = pageOf(operatorInvitation);
