import * as z from 'zod/mini';
import { codeField } from './console.ts';
import { isoSchema, pageOf } from './envelope.ts';
import { someOf } from './fields.ts';
import { memberFilter, person, proposalFields, proposalsQuery, reasonField } from './proposals.ts';
import { CODE_PURPOSES } from '@candor/domain/identity/account-code';
import { PASSWORD_RULES, passwordFields } from './security.ts';

/*
 * What operators do for the safety of members' accounts: codes of a practice site, and the release of a lost second factor.
 */

/** GET /api/console/practice-codes: the newest codes that wait for their members. Each call is in the audit log. */
export const practiceCodesView = z.object({
  /** False where a gateway sends the codes to the members: then nothing is shown. */
  shown: z.boolean(),
  /** Newest first. */
  items: z.array(
    z.object({
      member: person,
      purpose: z.enum(CODE_PURPOSES),
      code: z.string(),
      sentAt: isoSchema,
      expiresAt: isoSchema,
    }),
  ),
});
export type PracticeCodesView = z.infer<typeof practiceCodesView>;

export const FACTOR_RELEASE_STATUSES = ['proposed', 'waiting', 'rejected', 'withdrawn', 'stopped', 'released'] as const;

/** GET /api/console/factor-releases. */
export const factorReleasesQuery = z.strictObject({
  ...proposalsQuery,
  status: z.optional(someOf(FACTOR_RELEASE_STATUSES)),
  ...memberFilter,
});

/** POST /api/console/factor-releases: proposes it. */
export const factorReleaseBody = z.strictObject({
  memberId: z.string({ error: 'FIELD_INVALID' }).check(z.regex(/^[1-9]\d{0,17}$/, { error: 'FIELD_INVALID' })),
  reason: reasonField,
});

/** POST /api/console/factor-releases/{id}/stop. */
export const factorReleaseStopBody = z.strictObject({ reason: reasonField });

export const factorReleaseView = z.object({
  id: z.string(),
  member: person,
  ...proposalFields,
  status: z.enum(FACTOR_RELEASE_STATUSES),
  /** When the factor is removed, unless the member uses it before; null unless it waits. */
  dueAt: z.nullable(isoSchema),
  /** When it was stopped or carried out. */
  doneAt: z.nullable(isoSchema),
  /** The operator who stopped it; null where the member did. */
  endedBy: z.nullable(person),
});
export type FactorReleaseView = z.infer<typeof factorReleaseView>;
export const factorReleasesView = pageOf(factorReleaseView);

/** POST /api/console/password. Every other session of the operator ends. */
export const operatorPasswordBody = z
  .strictObject({
    ...passwordFields,
    /** Of the second factor, where there is one. */
    code: z.optional(codeField),
  })
  .check(...PASSWORD_RULES);
export type OperatorPasswordBody = z.infer<typeof operatorPasswordBody>;
