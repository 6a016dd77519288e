import * as z from 'zod/mini';
import { DEPOSIT_KINDS } from './cashier.ts';
import { OPERATOR_PAYOUTS } from './console-cashier.ts';
import { countSchema, idSchema, isoSchema, moneySchema, pageOf } from './envelope.ts';
import { amountText, oneOf, optionalText, pageFields, requiredText } from './fields.ts';
import { operatorSessionView } from './console.ts';
import { memberLanguage, NOTE_TEXT, noteField, noteWithOther, REASONS } from './reasons.ts';
import { memberFilter, person, PROPOSAL_STATUSES, proposalsQuery } from './proposals.ts';
import { transfersView } from './wallet.ts';

/*
 * Members as operators see them, what operators may forbid them, and money that operators add or deduct by hand.
 */

/** What a member may be kept from. */
export const RESTRICTIONS = ['frozen', 'trading', 'withdrawal'] as const;
export type Restriction = (typeof RESTRICTIONS)[number];
/** An account whose member asked to close it, and one that is closed. */
export const ENDINGS = ['closing', 'closed'] as const;
/** What a list of members can be narrowed to. */
export const MEMBER_STATES = [...RESTRICTIONS, ...ENDINGS] as const;
export type MemberState = (typeof MEMBER_STATES)[number];

/** GET /api/console/members. `q` is a username from its beginning, or a whole phone number, invite code or id. */
/** When they registered: `id` grows with it. */
export const MEMBER_ORDERS = ['createdAt', '-createdAt'] as const;
export const membersQuery = z.strictObject({
  /** Newest first without it. */
  sort: z.optional(oneOf(MEMBER_ORDERS)),
  ...pageFields,
  q: optionalText({ max: 64, kind: 'search' }),
  restriction: z.optional(oneOf(MEMBER_STATES)),
});

const id = z.string();
/** A member's id in a path. */
export const memberParams = z.object({
  id: z.string({ error: 'MEMBER_NOT_FOUND' }).check(z.regex(/^[1-9]\d{0,17}$/, { error: 'MEMBER_NOT_FOUND' })),
});

export const memberLineView = z.object({
  id,
  username: z.string(),
  /** Masked. */
  phone: z.string(),
  available: moneySchema,
  restrictions: z.array(z.enum(RESTRICTIONS)),
  ending: z._default(z.nullable(z.enum(ENDINGS)), null),
  createdAt: isoSchema,
});
export type MemberLineView = z.infer<typeof memberLineView>;
export const membersView = pageOf(memberLineView);

export const restrictionView = z.object({
  id,
  kind: z.enum(RESTRICTIONS),
  restricted: z.boolean(),
  /** The code; of the restriction, or of taking it back. */
  reason: z.string(),
  /** The operator's words. They stay inside. */
  note: z.nullable(z.string()),
  operator: z.string(),
  at: isoSchema,
});

/** Newest first. */
const recentMoney = z.object({
  id: idSchema,
  reference: z.string(),
  amount: moneySchema,
  status: z.string(),
  createdAt: isoSchema,
});

export const memberNoteView = z.object({ id, text: z.string(), operator: z.string(), at: isoSchema });
/** POST /api/console/members/{id}/notes. */
export const memberNoteBody = z.strictObject({
  text: requiredText({ max: 500, kind: 'words', pattern: /^[^\p{Cs}\0]*$/u }),
});

/** GET /api/console/members/{id}. What could identify the member elsewhere is masked. */
export const memberDetailView = z.extend(memberLineView, {
  nickname: z.string(),
  realName: z.nullable(z.string()),
  email: z.nullable(z.string()),
  country: z.nullable(z.string()),
  inviteCode: z.string(),
  invitedBy: z.nullable(z.string()),
  roles: z.array(z.string()),
  language: memberLanguage,
  money: z.object({
    total: moneySchema,
    available: moneySchema,
    held: moneySchema,
    invested: moneySchema,
    openStake: moneySchema,
  }),
  orders: countSchema,
  /** How the newest documents stand. */
  verification: z.enum(['none', 'pending', 'verified', 'rejected']),
  card: z.nullable(z.object({ bank: z.string(), holder: z.string(), number: z.string() })),
  deposits: z.array(z.extend(recentMoney, { kind: z.enum(DEPOSIT_KINDS) })),
  withdrawals: z.array(z.extend(recentMoney, { payout: z.enum(OPERATOR_PAYOUTS) })),
  openOrders: z.array(
    z.object({
      id: idSchema,
      product: z.string(),
      direction: z.enum(['up', 'down']),
      stake: moneySchema,
      closesAt: isoSchema,
    }),
  ),
  notes: z.array(memberNoteView),
  history: z.array(restrictionView),
  sessions: z.array(z.omit(operatorSessionView, { current: true })),
  transfers: transfersView.shape.items,
});
export type MemberDetailView = z.infer<typeof memberDetailView>;

/** A code of the restriction, or one of taking it back. */
const restrictionReason = {
  restricted: z.boolean({ error: 'FIELD_INVALID' }),
  reason: oneOf([...REASONS.frozen, ...REASONS.lifted], 'REASON_REQUIRED'),
  note: noteField,
};
const reasonFits = z.refine<{ restricted: boolean; reason: string }>(
  ({ restricted, reason }) => REASONS[restricted ? 'frozen' : 'lifted'].some((code) => code === reason),
  { path: ['reason'], error: 'REASON_REQUIRED' },
);

/** POST /api/console/members/{id}/freeze. */
export const freezeBody = z.strictObject(restrictionReason).check(reasonFits, noteWithOther);
/** POST /api/console/members/{id}/forbid. */
export const forbidBody = z
  .strictObject({ kind: oneOf(['trading', 'withdrawal']), ...restrictionReason })
  .check(reasonFits, noteWithOther);

/** DELETE /api/console/members/{id}/sessions: all of them, or the one that is named. */
export const endSessionsQuery = z.strictObject({ session: z.optional(z.guid({ error: 'FIELD_INVALID' })) });
export const endedView = z.object({ ended: countSchema });

export const ADJUSTMENT_KINDS = ['add', 'deduct'] as const;

/** GET /api/console/adjustments. */
export const adjustmentsQuery = z.strictObject({ ...proposalsQuery, ...memberFilter });

/** POST /api/console/adjustments: proposes it. */
export const adjustmentBody = z
  .strictObject({
    memberId: z.string({ error: 'FIELD_INVALID' }).check(z.regex(/^[1-9]\d{0,17}$/, { error: 'FIELD_INVALID' })),
    kind: oneOf(ADJUSTMENT_KINDS),
    amount: amountText('AMOUNT_REQUIRED', 'AMOUNT_INVALID'),
    /** What the member reads in their statement, as a code. */
    reason: oneOf([...REASONS.adjustmentAdd, ...REASONS.adjustmentDeduct], 'REASON_REQUIRED'),
    /** Words for the operator who checks it. */
    note: requiredText({
      max: 300,
      kind: 'words',
      pattern: NOTE_TEXT,
      required: 'NOTE_REQUIRED',
      invalid: 'NOTE_REQUIRED',
    }),
  })
  .check(
    z.refine(
      ({ kind, reason }) =>
        REASONS[kind === 'add' ? 'adjustmentAdd' : 'adjustmentDeduct'].some((code) => code === reason),
      { path: ['reason'], error: 'REASON_REQUIRED' },
    ),
  );

export const adjustmentParams = z.object({ id: idSchema });

export const adjustmentView = z.object({
  id: idSchema,
  member: z.extend(person, { language: memberLanguage }),
  kind: z.enum(ADJUSTMENT_KINDS),
  amount: moneySchema,
  /** What the member reads, as a code. */
  reason: z.string(),
  /** What the maker wrote to the checker. */
  note: z.string(),
  status: z.enum(PROPOSAL_STATUSES),
  maker: person,
  checker: z.nullable(person),
  /** What the checker wrote. */
  decisionNote: z.nullable(z.string()),
  createdAt: isoSchema,
  decidedAt: z.nullable(isoSchema),
  /** What the member has free now. */
  available: moneySchema,
});
export type AdjustmentView = z.infer<typeof adjustmentView>;
export const adjustmentsView = pageOf(adjustmentView);
