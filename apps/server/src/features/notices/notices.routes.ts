/**
 * Announcements as members read them, and what everyone may see of them: windows of maintenance, and the banners of the
 * home screen. Members write only their own read marks.
 */
import {
  bannersView,
  maintenanceView,
  noticeParams,
  noticesNowView,
  noticesQuery,
  noticesReadView,
  noticesView,
  noticeView as noticeSchema,
} from '@candor/contract/notices';
import { envelopeOf } from '@candor/contract/envelope';
import { PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import { pickLanguage } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import { PATHS, patternOf } from '@candor/contract/routes';
import * as z from 'zod/mini';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { header, ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import type { PublicAnswers } from '../../platform/http/public-answers.ts';
import { memberRoute, publicRoute } from '../../platform/http/route-cost.ts';
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
}

const TAGS = ['content'];
/** Cost of making a public answer, in addition to sending it. */
const MAKING = 4;

export function noticesRoutes(app: HttpApp, deps: NoticesDeps): void {
  listRoutes(app, deps);
  readRoutes(app, deps);
  publicRoutes(app, deps);
}

function listRoutes(app: HttpApp, { readPool, sessions }: NoticesDeps): void {
  const list = { tags: TAGS, querystring: noticesQuery, response: { 200: envelopeOf(noticesView) } };
  app.get(PATHS.notices, { config: memberRoute('list'), schema: list }, async (request) => {
    const { memberId } = sessions.memberOf(request);
    const { cursor, category, q, limit = PAGE_LIMIT_DEFAULT } = request.query;
    const filter = { memberId, language: languageOf(request), category, q, after: cursorOf(cursor), limit: limit + 1 };
    const rows = await selectNotices(readPool, filter);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return ok({
      items: page.map(noticeLineView),
      nextCursor:
        rows.length > limit && last !== undefined
          ? `${last.pinned ? 'p' : 'n'}_${last.publishedFrom}_${last.id}`
          : null,
      unread: await countUnread(readPool, memberId),
    });
  });

  const now = { tags: TAGS, response: { 200: envelopeOf(noticesNowView) } };
  app.get(PATHS.noticesNow, { config: memberRoute('lookup'), schema: now }, async (request) => {
    const { memberId } = sessions.memberOf(request);
    const [unread, important, bar] = await Promise.all([
      countUnread(readPool, memberId),
      selectImportant(readPool, memberId),
      selectBar(readPool, languageOf(request)),
    ]);
    return ok({ unread, important, bar });
  });

  const one = { tags: TAGS, params: noticeParams, response: { 200: envelopeOf(noticeSchema) } };
  app.get(patternOf(PATHS.notice, 'id'), { config: memberRoute('lookup'), schema: one }, async (request) => {
    const language = languageOf(request);
    const row = await selectNotice(readPool, sessions.memberOf(request).memberId, language, request.params.id);
    if (row === undefined) throw new Refused('NOTICE_NOT_FOUND');
    return ok(noticeView(row, language));
  });
}

function readRoutes(app: HttpApp, { pool, sessions }: NoticesDeps): void {
  const response = { 200: envelopeOf(noticesReadView) };
  const body = z.nullable(z.strictObject({}));
  /** The other screens of the member hear of it. */
  const write = async (memberId: bigint, mark: (db: Db) => Promise<void>) =>
    await withTransaction(pool, async (db) => {
      await mark(db);
      await insertOutbox(db, [{ memberId, message: { type: 'notice' } }]);
      return ok({ unread: await countUnread(db, memberId) });
    });

  app.post(
    PATHS.noticesRead,
    { config: memberRoute('change'), schema: { tags: TAGS, body, response } },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      return await write(memberId, async (db) => await markAllRead(db, memberId));
    },
  );

  app.post(
    patternOf(PATHS.noticeRead, 'id'),
    { config: memberRoute('change'), schema: { tags: TAGS, params: noticeParams, body, response } },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const row = await selectNotice(pool, memberId, languageOf(request), request.params.id);
      if (row === undefined) throw new Refused('NOTICE_NOT_FOUND');
      if (!row.unread) return ok({ unread: await countUnread(pool, memberId) });
      return await write(memberId, async (db) => await markRead(db, memberId, row.id));
    },
  );
}

function publicRoutes(app: HttpApp, { publicPool, answers }: NoticesDeps): void {
  const config = publicRoute('memory');
  app.get(
    PATHS.maintenance,
    { config, schema: { tags: TAGS, response: { 200: envelopeOf(maintenanceView) } } },
    async (request, reply) => {
      const language = languageOf(request);
      return await answers.send(request, reply, {
        key: `maintenance/${language}`,
        points: MAKING,
        make: async () => {
          const rows = await selectMaintenance(publicPool, language);
          return { items: rows.map((row) => ({ ...row, startsAt: iso(row.startsAt), endsAt: iso(row.endsAt) })) };
        },
      });
    },
  );
  app.get(
    PATHS.banners,
    { config, schema: { tags: TAGS, response: { 200: envelopeOf(bannersView) } } },
    async (request, reply) => {
      const language = languageOf(request);
      return await answers.send(request, reply, {
        key: `banners/${language}`,
        points: MAKING,
        make: async () => ({ items: await selectBanners(publicPool, language) }),
      });
    },
  );
}

function languageOf(request: HttpRequest): Language {
  return pickLanguage(header(request, 'accept-language'));
}

/** The cursor of the list is the last notice seen. */
function cursorOf(cursor: string | undefined): NoticesFilter['after'] {
  if (cursor === undefined) return undefined;
  const [, pinned, publishedFrom, id] = /^([pn])_(\d{1,15})_([0-9a-f-]{36})$/.exec(cursor) ?? [];
  if (publishedFrom === undefined || id === undefined || !z.guid().safeParse(id).success)
    throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
  return { pinned: pinned === 'p', publishedFromMs: Number(publishedFrom), id };
}
