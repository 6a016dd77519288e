import * as z from 'zod/mini';
import { TEXT_SLUGS, textOf } from './content.ts';
import { countSchema, idSchema, isoSchema, pageOf } from './envelope.ts';
import { oneOf, pageFields, requiredText } from './fields.ts';
import { proposalFields, proposalsQuery, reasonField } from './proposals.ts';

/*
 * The site's own texts as operators see them. A text that binds members is published by two of them.
 */

export const TEXT_TITLE_MAX = 80;
export const TEXT_CHANGE_MAX = 200;
/** Characters of one text in one language. */
export const TEXT_BODY_MAX = 20_000;

/** Lines are checked where the text is read (packages/domain/src/content/read-markup.ts). */
const written = z.strictObject({
  title: requiredText({ max: TEXT_TITLE_MAX }),
  change: requiredText({ max: TEXT_CHANGE_MAX }),
  body: requiredText({ max: TEXT_BODY_MAX, kind: 'words', pattern: /^[^\p{Cs}]*$/u }),
});

const byLanguage = { 'zh-Hans': written, 'zh-Hant': written, en: written };

/** POST /api/console/text-changes. `base` is the version that the operator saw. */
export const textChangeBody = z.strictObject({
  slug: oneOf(TEXT_SLUGS),
  base: z.int({ error: 'FIELD_INVALID' }).check(z.minimum(0, { error: 'FIELD_INVALID' })),
  texts: z.strictObject(byLanguage),
  reason: reasonField,
});
export type TextChangeBody = z.infer<typeof textChangeBody>;

export const textsByLanguage = z.object({ 'zh-Hans': textOf, 'zh-Hant': textOf, en: textOf });
export type TextsByLanguage = z.infer<typeof textsByLanguage>;

const published = {
  version: countSchema,
  publishedAt: isoSchema,
  /** The version of the release it came with; null: operators wrote it. */
  shipped: z.nullable(z.string()),
};

/** GET /api/console/texts: what holds now. */
export const operatorTextsView = z.object({
  items: z.array(
    z.object({
      ...published,
      slug: z.enum(TEXT_SLUGS),
      isLegal: z.boolean(),
      texts: textsByLanguage,
      /** The proposal that waits. */
      open: z.nullable(idSchema),
      /** A newer text came with the release, which the site did not take over because operators wrote their own. */
      newer: z.nullable(z.object({ shipped: z.string(), texts: textsByLanguage })),
    }),
  ),
});
export type OperatorTextsView = z.infer<typeof operatorTextsView>;

export const operatorTextParams = z.strictObject({ slug: oneOf(TEXT_SLUGS) });
/** GET /api/console/texts/{slug}/versions, newest first. */
export const operatorTextVersionsQuery = z.strictObject(pageFields);
export const operatorTextVersionsView = pageOf(
  z.object({
    ...published,
    texts: textsByLanguage,
    maker: z.nullable(z.string()),
    checker: z.nullable(z.string()),
    /** How many members agreed to it. */
    accepted: countSchema,
  }),
);
export type OperatorTextVersion = z.infer<typeof operatorTextVersionsView>['items'][number];

/** GET /api/console/text-changes, newest first. */
export const textChangesQuery = z.strictObject(proposalsQuery);
export const textChangeParams = z.object({ id: idSchema });

export const textChangeView = z.object({
  id: idSchema,
  slug: z.enum(TEXT_SLUGS),
  base: countSchema,
  /** What held for the maker; null for a text that is new. */
  before: z.nullable(textsByLanguage),
  texts: textsByLanguage,
  ...proposalFields,
});
export type TextChangeView = z.infer<typeof textChangeView>;
export const textChangesView = pageOf(textChangeView);
