import { MAINTENANCE_AREAS, NOTICE_CATEGORIES } from '@candor/contract/notices';
import type { NoticeCategory } from '@candor/contract/notices';
import { LANGUAGES } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int4, int8, moment } from '../../platform/db/rows.ts';
import { asGiven, firstRow, manyRows, manyValues, write, writeCount } from '../../platform/db/statement.ts';

/** SQL about what members see of announcements and banners, and about what they have read. */

export const noticeTexts = z.record(
  z.enum(LANGUAGES),
  z.object({ title: z.string(), summary: z.string(), body: z.string() }),
);
export const bannerTexts = z.record(z.enum(LANGUAGES), z.object({ title: z.string(), text: z.string() }));
export const category = z.enum(NOTICE_CATEGORIES);
export const areas = z.array(z.enum(MAINTENANCE_AREAS));

const lineRow = z.object({
  id: z.string(),
  category,
  pinned: z.boolean(),
  important: z.boolean(),
  title: z.string(),
  summary: z.string(),
  publishedFrom: moment,
  startsAt: z.nullable(moment),
  endsAt: z.nullable(moment),
  areas,
  unread: z.boolean(),
});
export type NoticeLineRow = z.infer<typeof lineRow>;

/**
 * The announcements of now and whether member $1 has read each. To a new member, what was published before they came
 * counts as read, unless it is pinned.
 */
const SHOWN = `shown_notice n
  cross join (select m.created_at as since, coalesce(r.up_to, '-infinity') as up_to, coalesce(r.also, '{}') as also
    from member m left join notice_read r on r.member_id = m.id where m.id = $1) me`;
const UNREAD = `(n.published_from > me.up_to and n.id <> all(me.also) and (n.pinned or n.published_from >= me.since))`;
/** Texts of the language $2. */
const LINE = `n.id, n.category, n.pinned, n.important, n.texts -> $2 ->> 'title' as title, n.texts -> $2 ->> 'summary' as summary,
  n.published_from, n.starts_at, n.ends_at, n.areas, ${UNREAD} as unread`;

export interface NoticesFilter {
  memberId: bigint;
  language: Language;
  category?: NoticeCategory | undefined;
  q?: string | undefined;
  after?: { pinned: boolean; publishedFromMs: number; id: string } | undefined;
  limit: number;
}

const selectNoticesRows = manyRows(
  lineRow,
  `select ${LINE} from ${SHOWN}
   where ($3::text is null or n.category = $3)
     and ($4::text is null or position(lower($4) in lower(concat_ws(' ', n.texts -> $2 ->> 'title', n.texts -> $2 ->> 'summary',
       n.texts -> $2 ->> 'body'))) > 0)
     and ($5::boolean is null or (n.pinned, n.published_from, n.id) < ($5, $6, $7::uuid))
   order by n.pinned desc, n.published_from desc, n.id desc limit $8`,
  asGiven,
);

/** Pinned first, then newest first. */
export async function selectNotices(db: Db, filter: NoticesFilter): Promise<NoticeLineRow[]> {
  const { memberId, language, after } = filter;
  return await selectNoticesRows(
    db,
    memberId.toString(),
    language,
    filter.category ?? null,
    filter.q ?? null,
    after?.pinned ?? null,
    after === undefined ? null : new Date(after.publishedFromMs),
    after?.id ?? null,
    filter.limit,
  );
}

const noticeRow = z.extend(lineRow, { version: int4, at: moment, body: z.string() });
export type NoticeRow = z.infer<typeof noticeRow>;

export const selectNotice = firstRow(
  noticeRow,
  `select ${LINE}, n.version, n.at, n.texts -> $2 ->> 'body' as body from ${SHOWN} where n.id = $3`,
  (memberId: bigint, language: Language, id: string) => [memberId, language, id],
);

const countUnreadRow = firstRow(
  z.object({ count: int8 }),
  `select count(*) as count from ${SHOWN} where ${UNREAD}`,
  asGiven,
);

export async function countUnread(db: Db, memberId: bigint): Promise<number> {
  return Number((await countUnreadRow(db, memberId.toString()))?.count ?? 0n);
}

const IMPORTANT_MAX = 5;
const BAR_MAX = 5;
/** The bar has the pinned ones, and what was published within this time. */
const BAR_DAYS = 14;

/** Ids of what is important and unread, newest first. */
export const selectImportant = manyValues(
  z.string(),
  `select n.id from ${SHOWN} where n.important and ${UNREAD} order by n.published_from desc limit $2`,
  (memberId: bigint) => [memberId, IMPORTANT_MAX],
);

const barRow = z.object({ id: z.string(), category, title: z.string(), unread: z.boolean() });

export const selectBar = manyRows(
  barRow,
  `select n.id, n.category, n.texts -> $2 ->> 'title' as title, ${UNREAD} as unread from ${SHOWN}
   where n.pinned or n.published_from > clock_timestamp() - make_interval(days => $3)
   order by n.pinned desc, n.published_from desc limit $4`,
  (memberId: bigint, language: Language) => [memberId, language, BAR_DAYS, BAR_MAX],
);

/** Exceptions after the mark that a member's row holds at most. */
const ALSO_MAX = 200;

/**
 * The member has read this one. Their row keeps the newest marks; if there are too many, everything up to the oldest of
 * them counts as read.
 */
export async function markRead(db: Db, memberId: bigint, id: string): Promise<void> {
  const marked = `from shown_notice n where n.id = any(notice_read.also || excluded.also) and n.published_from > notice_read.up_to
    order by n.published_from desc, n.id desc`;
  await db.query(
    `insert into notice_read (member_id, up_to, also) values ($1, '-infinity', array[$2::uuid])
     on conflict (member_id) do update set
       up_to = coalesce((select n.published_from ${marked} offset $3 limit 1), notice_read.up_to),
       also = array(select n.id ${marked} limit $3)`,
    [memberId.toString(), id, ALSO_MAX],
  );
}

export const markAllRead = write(
  `insert into notice_read (member_id, up_to) values ($1, clock_timestamp())
   on conflict (member_id) do update set up_to = excluded.up_to, also = '{}'`,
  (memberId: bigint) => [memberId],
);

const maintenanceRow = z.object({ id: z.string(), title: z.string(), startsAt: moment, endsAt: moment, areas });

const WINDOWS_MAX = 10;

/** Windows that run, or begin within a day. */
export const selectMaintenance = manyRows(
  maintenanceRow,
  `select n.id, n.texts -> $1 ->> 'title' as title, n.starts_at, n.ends_at, n.areas
   from shown_notice n where n.starts_at < clock_timestamp() + interval '1 day' and n.ends_at > clock_timestamp()
   order by n.starts_at, n.id limit $2`,
  (language: Language) => [language, WINDOWS_MAX],
);

const bannerRow = z.object({ id: z.string(), title: z.string(), text: z.string(), target: z.string() });

const BANNERS_MAX = 5;

export const selectBanners = manyRows(
  bannerRow,
  `select b.id, b.texts -> $1 ->> 'title' as title, b.texts -> $1 ->> 'text' as text, b.target
   from shown_banner b order by b.position, b.id desc limit $2`,
  (language: Language) => [language, BANNERS_MAX],
);

/** Marks what came to its time as announced. Returns how many there were. */
export const updateDueNotices = writeCount(`update notice n set announced_at = clock_timestamp() from notice_version v
 where n.announced_at is null and v.notice_id = n.id and v.version = n.version
   and not v.withdrawn and v.published_from <= clock_timestamp()`);

const selectNoticeMarkRow = firstRow(
  z.object({ mark: z.string() }),
  `select md5(coalesce((select string_agg(concat_ws(' ', id, version), ',' order by id) from shown_notice), '') || '|' ||
   coalesce((select string_agg(concat_ws(' ', id, target, position, texts), ',' order by id) from shown_banner), '')) as mark`,
);

/** Differs when other announcements, other versions of them or other banners are shown than before. */
export async function selectNoticeMark(db: Db): Promise<string> {
  const row = await selectNoticeMarkRow(db);
  if (row === undefined) throw new Error('no mark of the announcements');
  return row.mark;
}
