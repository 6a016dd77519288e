import * as calls from '@candor/contract/calls/console/notices';
import { on, serve } from '../../../platform/http/serve.ts';
import type { Answered, Call } from '../../../platform/http/serve.ts';
/**
 * Announcements and banners at the console. Publishing is one operator's act, and each save is a version and an entry of the
 * audit log. Nothing here reads or changes a member, a balance or an order.
 */
import { VERSIONS_SHOWN } from '@candor/contract/console-notices';
import { cursorId, pageOf } from '../../../platform/http/paging.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Pool } from '../../../platform/db/pool.ts';
import { Refused } from '../../../platform/http/http-app.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { uuidV7 } from '../../../platform/ids/ids.ts';
import type { Fingerprints } from '../../../services/idempotency/idempotency.ts';
import type { Operators } from '../../../services/operators/operators.ts';
import { siteRunner } from '../../../services/commands/site-command.ts';
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
export function noticesOperatorRoutes(app: HttpApp, deps: NoticesOperatorDeps): void {
  noticeReads(app, deps);
  noticeWrites(app, deps);
  bannerRoutes(app, deps);
}

function noticeReads(app: HttpApp, deps: NoticesOperatorDeps): void {
  serve(app, deps, [
    on(calls.listOperatorNotices, listOperatorNotices),
    on(calls.readOperatorNotice, readOperatorNotice),
    on(calls.listNoticeVersions, listNoticeVersions),
  ]);
}

async function listOperatorNotices(
  { query }: Call<typeof calls.listOperatorNotices>,
  { pool }: NoticesOperatorDeps,
): Promise<Answered<typeof calls.listOperatorNotices>> {
  const { category, q } = query;
  const filter = { states: query.state, category, q, beforeId: cursorId(query.cursor) };
  return await pageOf({
    paging: query,
    read: async (limit) => await selectOperatorNotices(pool, { ...filter, limit }),
    view: operatorNoticeView,
    cursorOf: ({ id }) => id,
  });
}

async function readOperatorNotice(
  { params }: Call<typeof calls.readOperatorNotice>,
  { pool }: NoticesOperatorDeps,
): Promise<Answered<typeof calls.readOperatorNotice>> {
  const row = await selectOperatorNotice(pool, params.id);
  if (row === undefined) throw new Refused('NOTICE_NOT_FOUND');
  return operatorNoticeView(row);
}

async function listNoticeVersions(
  { params }: Call<typeof calls.listNoticeVersions>,
  { pool }: NoticesOperatorDeps,
): Promise<Answered<typeof calls.listNoticeVersions>> {
  const rows = await selectNoticeVersions(pool, params.id, VERSIONS_SHOWN);
  if (rows.length === 0) throw new Refused('NOTICE_NOT_FOUND');
  return { items: rows.map(operatorNoticeView) };
}

function noticeWrites(app: HttpApp, deps: NoticesOperatorDeps): void {
  serve(app, noticeWritesParts(deps), [
    on(calls.makeNotice, makeNotice),
    on(calls.changeNotice, changeNotice),
    on(calls.withdrawNotice, answerWithdrawNotice),
  ]);
}

function noticeWritesParts(deps: NoticesOperatorDeps) {
  const run = siteRunner(deps);
  const saving = saveNotice(deps.clock);
  const withdrawing = withdrawNotice();
  return { ...deps, run, saving, withdrawing };
}

type NoticeWritesParts = ReturnType<typeof noticeWritesParts>;

async function makeNotice(
  call: Call<typeof calls.makeNotice>,
  { run, saving }: NoticeWritesParts,
): Promise<Answered<typeof calls.makeNotice>> {
  const { body } = call;
  return await run(call, saving, { id: uuidV7(), isNew: true, body });
}

async function changeNotice(
  call: Call<typeof calls.changeNotice>,
  { run, saving }: NoticeWritesParts,
): Promise<Answered<typeof calls.changeNotice>> {
  const { params, body } = call;
  return await run(call, saving, { id: params.id.toLowerCase(), isNew: false, body });
}

async function answerWithdrawNotice(
  call: Call<typeof calls.withdrawNotice>,
  { run, withdrawing }: NoticeWritesParts,
): Promise<Answered<typeof calls.withdrawNotice>> {
  const { params, body } = call;
  return await run(call, withdrawing, { ...body, id: params.id.toLowerCase() });
}

function bannerRoutes(app: HttpApp, deps: NoticesOperatorDeps): void {
  serve(app, bannerParts(deps), [
    on(calls.listOperatorBanners, listOperatorBanners),
    on(calls.readOperatorBanner, readOperatorBanner),
    on(calls.makeBanner, makeBanner),
    on(calls.changeBanner, changeBanner),
    on(calls.withdrawBanner, answerWithdrawBanner),
  ]);
}

function bannerParts(deps: NoticesOperatorDeps) {
  const run = siteRunner(deps);
  const saving = saveBanner(deps.clock);
  const withdrawing = withdrawBanner();
  return { ...deps, run, saving, withdrawing };
}

type BannerParts = ReturnType<typeof bannerParts>;

async function listOperatorBanners(
  { query }: Call<typeof calls.listOperatorBanners>,
  deps: BannerParts,
): Promise<Answered<typeof calls.listOperatorBanners>> {
  const filter = { states: query.state, beforeId: cursorId(query.cursor) };
  return await pageOf({
    paging: query,
    read: async (limit) => await selectOperatorBanners(deps.pool, { ...filter, limit }),
    view: operatorBannerView,
    cursorOf: ({ id }) => id,
  });
}

async function readOperatorBanner(
  { params }: Call<typeof calls.readOperatorBanner>,
  deps: BannerParts,
): Promise<Answered<typeof calls.readOperatorBanner>> {
  const row = await selectOperatorBanner(deps.pool, params.id);
  if (row === undefined) throw new Refused('BANNER_NOT_FOUND');
  return operatorBannerView(row);
}

async function makeBanner(
  call: Call<typeof calls.makeBanner>,
  { run, saving }: BannerParts,
): Promise<Answered<typeof calls.makeBanner>> {
  const { body } = call;
  return await run(call, saving, { id: uuidV7(), isNew: true, body });
}

async function changeBanner(
  call: Call<typeof calls.changeBanner>,
  { run, saving }: BannerParts,
): Promise<Answered<typeof calls.changeBanner>> {
  const { params, body } = call;
  return await run(call, saving, { id: params.id.toLowerCase(), isNew: false, body });
}

async function answerWithdrawBanner(
  call: Call<typeof calls.withdrawBanner>,
  { run, withdrawing }: BannerParts,
): Promise<Answered<typeof calls.withdrawBanner>> {
  const { params, body } = call;
  return await run(call, withdrawing, { ...body, id: params.id.toLowerCase() });
}
