import * as z from 'zod/mini';
import { person, reasonField } from './console-members.ts';
import { isoSchema, pageOf } from './envelope.ts';
import { optionalText, pageFields, requiredText, someOf } from './fields.ts';

/*
 * Cards, identities and device keys belong to one member each. An operator sees them as marks: keyed hashes, which tell that two
 * are equal and nothing else. One operator proposes to release one, another approves.
 */

export const MARK_KINDS = ['card', 'identity', 'device'] as const;
export const MARK_STATES = ['own', 'shared', 'refused', 'released'] as const;

/** GET /api/console/marks. Without a member: those that more than one member has, or tried to have. */
export const marksQuery = z.strictObject({
  ...pageFields,
  kind: z.optional(someOf(MARK_KINDS)),
  member: optionalText({ max: 32 }),
});

const markText = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const holder = z.object({ member: person, state: z.enum(MARK_STATES), open: z.nullable(z.string()) });
export const markView = z.object({
  /** The kind, the mark and the member. */
  id: z.string(),
  kind: z.enum(MARK_KINDS),
  mark: markText,
  member: person,
  state: z.enum(MARK_STATES),
  firstAt: isoSchema,
  lastAt: isoSchema,
  /** Who has it or tried it, this member first. `open`: the proposal to release it that waits. */
  holders: z.array(holder),
});
export type MarkView = z.infer<typeof markView>;
export const marksView = pageOf(markView);

export const MARK_RELEASE_STATUSES = ['proposed', 'approved', 'rejected', 'withdrawn'] as const;

/** GET /api/console/mark-releases. */
export const markReleasesQuery = z.strictObject({
  ...pageFields,
  status: z.optional(someOf(MARK_RELEASE_STATUSES)),
  member: optionalText({ max: 32 }),
});

/** POST /api/console/mark-releases: proposes it. */
export const markReleaseBody = z.strictObject({
  memberId: requiredText({ max: 18, pattern: /^[1-9]\d{0,17}$/ }),
  kind: z.enum(MARK_KINDS, { error: 'FIELD_INVALID' }),
  mark: requiredText({ max: 64, pattern: /^[0-9a-f]{64}$/ }),
  reason: reasonField,
});

/** POST /api/console/mark-releases/{id}/decision. A rejection needs a reason. */
export const markReleaseDecisionBody = z.strictObject({
  approve: z.boolean({ error: 'FIELD_INVALID' }),
  reason: optionalText({ max: 300 }),
});
export const markReleaseParams = z.object({
  id: z.string({ error: 'RELEASE_NOT_FOUND' }).check(z.regex(/^[1-9]\d{0,17}$/, { error: 'RELEASE_NOT_FOUND' })),
});

export const markReleaseView = z.object({
  id: z.string(),
  member: person,
  kind: z.enum(MARK_KINDS),
  mark: markText,
  reason: z.string(),
  status: z.enum(MARK_RELEASE_STATUSES),
  maker: person,
  checker: z.nullable(person),
  note: z.nullable(z.string()),
  createdAt: isoSchema,
  decidedAt: z.nullable(isoSchema),
});
export type MarkReleaseView = z.infer<typeof markReleaseView>;
export const markReleasesView = pageOf(markReleaseView);
