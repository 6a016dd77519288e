import * as z from 'zod/mini';
import { isoSchema, pageOf } from './envelope.ts';
import { optionalText, pageFields, requiredText, someOf } from './fields.ts';
import { memberFilter, person, proposalFields, proposalsQuery, reasonField } from './proposals.ts';

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
  member: optionalText({ max: 32, kind: 'search' }),
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

/** GET /api/console/mark-releases. */
export const markReleasesQuery = z.strictObject({ ...proposalsQuery, ...memberFilter });

/** POST /api/console/mark-releases: proposes it. */
export const markReleaseBody = z.strictObject({
  memberId: requiredText({ max: 18, pattern: /^[1-9]\d{0,17}$/ }),
  kind: z.enum(MARK_KINDS, { error: 'FIELD_INVALID' }),
  mark: requiredText({ max: 64, pattern: /^[0-9a-f]{64}$/ }),
  reason: reasonField,
});

export const markReleaseView = z.object({
  id: z.string(),
  member: person,
  kind: z.enum(MARK_KINDS),
  mark: markText,
  ...proposalFields,
});
export type MarkReleaseView = z.infer<typeof markReleaseView>;
export const markReleasesView = pageOf(markReleaseView);
