/**
 * The site's own texts, for everyone, with or without a session, and what members agreed to. A published version never
 * changes: operators publish the next one (operator/), and the database keeps it so. What the shipped texts promise about
 * orders must match packages/domain/src/trading.
 */
import {
  agreementBody,
  agreementsView as agreementsSchema,
  ASKED_AGAIN,
  pageParams,
  pageQuery,
  pageVersionsQuery,
  pageVersionsView,
  pageView as pageSchema,
} from '@candor/contract/content';
import type { AgreementsView, PageVersionsView, PageView } from '@candor/contract/content';
import { envelopeOf } from '@candor/contract/envelope';
import { PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import { pickLanguage } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import { PATHS, patternOf } from '@candor/contract/routes';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { header, ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import type { PublicAnswers } from '../../platform/http/public-answers.ts';
import { memberRoute, moneyRoute, publicRoute } from '../../platform/http/route-cost.ts';
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

const TAGS = ['content'];
/** Points for whoever makes the server read a text. */
const MAKING = { page: 4, versions: 8 } as const;

export function contentRoutes(app: HttpApp, deps: ContentDeps): void {
  pageRoutes(app, deps);
  agreementRoutes(app, deps);
}

function pageRoutes(app: HttpApp, { publicPool, answers }: ContentDeps): void {
  const page = { tags: TAGS, params: pageParams, querystring: pageQuery, response: { 200: envelopeOf(pageSchema) } };
  app.get(
    patternOf(PATHS.contentPage, 'slug'),
    { config: publicRoute('memory'), schema: page },
    async (request, reply) => {
      const { slug } = request.params;
      const language = pickLanguage(header(request, 'accept-language'));
      const version = request.query.version ?? null;
      return await answers.send(request, reply, {
        key: `page ${slug} ${language} ${version ?? 'newest'}`,
        make: async () => await readPage(publicPool, slug, language, version),
        points: MAKING.page,
      });
    },
  );

  const versions = {
    tags: TAGS,
    params: pageParams,
    querystring: pageVersionsQuery,
    response: { 200: envelopeOf(pageVersionsView) },
  };
  app.get(
    patternOf(PATHS.contentVersions, 'slug'),
    { config: publicRoute('memory'), schema: versions },
    async (request, reply) => {
      const { slug } = request.params;
      const language = pickLanguage(header(request, 'accept-language'));
      const { limit = PAGE_LIMIT_DEFAULT } = request.query;
      const before = versionCursor(request.query.cursor);
      return await answers.send(request, reply, {
        key: `versions ${slug} ${language} ${before ?? 'newest'} ${limit}`,
        make: async () => await readVersions(publicPool, language, { slug, before, limit }),
        points: MAKING.versions,
      });
    },
  );
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
  filter: { slug: string; before: number | null; limit: number },
): Promise<PageVersionsView> {
  const rows = await selectVersions(db, language, { ...filter, limit: filter.limit + 1 });
  if (rows.length === 0 && filter.before === null) throw new Refused('NOT_FOUND');
  const shown = rows.slice(0, filter.limit);
  return {
    items: shown.map(({ publishedAt, ...row }) => ({ ...row, updatedAt: new Date(publishedAt).toISOString() })),
    nextCursor: rows.length > filter.limit ? (shown.at(-1)?.version.toString() ?? null) : null,
  };
}

/** The cursor of a list of versions is the last one seen. */
export function versionCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (/^[1-9]\d{0,6}$/.test(cursor)) return Number(cursor);
  throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
}

function agreementRoutes(app: HttpApp, { pool, sessions }: ContentDeps): void {
  const response = { 200: envelopeOf(agreementsSchema) };
  app.get(PATHS.agreements, { config: memberRoute('lookup'), schema: { tags: TAGS, response } }, async (request) =>
    ok(agreementsView(await selectAgreed(pool, sessions.memberOf(request).memberId))),
  );

  app.post(
    PATHS.agreements,
    { config: moneyRoute('change'), schema: { tags: TAGS, body: agreementBody, response } },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      if (!(await insertAcceptance(pool, { memberId, ...request.body }))) throw new Refused('TEXT_VERSION_OLD');
      return ok(agreementsView(await selectAgreed(pool, memberId)));
    },
  );
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
