/**
 * Announcements as members read them, and what everyone may see of them: windows of maintenance, and the banners of the
 * home screen. Members write only their own read marks.
 */
import * as calls from '@candor/contract/calls/notices';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { cursorLike, pageOf } from '../../platform/http/paging.ts';
import { pickLanguage } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import * as z from 'zod/mini';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { header, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import type { PublicAnswers } from '../../platform/http/public-answers.ts';
import { insertOutbox } from '../../services/outbox/outbox-store.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import {
  countUnread,
  markAllRead,
  markRead,
  selectBanners,
  selectBar,
  selectImportant,
  selectMaintenance,
  selectNotice,
  selectNotices,
} from './notice-store.ts';
import type { NoticesFilter } from './notice-store.ts';
import { iso, noticeLineView, noticeView } from './notice-view.ts';

export interface NoticesDeps {
  pool: Pool;
  /** For reads that may take long. */
  readPool: Db;
  publicPool: Db;
  sessions: Pick<Sessions, 'memberOf'>;
  answers: Pick<PublicAnswers, 'send'>;
  /** How many messages to this member alone they have not read: one bell shows both. */
  unreadMessages: (db: Db, memberId: bigint) => Promise<number>;
}
/** Cost of making a public answer, in addition to sending it. */
const MAKING = 4;

export function noticesRoutes(app: HttpApp, deps: NoticesDeps): void {
  listRoutes(app, deps);
  readRoutes(app, deps);
  publicRoutes(app, deps);
}

function listRoutes(app: HttpApp, deps: NoticesDeps): void {
  serve(app, deps, [
    on(calls.listNotices, listNotices),
    on(calls.readNoticesNow, readNoticesNow),
    on(calls.readNotice, readNotice),
  ]);
}

async function listNotices(
  { query, request }: Call<typeof calls.listNotices>,
  { readPool, sessions }: NoticesDeps,
): Promise<Answered<typeof calls.listNotices>> {
  const { memberId } = sessions.memberOf(request);
  const { category, q } = query;
  const filter = { memberId, language: languageOf(request), category, q, after: placeOf(query.cursor) };
  const page = await pageOf({
    paging: query,
    read: async (limit) => await selectNotices(readPool, { ...filter, limit }),
    view: noticeLineView,
    cursorOf: ({ pinned, publishedFrom, id }) => `${pinned ? 'p' : 'n'}_${publishedFrom}_${id}`,
  });
  return { ...page, unread: await countUnread(readPool, memberId) };
}

async function readNoticesNow(
  { request }: Call<typeof calls.readNoticesNow>,
  { readPool, sessions, unreadMessages }: NoticesDeps,
): Promise<Answered<typeof calls.readNoticesNow>> {
  const { memberId } = sessions.memberOf(request);
  const [unread, messages, important, bar] = await Promise.all([
    countUnread(readPool, memberId),
    unreadMessages(readPool, memberId),
    selectImportant(readPool, memberId),
    selectBar(readPool, memberId, languageOf(request)),
  ]);
  return { unread, messages, important, bar };
}

async function readNotice(
  { params, request }: Call<typeof calls.readNotice>,
  { readPool, sessions }: NoticesDeps,
): Promise<Answered<typeof calls.readNotice>> {
  const language = languageOf(request);
  const row = await selectNotice(readPool, sessions.memberOf(request).memberId, language, params.id);
  if (row === undefined) throw new Refused('NOTICE_NOT_FOUND');
  return noticeView(row, language);
}

function readRoutes(app: HttpApp, deps: NoticesDeps): void {
  serve(app, readParts(deps), [on(calls.readAllNotices, readAllNotices), on(calls.markNoticeRead, markNoticeRead)]);
}

function readParts(deps: NoticesDeps) {
  const { pool } = deps;
  /** The other screens of the member hear of it. */
  const write = async (memberId: bigint, mark: (db: Db) => Promise<void>) =>
    await withTransaction(pool, async (db) => {
      await mark(db);
      await insertOutbox(db, [{ memberId, message: { type: 'notice' } }]);
      return { unread: await countUnread(db, memberId) };
    });
  return { ...deps, write };
}

type ReadParts = ReturnType<typeof readParts>;

async function readAllNotices(
  { request }: Call<typeof calls.readAllNotices>,
  { sessions, write }: ReadParts,
): Promise<Answered<typeof calls.readAllNotices>> {
  const { memberId } = sessions.memberOf(request);
  return await write(memberId, async (db) => await markAllRead(db, memberId));
}

async function markNoticeRead(
  { params, request }: Call<typeof calls.markNoticeRead>,
  { pool, sessions, write }: ReadParts,
): Promise<Answered<typeof calls.markNoticeRead>> {
  const { memberId } = sessions.memberOf(request);
  const row = await selectNotice(pool, memberId, languageOf(request), params.id);
  if (row === undefined) throw new Refused('NOTICE_NOT_FOUND');
  if (!row.unread) return { unread: await countUnread(pool, memberId) };
  return await write(memberId, async (db) => await markRead(db, memberId, row.id));
}

function publicRoutes(app: HttpApp, deps: NoticesDeps): void {
  serve(app, deps, [on(calls.readMaintenance, readMaintenance), on(calls.listBanners, listBanners)]);
}

async function readMaintenance(
  { request, reply }: Call<typeof calls.readMaintenance>,
  { publicPool, answers }: NoticesDeps,
): Promise<Answered<typeof calls.readMaintenance>> {
  const language = languageOf(request);
  return await answers.send(request, reply, {
    key: `maintenance/${language}`,
    points: MAKING,
    make: async () => {
      const rows = await selectMaintenance(publicPool, language);
      return { items: rows.map((row) => ({ ...row, startsAt: iso(row.startsAt), endsAt: iso(row.endsAt) })) };
    },
  });
}

async function listBanners(
  { request, reply }: Call<typeof calls.listBanners>,
  { publicPool, answers }: NoticesDeps,
): Promise<Answered<typeof calls.listBanners>> {
  const language = languageOf(request);
  return await answers.send(request, reply, {
    key: `banners/${language}`,
    points: MAKING,
    make: async () => ({ items: await selectBanners(publicPool, language) }),
  });
}

function languageOf(request: HttpRequest): Language {
  return pickLanguage(header(request, 'accept-language'));
}

/** The cursor of the list is the last notice seen. */
function placeOf(cursor: string | undefined): NoticesFilter['after'] {
  return cursorLike(cursor, /^([pn])_(\d{1,15})_([0-9a-f-]{36})$/, (pinned, publishedFrom, id) =>
    z.guid().safeParse(id).success ? { pinned: pinned === 'p', publishedFromMs: Number(publishedFrom), id } : undefined,
  );
}
