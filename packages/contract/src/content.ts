import * as z from 'zod/mini';
import { isoSchema } from './envelope.ts';
import { requiredText } from './fields.ts';
import { LANGUAGES } from './languages.ts';

/*
 * The site's own texts: agreements, rules, notes. A body is a list of plain blocks, never markup, so that no reader has
 * to sanitise or execute anything.
 */

/** Path of GET /api/content/pages/{slug}. The schema does not check whether the page exists. */
export const pageParams = z.strictObject({ slug: requiredText({ max: 64 }) });

export const pageBlock = z.discriminatedUnion('kind', [
  /** Level 2 is a section, level 3 a subsection; the title is the only level 1. */
  z.object({ kind: z.literal('heading'), level: z.union([z.literal(2), z.literal(3)]), text: z.string() }),
  z.object({ kind: z.literal('paragraph'), text: z.string() }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(z.string()) }),
]);
export type PageBlock = z.infer<typeof pageBlock>;

/** data of GET /api/content/pages/{slug}. */
export const pageView = z.object({
  slug: z.string(),
  /** The language the text is in. */
  language: z.enum(LANGUAGES),
  title: z.string(),
  version: z.string(),
  updatedAt: isoSchema,
  body: z.array(pageBlock),
});
export type PageView = z.infer<typeof pageView>;
