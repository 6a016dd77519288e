/**
 * Announcements and banners at the console. Publishing is one operator's act, and each save is a version and an entry of the
 * audit log. Nothing here reads or changes a member, a balance or an order.
 */
import {
  bannerBody,
  operatorBannersQuery,
  operatorBannersView,
  operatorBannerView as operatorBannerSchema,
  operatorNoticeParams,
  operatorNoticesQuery,
  operatorNoticesView,
  operatorNoticeView as operatorNoticeSchema,
  noticeBody,
  noticeVersionsView,
  VERSIONS_SHOWN,
  withdrawNoticeBody,
} from '@candor/contract/console-notices';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { envelopeOf } from '@candor/contract/envelope';
import { PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import { patternOf } from '@candor/contract/routes';
import type { Result } from '@candor/domain/result';
import * as z from 'zod/mini';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Pool } from '../../../platform/db/pool.ts';
import { ok, Refused } from '../../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../../platform/http/http-app.ts';
import { operatorRoute } from '../../../platform/http/route-cost.ts';
import { uuidV7 } from '../../../platform/ids/ids.ts';
import { runCommand } from '../../../services/commands/run-commands.ts';
import type { Command } from '../../../services/commands/run-commands.ts';
import { requireIdempotencyKey } from '../../../services/idempotency/idempotency.ts';
import type { Fingerprints } from '../../../services/idempotency/idempotency.ts';
import type { Operators } from '../../../services/operators/operators.ts';
import type { ContentRefusal } from './content-command.ts';
import {
  selectOperatorBanner,
  selectOperatorBanners,
  selectOperatorNotice,
  selectOperatorNotices,
  selectNoticeVersions,
} from './operator-store.ts';
import { operatorBannerView, operatorNoticeView } from './operator-view.ts';
import { saveBanner, withdrawBanner } from './save-banner.ts';
import { saveNotice } from './save-notice.ts';
import { withdrawNotice } from './withdraw-notice.ts';

export interface NoticesOperatorDeps {
  pool: Pool;
  clock: Pick<Clock, 'now'>;
  operators: Pick<Operators, 'operatorOf'>;
  fingerprints: Fingerprints;
}

const TAGS = ['notices'];
const READ = 'content:notice:read';
const WRITE = 'content:notice:write';

export function noticesOperatorRoutes(app: HttpApp, deps: NoticesOperatorDeps): void {
  noticeReads(app, deps);
  noticeWrites(app, deps);
  bannerRoutes(app, deps);
}

function noticeReads(app: HttpApp, { pool }: NoticesOperatorDeps): void {
  const config = operatorRoute('list', READ);
  const list = { tags: TAGS, querystring: operatorNoticesQuery, response: { 200: envelopeOf(operatorNoticesView) } };
  app.get(CONSOLE_PATHS.notices, { config, schema: list }, async ({ query }) => {
    const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
    const { category, q } = query;
    const filter = { states: query.state, category, q, beforeId: cursorId(query.cursor), limit: limit + 1 };
    return ok(pageOf(await selectOperatorNotices(pool, filter), limit, operatorNoticeView));
  });

  const one = { tags: TAGS, params: operatorNoticeParams, response: { 200: envelopeOf(operatorNoticeSchema) } };
  app.get(patternOf(CONSOLE_PATHS.notice, 'id'), { config, schema: one }, async ({ params }) => {
    const row = await selectOperatorNotice(pool, params.id);
    if (row === undefined) throw new Refused('NOTICE_NOT_FOUND');
    return ok(operatorNoticeView(row));
  });

  const versions = { tags: TAGS, params: operatorNoticeParams, response: { 200: envelopeOf(noticeVersionsView) } };
  app.get(patternOf(CONSOLE_PATHS.noticeVersions, 'id'), { config, schema: versions }, async ({ params }) => {
    const rows = await selectNoticeVersions(pool, params.id, VERSIONS_SHOWN);
    if (rows.length === 0) throw new Refused('NOTICE_NOT_FOUND');
    return ok({ items: rows.map(operatorNoticeView) });
  });
}

function noticeWrites(app: HttpApp, deps: NoticesOperatorDeps): void {
  const run = runnerOf(deps);
  const config = operatorRoute('change', WRITE);
  const response = { 200: envelopeOf(operatorNoticeSchema) };
  const saving = saveNotice(deps.clock);
  const withdrawing = withdrawNotice();
  app.post(
    CONSOLE_PATHS.notices,
    { config, schema: { tags: TAGS, body: noticeBody, response } },
    async (request) => await run(request, saving, { id: uuidV7(), isNew: true, body: request.body }),
  );
  app.put(
    patternOf(CONSOLE_PATHS.notice, 'id'),
    { config, schema: { tags: TAGS, params: operatorNoticeParams, body: noticeBody, response } },
    async (request) =>
      await run(request, saving, { id: request.params.id.toLowerCase(), isNew: false, body: request.body }),
  );
  app.post(
    patternOf(CONSOLE_PATHS.noticeWithdraw, 'id'),
    { config, schema: { tags: TAGS, params: operatorNoticeParams, body: withdrawNoticeBody, response } },
    async (request) => await run(request, withdrawing, { ...request.body, id: request.params.id.toLowerCase() }),
  );
}

function bannerRoutes(app: HttpApp, deps: NoticesOperatorDeps): void {
  const run = runnerOf(deps);
  const list = { tags: TAGS, querystring: operatorBannersQuery, response: { 200: envelopeOf(operatorBannersView) } };
  app.get(CONSOLE_PATHS.banners, { config: operatorRoute('list', READ), schema: list }, async ({ query }) => {
    const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
    const filter = { states: query.state, beforeId: cursorId(query.cursor), limit: limit + 1 };
    return ok(pageOf(await selectOperatorBanners(deps.pool, filter), limit, operatorBannerView));
  });

  const response = { 200: envelopeOf(operatorBannerSchema) };
  app.get(
    patternOf(CONSOLE_PATHS.banner, 'id'),
    { config: operatorRoute('list', READ), schema: { tags: TAGS, params: operatorNoticeParams, response } },
    async ({ params }) => {
      const row = await selectOperatorBanner(deps.pool, params.id);
      if (row === undefined) throw new Refused('BANNER_NOT_FOUND');
      return ok(operatorBannerView(row));
    },
  );

  const config = operatorRoute('change', WRITE);
  const saving = saveBanner(deps.clock);
  const withdrawing = withdrawBanner();
  app.post(
    CONSOLE_PATHS.banners,
    { config, schema: { tags: TAGS, body: bannerBody, response } },
    async (request) => await run(request, saving, { id: uuidV7(), isNew: true, body: request.body }),
  );
  app.put(
    patternOf(CONSOLE_PATHS.banner, 'id'),
    { config, schema: { tags: TAGS, params: operatorNoticeParams, body: bannerBody, response } },
    async (request) =>
      await run(request, saving, { id: request.params.id.toLowerCase(), isNew: false, body: request.body }),
  );
  app.post(
    patternOf(CONSOLE_PATHS.bannerWithdraw, 'id'),
    { config, schema: { tags: TAGS, params: operatorNoticeParams, body: withdrawNoticeBody, response } },
    async (request) => await run(request, withdrawing, { ...request.body, id: request.params.id.toLowerCase() }),
  );
}

/** Runs a command for the operator who calls. No member is concerned: the operator's own calls come one after the other. */
function runnerOf({ pool, operators, fingerprints }: NoticesOperatorDeps) {
  return async <Input extends { readonly id: string }, Facts, Effect, View>(
    request: HttpRequest,
    command: Command<Input, Facts, Effect, null, Result<View, ContentRefusal>>,
    input: Input,
  ) => {
    const key = requireIdempotencyKey(request);
    const { operatorId, session } = operators.operatorOf(request);
    // The path names what is changed; a new one gets another id with each try.
    const fingerprint = fingerprints.of({ path: request.url, body: request.body });
    const done = await runCommand(pool, command, {
      memberId: operatorId,
      operatorId,
      session,
      key,
      fingerprint,
      input,
    });
    if (!done.ok) throw new Refused(done.error);
    if (done.value.ok) return ok(done.value.value);
    const { key: refusal, field } = done.value.error;
    throw new Refused(refusal, field === undefined ? {} : { fields: { [field]: refusal } });
  };
}

function pageOf<Row extends { id: string }, View>(rows: readonly Row[], limit: number, viewOf: (row: Row) => View) {
  const page = rows.slice(0, limit);
  return {
    items: page.map(viewOf),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/** The cursor of a list is the id of the last one seen. */
function cursorId(cursor: string | undefined): string | undefined {
  if (cursor === undefined || z.safeParse(z.guid(), cursor).success) return cursor;
  throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
}
