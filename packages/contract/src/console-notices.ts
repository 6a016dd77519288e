import * as z from 'zod/mini';
import { countSchema, idSchema, isoSchema, pageOf } from './envelope.ts';
import { idField, momentField, oneOf, optionalText, pageFields, requiredText, someOf } from './fields.ts';
import { BANNER_TARGET, MAINTENANCE_AREAS, NOTICE_CATEGORIES } from './notices.ts';

/*
 * Announcements and banners as operators write them. Everything saved is a version that never changes; a withdrawal is the
 * last one.
 */

/** draft: no time yet. scheduled: its time is to come. over: its time has passed. */
export const NOTICE_STATES = ['draft', 'scheduled', 'shown', 'over', 'withdrawn'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];

export const NOTICE_TITLE_MAX = 80;
export const NOTICE_SUMMARY_MAX = 200;
export const NOTICE_BODY_MAX = 6_000;
export const BANNER_TITLE_MAX = 30;
export const BANNER_TEXT_MAX = 60;
/** Versions that the console shows of one notice or banner, newest first. */
export const VERSIONS_SHOWN = 20;

/** Line breaks are allowed; other control characters and invalid characters are not. */
const LINES = /^(?:[\n\r\t]|[^\p{Cc}\p{Cs}])*$/u;

const reasonField = requiredText({ max: 300, required: 'REASON_REQUIRED', invalid: 'REASON_REQUIRED' });
const flag = z.boolean({ error: 'FIELD_INVALID' });
const base = z
  .int({ error: 'FIELD_INVALID' })
  .check(z.minimum(0, { error: 'FIELD_INVALID' }), z.maximum(1_000_000, { error: 'FIELD_INVALID' }));

const noticeText = z.strictObject(
  {
    title: requiredText({ max: NOTICE_TITLE_MAX, length: 'NOTICE_TEXT_TOO_LONG' }),
    summary: requiredText({ max: NOTICE_SUMMARY_MAX, length: 'NOTICE_TEXT_TOO_LONG' }),
    /** Lines of the small markup of the site's texts: `## heading`, `- item`, `1. item`, a paragraph per line. */
    body: requiredText({ max: NOTICE_BODY_MAX, kind: 'words', pattern: LINES, length: 'NOTICE_TEXT_TOO_LONG' }),
  },
  { error: 'FIELD_INVALID' },
);
export type NoticeText = z.infer<typeof noticeText>;

function inLanguages<T extends z.ZodMiniType>(text: T) {
  return z.strictObject({ 'zh-Hans': text, 'zh-Hant': text, en: text }, { error: 'FIELD_INVALID' });
}

/** POST and PUT of a notice. `base` is the version that the operator saw; 0 for a new one. */
export const noticeBody = z.strictObject({
  base,
  category: oneOf(NOTICE_CATEGORIES),
  pinned: flag,
  important: flag,
  texts: inLanguages(noticeText),
  /** Left out: a draft. A moment that has passed means now. */
  publishedFrom: momentField,
  publishedUntil: momentField,
  startsAt: momentField,
  endsAt: momentField,
  areas: z
    .array(oneOf(MAINTENANCE_AREAS), { error: 'FIELD_INVALID' })
    .check(z.maxLength(MAINTENANCE_AREAS.length, { error: 'FIELD_INVALID' })),
});
export type NoticeBody = z.infer<typeof noticeBody>;

export const operatorNoticeParams = z.strictObject({ id: idField });
/** POST …/withdraw. */
export const withdrawNoticeBody = z.strictObject({ base, reason: reasonField });
export type WithdrawNoticeBody = z.infer<typeof withdrawNoticeBody>;

/** GET /api/console/notices. `q` is searched in the titles of all languages. */
export const operatorNoticesQuery = z.strictObject({
  ...pageFields,
  category: z.optional(oneOf(NOTICE_CATEGORIES)),
  state: z.optional(someOf(NOTICE_STATES)),
  q: optionalText({ max: 60, kind: 'search' }),
});

/** Null for the texts that come with the platform. */
const author = z.nullable(z.object({ id: z.string(), username: z.string() }));

export const operatorNoticeView = z.object({
  id: idSchema,
  version: countSchema,
  state: z.enum(NOTICE_STATES),
  category: z.enum(NOTICE_CATEGORIES),
  pinned: z.boolean(),
  important: z.boolean(),
  texts: inLanguages(z.object({ title: z.string(), summary: z.string(), body: z.string() })),
  publishedFrom: z.nullable(isoSchema),
  publishedUntil: z.nullable(isoSchema),
  startsAt: z.nullable(isoSchema),
  endsAt: z.nullable(isoSchema),
  areas: z.array(z.enum(MAINTENANCE_AREAS)),
  /** Why it was withdrawn; else null. */
  reason: z.nullable(z.string()),
  operator: author,
  at: isoSchema,
});
export type OperatorNoticeView = z.infer<typeof operatorNoticeView>;
export const operatorNoticesView = pageOf(operatorNoticeView);

/** data of GET /api/console/notices/{id}/versions: newest first. */
export const noticeVersionsView = z.object({ items: z.array(operatorNoticeView) });

const bannerText = z.strictObject(
  {
    title: requiredText({ max: BANNER_TITLE_MAX, length: 'NOTICE_TEXT_TOO_LONG' }),
    text: requiredText({ max: BANNER_TEXT_MAX, length: 'NOTICE_TEXT_TOO_LONG' }),
  },
  { error: 'FIELD_INVALID' },
);
export type BannerText = z.infer<typeof bannerText>;

/** POST and PUT of a banner. */
export const bannerBody = z.strictObject({
  base,
  texts: inLanguages(bannerText),
  target: requiredText({ max: 300, pattern: BANNER_TARGET, invalid: 'BANNER_TARGET_WRONG' }),
  position: z
    .int({ error: 'FIELD_INVALID' })
    .check(z.minimum(0, { error: 'FIELD_INVALID' }), z.maximum(999, { error: 'FIELD_INVALID' })),
  shownFrom: momentField,
  shownUntil: momentField,
});
export type BannerBody = z.infer<typeof bannerBody>;

export const operatorBannersQuery = z.strictObject({ ...pageFields, state: z.optional(someOf(NOTICE_STATES)) });

export const operatorBannerView = z.object({
  id: idSchema,
  version: countSchema,
  state: z.enum(NOTICE_STATES),
  texts: inLanguages(z.object({ title: z.string(), text: z.string() })),
  target: z.string(),
  position: countSchema,
  shownFrom: z.nullable(isoSchema),
  shownUntil: z.nullable(isoSchema),
  reason: z.nullable(z.string()),
  operator: author,
  at: isoSchema,
});
export type OperatorBannerView = z.infer<typeof operatorBannerView>;
export const operatorBannersView = pageOf(operatorBannerView);
