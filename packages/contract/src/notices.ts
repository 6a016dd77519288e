import * as z from 'zod/mini';
import { pageBlock } from './content.ts';
import { countSchema, idSchema, isoSchema, pageOf } from './envelope.ts';
import { idField, oneOf, optionalText, pageFields } from './fields.ts';
import { LANGUAGES } from './languages.ts';

/*
 * Announcements and the banners of the home screen, as members see them. Texts come in the language of the request. Members
 * read announcements; a visitor without a session sees only windows of maintenance and banners.
 */

export const NOTICE_CATEGORIES = ['system', 'activity', 'trading', 'maintenance'] as const;
export type NoticeCategory = (typeof NOTICE_CATEGORIES)[number];

/** What a maintenance affects. */
export const MAINTENANCE_AREAS = ['trade', 'deposit', 'withdrawal', 'invest', 'support'] as const;
export type MaintenanceArea = (typeof MAINTENANCE_AREAS)[number];

/** Query of GET /api/content/notices. `q` is searched in titles, summaries and bodies. */
export const noticesQuery = z.strictObject({
  ...pageFields,
  category: z.optional(oneOf(NOTICE_CATEGORIES)),
  q: optionalText({ max: 60, kind: 'search' }),
});

export const noticeParams = z.strictObject({ id: idField });

const windowView = z.object({
  startsAt: isoSchema,
  endsAt: isoSchema,
  areas: z.array(z.enum(MAINTENANCE_AREAS)),
});
export type MaintenanceWindowView = z.infer<typeof windowView>;

export const noticeLineView = z.object({
  id: idSchema,
  category: z.enum(NOTICE_CATEGORIES),
  pinned: z.boolean(),
  important: z.boolean(),
  title: z.string(),
  summary: z.string(),
  publishedAt: isoSchema,
  maintenance: z.nullable(windowView),
  unread: z.boolean(),
});
export type NoticeLineView = z.infer<typeof noticeLineView>;

/** data of GET /api/content/notices: pinned first, then newest first. */
export const noticesView = z.extend(pageOf(noticeLineView), { unread: countSchema });
export type NoticesView = z.infer<typeof noticesView>;

/** data of GET /api/content/notices/{id}. */
export const noticeView = z.extend(noticeLineView, {
  language: z.enum(LANGUAGES),
  /** Counts the edits of its text: 1 when it was never changed. */
  version: countSchema,
  updatedAt: isoSchema,
  body: z.array(pageBlock),
});
export type NoticeView = z.infer<typeof noticeView>;

/** data of GET /api/content/notices/now: what every screen shows of the announcements. */
export const noticesNowView = z.object({
  unread: countSchema,
  /** Messages to this member that they have not read. */
  messages: countSchema,
  /** Important and unread, newest first: each is shown once as a sheet. */
  important: z.array(idSchema),
  /** The newest lines, pinned first. */
  bar: z.array(z.pick(noticeLineView, { id: true, category: true, title: true, unread: true })),
});
export type NoticesNowView = z.infer<typeof noticesNowView>;

/** data of POST /api/content/notices/{id}/read, and of POST /api/content/notices/read, which reads all of them. */
export const noticesReadView = z.object({ unread: countSchema });

/** data of GET /api/content/maintenance: windows that run or begin within a day, for everyone. */
export const maintenanceView = z.object({
  items: z.array(z.extend(windowView, { id: idSchema, title: z.string() })),
});
export type MaintenanceView = z.infer<typeof maintenanceView>;

/** A page of the app, or an https address without a user name. */
export const BANNER_TARGET = /^(\/pages\/[A-Za-z0-9/]+(\?[A-Za-z0-9=&._-]+)?|https:\/\/[^\s\p{Cc}@\\]+)$/u;

/** data of GET /api/content/banners: at most five, in their order, for everyone. */
export const bannersView = z.object({
  items: z.array(z.object({ id: idSchema, title: z.string(), text: z.string(), target: z.string() })),
});
export type BannersView = z.infer<typeof bannersView>;
