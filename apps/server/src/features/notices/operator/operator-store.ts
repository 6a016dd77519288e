import { NOTICE_STATES } from '@candor/contract/console-notices';
import type { BannerBody, NoticeBody, NoticeState } from '@candor/contract/console-notices';
import type { NoticeDraft } from '@candor/domain/content/notice';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { int4, int8, moment } from '../../../platform/db/rows.ts';
import { areas, bannerTexts, category, noticeTexts } from '../notice-store.ts';
import { anyRow, firstRow, manyRows, write } from '../../../platform/db/statement.ts';

/** SQL about announcements and banners as operators write them. Every save is a new version; none changes. */

const version = {
  id: z.string(),
  version: int4,
  state: z.enum(NOTICE_STATES),
  reason: z.nullable(z.string()),
  operatorId: z.nullable(int8),
  operator: z.nullable(z.string()),
  at: moment,
};

/** What members can see of a version that is the newest. */
function stateOf(from: string, until: string): string {
  return `case when v.withdrawn then 'withdrawn' when ${from} is null then 'draft' when ${from} > clock_timestamp() then 'scheduled'
    when ${until} <= clock_timestamp() then 'over' else 'shown' end`;
}

const VERSION = `v.version, v.reason, v.operator_id, o.username as operator, v.at`;

const noticeRow = z.object({
  ...version,
  category,
  pinned: z.boolean(),
  important: z.boolean(),
  texts: noticeTexts,
  publishedFrom: z.nullable(moment),
  publishedUntil: z.nullable(moment),
  startsAt: z.nullable(moment),
  endsAt: z.nullable(moment),
  areas,
});
export type OperatorNoticeRow = z.infer<typeof noticeRow>;

const NOTICE_STATE = stateOf('v.published_from', 'v.published_until');
const NOTICE = `select v.notice_id as id, ${VERSION}, ${NOTICE_STATE} as state, v.category, v.pinned, v.important, v.texts,
    v.published_from, v.published_until, v.starts_at, v.ends_at,
    v.areas
  from notice n join notice_version v on v.notice_id = n.id left join operator o on o.id = v.operator_id`;

export interface OperatorFilter {
  states?: readonly NoticeState[] | undefined;
  category?: string | undefined;
  q?: string | undefined;
  beforeId?: string | undefined;
  limit: number;
}

/** Newest first: ids are ordered by time. */
export const selectOperatorNotices = manyRows(
  noticeRow,
  `${NOTICE} where v.version = n.version and ($1::text[] is null or ${NOTICE_STATE} = any($1))
     and ($2::text is null or v.category = $2)
     and ($3::text is null or exists (select from jsonb_each(v.texts) t where position(lower($3) in lower(t.value ->> 'title')) > 0))
     and ($4::uuid is null or n.id < $4)
   order by n.id desc limit $5`,
  (filter: OperatorFilter) => [
    filter.states ?? null,
    filter.category ?? null,
    filter.q ?? null,
    filter.beforeId ?? null,
    filter.limit,
  ],
);

export const selectOperatorNotice = firstRow(
  noticeRow,
  `${NOTICE} where v.version = n.version and n.id = $1`,
  (id: string) => [id],
);

export const selectNoticeVersions = manyRows(
  noticeRow,
  `${NOTICE} where n.id = $1 order by v.version desc limit $2`,
  (id: string, limit: number) => [id, limit],
);

export interface NewNoticeVersion extends Pick<NoticeBody, 'pinned' | 'important' | 'texts'>, NoticeDraft {
  id: string;
  version: number;
  operatorId: bigint | null;
}

/** An id that is known already is left alone. */
export const insertNotice = anyRow('insert into notice (id) values ($1) on conflict (id) do nothing', (id: string) => [
  id,
]);

export async function insertNoticeVersion(db: Db, row: NewNoticeVersion): Promise<void> {
  const { maintenance } = row;
  await db.query(
    `insert into notice_version (notice_id, version, category, pinned, important, texts, published_from, published_until, starts_at,
       ends_at, areas, operator_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      row.id,
      row.version,
      row.category,
      row.pinned,
      row.important,
      JSON.stringify(row.texts),
      dateOf(row.fromMs),
      dateOf(row.untilMs),
      dateOf(maintenance?.startsAtMs ?? null),
      dateOf(maintenance?.endsAtMs ?? null),
      maintenance?.areas ?? [],
      row.operatorId?.toString() ?? null,
    ],
  );
}

export interface Withdrawal {
  id: string;
  version: number;
  reason: string;
  operatorId: bigint;
}

/** The newest version once more, withdrawn. */
export const withdrawNoticeRow = write(
  `insert into notice_version (notice_id, version, category, pinned, important, texts, published_from, published_until, starts_at,
     ends_at, areas, withdrawn, reason, operator_id)
   select notice_id, $2, category, pinned, important, texts, published_from, published_until, starts_at, ends_at, areas, true, $3, $4
   from notice_version where notice_id = $1 and version = $2 - 1`,
  ({ id, version: next, reason, operatorId }: Withdrawal) => [id, next, reason, operatorId],
);

/** It needs no news of its own any more: its operator sends it. */
export const updateAnnounced = write(
  'update notice set announced_at = clock_timestamp() where id = $1 and announced_at is null',
  (id: string) => [id],
);

const bannerRow = z.object({
  ...version,
  texts: bannerTexts,
  target: z.string(),
  position: int4,
  shownFrom: z.nullable(moment),
  shownUntil: z.nullable(moment),
});
export type OperatorBannerRow = z.infer<typeof bannerRow>;

const BANNER_STATE = stateOf('v.shown_from', 'v.shown_until');
const BANNER = `select v.banner_id as id, ${VERSION}, ${BANNER_STATE} as state, v.texts, v.target, v.position,
    v.shown_from, v.shown_until
  from banner b join banner_version v on v.banner_id = b.id and v.version = b.version left join operator o on o.id = v.operator_id`;

export const selectOperatorBanners = manyRows(
  bannerRow,
  `${BANNER} where ($1::text[] is null or ${BANNER_STATE} = any($1)) and ($2::uuid is null or b.id < $2)
   order by b.id desc limit $3`,
  (filter: Pick<OperatorFilter, 'states' | 'beforeId' | 'limit'>) => [
    filter.states ?? null,
    filter.beforeId ?? null,
    filter.limit,
  ],
);

export const selectOperatorBanner = firstRow(bannerRow, `${BANNER} where b.id = $1`, (id: string) => [id]);

export interface NewBannerVersion extends Pick<BannerBody, 'texts' | 'target' | 'position'> {
  id: string;
  version: number;
  shownFromMs: number | null;
  shownUntilMs: number | null;
  operatorId: bigint | null;
}

export const insertBanner = anyRow('insert into banner (id) values ($1) on conflict (id) do nothing', (id: string) => [
  id,
]);

export const insertBannerVersion = write(
  `insert into banner_version (banner_id, version, texts, target, position, shown_from, shown_until, operator_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
  (row: NewBannerVersion) => [
    row.id,
    row.version,
    JSON.stringify(row.texts),
    row.target,
    row.position,
    dateOf(row.shownFromMs),
    dateOf(row.shownUntilMs),
    row.operatorId ?? null,
  ],
);

export const withdrawBannerRow = write(
  `insert into banner_version (banner_id, version, texts, target, position, shown_from, shown_until, withdrawn, reason, operator_id)
   select banner_id, $2, texts, target, position, shown_from, shown_until, true, $3, $4
   from banner_version where banner_id = $1 and version = $2 - 1`,
  ({ id, version: next, reason, operatorId }: Withdrawal) => [id, next, reason, operatorId],
);

/** Locks it, so that two who save come one after the other. It is locked by its key: operators may not change the row. */
export const lockContent = write(`select wait_turn('notice/' || $1)`, (id: string) => [id]);

function dateOf(atMs: number | null): Date | null {
  return atMs === null ? null : new Date(atMs);
}
