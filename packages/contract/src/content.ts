import * as z from 'zod/mini';
import { countSchema, isoSchema, pageOf } from './envelope.ts';
import { oneOf, pageFields, requiredText } from './fields.ts';
import { LANGUAGES } from './languages.ts';

/*
 * The site's own texts: agreements, rules, notes. A body is a list of plain blocks, never markup, so that no reader has
 * to sanitise or execute anything. A text is published in versions that never change.
 */

export const TEXT_SLUGS = ['agreement', 'privacy', 'rules', 'risk', 'about', 'fairness'] as const;
export type TextSlug = (typeof TEXT_SLUGS)[number];

/** Texts that bind a member: two operators publish them. */
export const LEGAL_SLUGS: readonly TextSlug[] = ['agreement', 'privacy', 'rules', 'risk'];

/** What a member agrees to when they register. */
export const AGREED_SLUGS = ['agreement', 'privacy', 'risk'] as const;

/** Of these, a new version asks members to agree again. */
export const ASKED_AGAIN: readonly TextSlug[] = ['agreement', 'risk'];

const VERSION_MAX = 1_000_000;
const versionText = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,6}$/, { error: 'FIELD_INVALID' })),
  z.transform((text) => Math.min(Number(text), VERSION_MAX)),
);

/** Path of GET /api/content/pages/{slug}. The schema does not check whether the page exists. */
export const pageParams = z.strictObject({ slug: requiredText({ max: 64, kind: 'code' }) });
/** Without a version: the newest one. */
export const pageQuery = z.strictObject({ version: z.optional(versionText) });

export const pageBlock = z.discriminatedUnion('kind', [
  /** Level 2 is a section, level 3 a subsection; the title is the only level 1. */
  z.object({ kind: z.literal('heading'), level: z.union([z.literal(2), z.literal(3)]), text: z.string() }),
  z.object({ kind: z.literal('paragraph'), text: z.string() }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(z.string()) }),
]);
export type PageBlock = z.infer<typeof pageBlock>;

/** A text in one language. `change`: what is different from the version before, in a sentence. */
export const textOf = z.object({ title: z.string(), change: z.nullable(z.string()), body: z.array(pageBlock) });
export type TextOf = z.infer<typeof textOf>;

/** data of GET /api/content/pages/{slug}. */
export const pageView = z.extend(textOf, {
  slug: z.string(),
  /** The language the text is in. */
  language: z.enum(LANGUAGES),
  version: countSchema,
  /** The newest version of this text. */
  latest: countSchema,
  /** When this version was published. */
  updatedAt: isoSchema,
});
export type PageView = z.infer<typeof pageView>;

/** GET /api/content/pages/{slug}/versions, newest first. */
export const pageVersionsQuery = z.strictObject(pageFields);
export const pageVersionsView = pageOf(
  z.object({ version: countSchema, title: z.string(), change: z.nullable(z.string()), updatedAt: isoSchema }),
);
export type PageVersionsView = z.infer<typeof pageVersionsView>;

/** data of GET and POST /api/account/agreements: what the member agreed to, and what they are asked to agree to. */
export const agreementsView = z.object({
  items: z.array(
    z.object({
      slug: z.enum(AGREED_SLUGS),
      /** The version that holds now. */
      version: countSchema,
      accepted: z.nullable(z.object({ version: countSchema, at: isoSchema })),
      /** A newer version holds than the member agreed to. */
      isDue: z.boolean(),
    }),
  ),
});
export type AgreementsView = z.infer<typeof agreementsView>;

/** POST /api/account/agreements. Only the version that holds now can be agreed to. */
export const agreementBody = z.strictObject({
  slug: oneOf(AGREED_SLUGS),
  version: z.int({ error: 'FIELD_INVALID' }).check(z.minimum(1, { error: 'FIELD_INVALID' })),
});
