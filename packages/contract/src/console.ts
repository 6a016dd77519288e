import * as z from 'zod/mini';
import { countSchema, hashSchema, idSchema, isoSchema, pageOf } from './envelope.ts';
import { optionalText, pageFields, queryInteger, rangeFields, requiredText } from './fields.ts';
import { siteConfigView } from './identity.ts';

/*
 * The console of operators: login with a second factor, who is working, and the audit log.
 */

const loginFields = {
  username: requiredText({ max: 64, kind: 'code', required: 'USERNAME_REQUIRED', invalid: 'USERNAME_ILLEGAL' }),
  /** Any text: the server decides whether it is the password. */
  pwd: requiredText({
    max: 128,
    pattern: /^[^]*$/,
    trim: false,
    required: 'PASSWORD_REQUIRED',
    length: 'PASSWORD_LENGTH',
  }),
};

/** POST /api/console/login. The captcha's answer and id may be empty while the site's captcha is switched off. */
export const operatorLoginBody = z.strictObject({
  ...loginFields,
  code: optionalText({ max: 16, kind: 'number', invalid: 'CAPTCHA_WRONG' }),
  uuid: optionalText({ max: 64, kind: 'code', invalid: 'CAPTCHA_EXPIRED' }),
});
export const operatorLoginCaptchaBody = z.strictObject({
  ...loginFields,
  code: requiredText({ max: 16, kind: 'number', required: 'CAPTCHA_REQUIRED', invalid: 'CAPTCHA_WRONG' }),
  uuid: requiredText({ max: 64, kind: 'code', required: 'CAPTCHA_EXPIRED', invalid: 'CAPTCHA_EXPIRED' }),
});

/** What a session may do: finish the login with a code, set the second factor up, or work. */
export const OPERATOR_STAGES = ['code', 'setup', 'full'] as const;
export type OperatorStage = (typeof OPERATOR_STAGES)[number];

export const operatorTokenView = z.object({ token: z.string(), stage: z.enum(OPERATOR_STAGES) });
export type OperatorTokenView = z.infer<typeof operatorTokenView>;

/** Six digits of the authenticator, or a recovery code. Blanks and hyphens are ignored. */
export const codeField = requiredText({
  kind: 'number',
  max: 32,
  pattern: /^[\p{L}\p{N} -]+$/u,
  required: 'CODE_REQUIRED',
  invalid: 'OPERATOR_CODE_WRONG',
});

/** POST /api/console/login/code, and PUT /api/console/totp. */
export const operatorCodeBody = z.strictObject({ code: codeField });

/** POST /api/console/totp: a new secret, which counts only once a code of it was sent. */
export const totpSecretView = z.object({
  /** Base32, for typing it into an authenticator. */
  secret: z.string(),
  /** The same as an otpauth address, for a QR code. */
  uri: z.string(),
});
export type TotpSecretView = z.infer<typeof totpSecretView>;

/** PUT /api/console/totp: the session may work now. The recovery codes are shown this once. */
export const totpDoneView = z.extend(operatorTokenView, { recoveryCodes: z.array(z.string()) });
export type TotpDoneView = z.infer<typeof totpDoneView>;

/** GET /api/console/me. */
export const operatorView = z.object({
  id: z.string(),
  username: z.string(),
  roles: z.array(z.string()),
  /** Patterns of `area:thing:action`. */
  permissions: z.array(z.string()),
  /** Whether a second factor is set up. */
  secured: z.boolean(),
  /** Products whose holidays are known for less than a year, with the last day that is known; for `market:calendar:read` only. */
  calendarsEnding: z.array(z.object({ product: z.string(), until: z.string() })),
  site: z.pick(siteConfigView, { name: true, mode: true, currency: true, timeZone: true, serverTime: true }),
});
export type OperatorView = z.infer<typeof operatorView>;

/** GET /api/console/counters: what waits in each queue that this operator may read. */
export const countersView = z.record(z.string(), countSchema);
export type CountersView = z.infer<typeof countersView>;

export const operatorSessionView = z.object({
  id: idSchema,
  current: z.boolean(),
  device: z.string(),
  address: z.nullable(z.string()),
  createdAt: isoSchema,
  lastSeenAt: isoSchema,
  expiresAt: isoSchema,
});
export type OperatorSessionView = z.infer<typeof operatorSessionView>;
export const operatorSessionsView = z.object({ items: z.array(operatorSessionView) });
export const operatorSessionParams = z.object({ id: idSchema });

const word = { max: 64, pattern: /^[\w/:.-]+$/ };

export const AUDIT_ORDERS = ['at', '-at'] as const;

/** GET /api/console/audit. `actor` is a username; the other words match from their beginning. */
export const auditQuery = z.strictObject({
  ...pageFields,
  ...rangeFields,
  actor: optionalText(word),
  command: optionalText(word),
  subjectType: optionalText(word),
  subjectId: optionalText(word),
  /** Newest first without it. */
  sort: z.optional(z.enum(AUDIT_ORDERS, { error: 'FIELD_INVALID' })),
  format: z.optional(z.enum(['json', 'csv'], { error: 'FIELD_INVALID' })),
});

export const auditEntryView = z.object({
  id: z.string(),
  /** Its number in the chain; null for what a member did, which is not chained. */
  seq: z.nullable(countSchema),
  at: isoSchema,
  actorId: z.string(),
  actor: z.string(),
  command: z.string(),
  subjectType: z.string(),
  subjectId: z.string(),
  /** What people know the subject by; null when there is no such thing, or only its id. */
  subject: z.nullable(
    z.object({
      /** Its reference, its username, or its code. */
      name: z.nullable(z.string()),
      /** Its name or title by language. */
      names: z.nullable(z.record(z.string(), z.string())),
      /** Whose it is. */
      member: z.nullable(z.object({ id: z.string(), username: z.string() })),
    }),
  ),
  detail: z.record(z.string(), z.unknown()),
  hash: z.nullable(hashSchema),
  /** In the form of an operator's entry, and not in the chain: nobody has acted so. */
  isOutside: z.boolean(),
});
export type AuditEntryView = z.infer<typeof auditEntryView>;
export const auditView = pageOf(auditEntryView);

/** GET /api/console/audit/check: walks on from an entry, as far as one call may. */
export const auditCheckQuery = z.strictObject({ after: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)) });
export const auditCheckView = z.object({
  /** The last entry that was checked. */
  checkedTo: countSchema,
  /** The first entry that is changed, missing, or in the wrong place. */
  brokenSeq: z.nullable(countSchema),
  /** True when there is no entry after `checkedTo`. */
  complete: z.boolean(),
  /** Entries in the form of an operator's that are not in the chain, with the first of them. There must be none. */
  outside: z.nullable(
    z.object({ count: countSchema, id: z.string(), at: isoSchema, actor: z.string(), command: z.string() }),
  ),
  /** The chain's newest number and hash. */
  head: z.object({ seq: countSchema, hash: hashSchema }),
});
export type AuditCheckView = z.infer<typeof auditCheckView>;
