import * as calls from '@candor/contract/calls/content';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
/**
 * The site's own texts, for everyone, with or without a session, and what members agreed to. A published version never
 * changes: operators publish the next one (operator/), and the database keeps it so. What the shipped texts promise about
 * orders must match packages/domain/src/trading.
 */
import { ASKED_AGAIN } from '@candor/contract/content';
import type { AgreementsView, PageVersionsView, PageView } from '@candor/contract/content';
import { cursorLike, pageOf } from '../../platform/http/paging.ts';
import { pickLanguage } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { header, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import type { PublicAnswers } from '../../platform/http/public-answers.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import { insertAcceptance, selectAgreed, selectPage, selectVersions } from './text-store.ts';
import type { AgreedRow } from './text-store.ts';

export interface ContentDeps {
  pool: Pool;
  /** For reading what everyone may read. */
  publicPool: Pool;
  answers: PublicAnswers;
  sessions: Pick<Sessions, 'memberOf'>;
}
/** Points for whoever makes the server read a text. */
const MAKING = { page: 4, versions: 8 } as const;

export function contentRoutes(app: HttpApp, deps: ContentDeps): void {
  pageRoutes(app, deps);
  agreementRoutes(app, deps);
}

function pageRoutes(app: HttpApp, deps: ContentDeps): void {
  serve(app, deps, [on(calls.readPage, answerReadPage), on(calls.listPageVersions, listPageVersions)]);
}

async function answerReadPage(
  { params, query, request, reply }: Call<typeof calls.readPage>,
  { publicPool, answers }: ContentDeps,
): Promise<Answered<typeof calls.readPage>> {
  const { slug } = params;
  const language = pickLanguage(header(request, 'accept-language'));
  const version = query.version ?? null;
  return await answers.send(request, reply, {
    key: `page ${slug} ${language} ${version ?? 'newest'}`,
    make: async () => await readPage(publicPool, slug, language, version),
    points: MAKING.page,
  });
}

async function listPageVersions(
  { params, query, request, reply }: Call<typeof calls.listPageVersions>,
  { publicPool, answers }: ContentDeps,
): Promise<Answered<typeof calls.listPageVersions>> {
  const { slug } = params;
  const language = pickLanguage(header(request, 'accept-language'));
  const { limit } = query;
  const before = versionCursor(query.cursor);
  return await answers.send(request, reply, {
    key: `versions ${slug} ${language} ${before ?? 'newest'} ${limit}`,
    make: async () => await readVersions(publicPool, language, { slug, before, limit }),
    points: MAKING.versions,
  });
}

async function readPage(db: Db, slug: string, language: Language, version: number | null): Promise<PageView> {
  const row = await selectPage(db, { slug, language, version });
  if (row === undefined) throw new Refused('NOT_FOUND');
  return {
    slug,
    language,
    version: row.version,
    latest: row.latest,
    updatedAt: new Date(row.publishedAt).toISOString(),
    ...row.text,
  };
}

async function readVersions(
  db: Db,
  language: Language,
  { limit: size, ...filter }: { slug: string; before: number | null; limit: number },
): Promise<PageVersionsView> {
  const page = await pageOf({
    paging: { limit: size },
    read: async (limit) => await selectVersions(db, language, { ...filter, limit }),
    view: ({ publishedAt, ...row }) => ({ ...row, updatedAt: new Date(publishedAt).toISOString() }),
    cursorOf: ({ version }) => version,
  });
  if (page.items.length === 0 && filter.before === null) throw new Refused('NOT_FOUND');
  return page;
}

/** The cursor of a list of versions is the last one seen. */
export function versionCursor(cursor: string | undefined): number | null {
  return cursorLike(cursor, /^[1-9]\d{0,6}$/, Number) ?? null;
}

function agreementRoutes(app: HttpApp, deps: ContentDeps): void {
  serve(app, deps, [on(calls.readAgreements, readAgreements), on(calls.agree, agree)]);
}

async function readAgreements(
  { request }: Call<typeof calls.readAgreements>,
  { pool, sessions }: ContentDeps,
): Promise<Answered<typeof calls.readAgreements>> {
  return agreementsView(await selectAgreed(pool, sessions.memberOf(request).memberId));
}

async function agree(
  { body, request }: Call<typeof calls.agree>,
  { pool, sessions }: ContentDeps,
): Promise<Answered<typeof calls.agree>> {
  const { memberId } = sessions.memberOf(request);
  if (!(await insertAcceptance(pool, { memberId, ...body }))) throw new Refused('TEXT_VERSION_OLD');
  return agreementsView(await selectAgreed(pool, memberId));
}

function agreementsView(rows: readonly AgreedRow[]): AgreementsView {
  return {
    items: rows.map(({ slug, version, accepted, acceptedAt }) => ({
      slug,
      version,
      accepted:
        accepted === null || acceptedAt === null ? null : { version: accepted, at: new Date(acceptedAt).toISOString() },
      isDue: ASKED_AGAIN.includes(slug) && (accepted ?? 0) < version,
    })),
  };
}
