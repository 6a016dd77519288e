import * as z from 'zod/mini';
import { countSchema, idSchema, isoSchema, pageOf } from './envelope.ts';
import { codeField } from './console.ts';
import { optionalText, requiredText } from './fields.ts';
import { proposalFields, proposalsQuery, reasonField } from './proposals.ts';
import { newPasswordField } from './registration.ts';

/*
 * Staff: who works at the console and with which roles. One operator proposes, another approves; an invitation is a link of its maker and a
 * code of its checker.
 */

/** The roles of a new site. The words of these come with the console; a role that operators made has names of its own. */
export const SEEDED_ROLES = [
  'owner',
  'risk',
  'cashier',
  'reviewer',
  'support',
  'compliance',
  'content',
  'auditor',
] as const;

const roleName = requiredText({
  max: 16,
  pattern: /^[a-z]{3,16}$/,
  required: 'FIELD_REQUIRED',
  invalid: 'FIELD_INVALID',
});
const roleList = z
  .array(roleName, { error: 'FIELD_INVALID' })
  .check(z.minLength(1, { error: 'FIELD_REQUIRED' }), z.maxLength(8, { error: 'FIELD_INVALID' }));
/** A network or one address, as 203.0.113.0/24 or 2001:db8::1. The database reads it. */
const addressRange = requiredText({ max: 64, pattern: /^[0-9A-Fa-f:./]+$/, invalid: 'ADDRESS_RANGE_INVALID' });
/** None: from anywhere. */
const addressList = z
  .array(addressRange, { error: 'FIELD_INVALID' })
  .check(z.maxLength(20, { error: 'FIELD_INVALID' }));

/** POST /api/console/staff-changes: somebody who is invited (`username`), or other rights of an operator (`operatorId`). */
export const staffChangeBody = z.strictObject({
  operatorId: z.optional(optionalText({ max: 20, pattern: /^\d{1,18}$/ })),
  username: z.optional(optionalText({ max: 32, pattern: /^[A-Za-z0-9_]{4,32}$/, invalid: 'USERNAME_ILLEGAL' })),
  roles: roleList,
  addresses: addressList,
  reason: reasonField,
});
export type StaffChangeBody = z.infer<typeof staffChangeBody>;

export const staffParams = z.object({ id: idSchema });
export const operatorParams = z.object({ id: requiredText({ max: 20, pattern: /^\d{1,18}$/ }) });
export const staffChangesQuery = z.strictObject(proposalsQuery);

const rights = z.object({ roles: z.array(z.string()), addresses: z.nullable(z.array(z.string())) });

export const INVITATION_STATES = ['waiting', 'linked', 'joined', 'ended'] as const;

export const staffChangeView = z.object({
  id: idSchema,
  /** Null: an invitation. */
  operatorId: z.nullable(z.string()),
  username: z.string(),
  before: rights,
  after: rights,
  /** Of an approved invitation. */
  invitation: z.nullable(z.object({ state: z.enum(INVITATION_STATES), expiresAt: z.nullable(isoSchema) })),
  ...proposalFields,
});
export type StaffChangeView = z.infer<typeof staffChangeView>;
export const staffChangesView = pageOf(staffChangeView);

/** POST /api/console/staff-changes/{id}/link: the first half of the secret, shown this once. */
export const invitationLinkView = z.object({ token: z.string(), expiresAt: isoSchema });
/** GET /api/console/staff-changes/{id}/code: the second half, for who approved. */
export const invitationCodeView = z.object({ code: z.string() });

/** GET /api/console/staff. */
const staffMember = z.object({
  id: z.string(),
  username: z.string(),
  roles: z.array(z.string()),
  addresses: z.nullable(z.array(z.string())),
  secured: z.boolean(),
  joinedAt: isoSchema,
  leftAt: z.nullable(isoSchema),
  /** Of the newest entry in the audit. */
  actedAt: z.nullable(isoSchema),
  sessions: z.array(
    z.object({ device: z.string(), address: z.nullable(z.string()), createdAt: isoSchema, lastSeenAt: isoSchema }),
  ),
  /** What they used, the newest first; to the hour. */
  uses: z.array(z.object({ permission: z.string(), at: isoSchema })),
});
export type StaffMember = z.infer<typeof staffMember>;
export const staffView = z.object({ items: z.array(staffMember) });

/** POST /api/console/staff/{id}/leave, and POST /api/console/leave. */
export const leaveBody = z.strictObject({ reason: reasonField });
export const endedSessionsView = z.object({ ended: countSchema });

const names = z.object({ 'zh-Hans': z.string(), 'zh-Hant': z.string(), en: z.string() });
const name = requiredText({ max: 40, kind: 'words' });

/** GET /api/console/roles. */
const roleView = z.object({
  name: z.string(),
  /** Null: the words come with the console. */
  names: z.nullable(names),
  permissions: z.array(z.string()),
  version: countSchema,
  holders: z.array(
    z.object({
      id: z.string(),
      username: z.string(),
      /** When they used any permission of the role last. */
      usedAt: z.nullable(isoSchema),
    }),
  ),
});
export type RoleView = z.infer<typeof roleView>;
export const rolesView = z.object({ items: z.array(roleView) });

export const ROLE_ACTS = ['make', 'change', 'retire'] as const;

/** `area:thing:action`; `*` stands for every word. */
const pattern = requiredText({ max: 60, pattern: /^(\*|[a-z]+):(\*|[a-z]+):(\*|[a-z]+)$/ });

/** POST /api/console/role-changes. `base` is the version that the operator saw; 0 for a new role. */
export const roleChangeBody = z.strictObject({
  name: roleName,
  what: z.enum(ROLE_ACTS, { error: 'FIELD_INVALID' }),
  base: z.int({ error: 'FIELD_INVALID' }).check(z.minimum(0, { error: 'FIELD_INVALID' })),
  names: z.optional(
    z.nullable(z.strictObject({ 'zh-Hans': name, 'zh-Hant': name, en: name }, { error: 'FIELD_INVALID' })),
  ),
  permissions: z.array(pattern, { error: 'FIELD_INVALID' }).check(z.maxLength(80, { error: 'FIELD_INVALID' })),
  reason: reasonField,
});
export type RoleChangeBody = z.infer<typeof roleChangeBody>;
export const roleChangesQuery = z.strictObject(proposalsQuery);
export const roleChangeView = z.object({
  id: idSchema,
  name: z.string(),
  what: z.enum(ROLE_ACTS),
  base: countSchema,
  before: z.nullable(z.object({ names: z.nullable(names), permissions: z.array(z.string()) })),
  names: z.nullable(names),
  permissions: z.array(z.string()),
  ...proposalFields,
});
export type RoleChangeView = z.infer<typeof roleChangeView>;
export const roleChangesView = pageOf(roleChangeView);

/** POST /api/console/join: both halves of an invitation, and the password that the new operator chose. */
export const joinBody = z.strictObject({
  token: requiredText({ max: 100, pattern: /^[\w-]{20,100}$/, invalid: 'INVITATION_INVALID' }),
  code: requiredText({
    max: 16,
    kind: 'number',
    pattern: /^[\d -]+$/,
    required: 'CODE_REQUIRED',
    invalid: 'INVITATION_CODE_WRONG',
  }),
  pwd: newPasswordField,
});
export type JoinBody = z.infer<typeof joinBody>;

/** POST /api/console/totp/renew: a code of the authenticator (or a recovery code) that is replaced. */
export const renewTotpBody = z.strictObject({ code: codeField });
