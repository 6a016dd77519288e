import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import {
  operatorTextParams,
  operatorTextsView as textsSchema,
  operatorTextVersionsQuery,
  operatorTextVersionsView,
  textChangeBody,
  textChangeParams,
  textChangesQuery,
  textChangeView,
} from '@candor/contract/console-texts';
import { envelopeOf } from '@candor/contract/envelope';
import { proposalSchemas } from '@candor/contract/proposals';
import { patternOf } from '@candor/contract/routes';
import { ok } from '../../../platform/http/http-app.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { operatorRoute } from '../../../platform/http/route-cost.ts';
import { proposalQueue, proposalRoutes } from '../../../services/proposals/proposal-routes.ts';
import { createProposals } from '../../../services/proposals/proposals.ts';
import type { ProposalsDeps } from '../../../services/proposals/proposals.ts';
import type { Site } from '../../../services/site/site.ts';
import { versionCursor } from '../content.routes.ts';
import { readPages } from '../read-pages.ts';
import { selectOperatorVersions, selectHeld, TEXT_CHANGES } from '../text-store.ts';
import { TEXT_FORM, TEXT_KIND } from './text-kind.ts';
import { operatorTextsView, operatorVersionView } from './text-view.ts';

const TAGS = ['texts'];

export const TEXT_QUEUE = proposalQueue({
  name: 'texts',
  table: TEXT_CHANGES,
  path: CONSOLE_PATHS.textChanges,
  tags: TAGS,
  may: { read: 'site:text:read', make: 'site:text:write', check: 'site:text:check' },
});

/** The site's texts as operators write them: one operator writes the next version; another approves it if it binds members. */
export interface TextsOperatorDeps extends ProposalsDeps {
  site: Pick<Site, 'mode'>;
}

/** Every item holds a whole text in all languages. */
const ITEMS_MAX = 10;

export function textsOperatorRoutes(app: HttpApp, deps: TextsOperatorDeps): void {
  readRoutes(app, deps);
  changeRoutes(app, deps);
}

function readRoutes(app: HttpApp, { pool, site }: TextsOperatorDeps): void {
  const config = operatorRoute('list', 'site:text:read');
  const ofRelease = readPages(site.mode);
  app.get(
    CONSOLE_PATHS.texts,
    { config, schema: { tags: TAGS, response: { 200: envelopeOf(textsSchema) } } },
    async () => ok(operatorTextsView(await selectHeld(pool), ofRelease)),
  );

  const versions = {
    tags: TAGS,
    params: operatorTextParams,
    querystring: operatorTextVersionsQuery,
    response: { 200: envelopeOf(operatorTextVersionsView) },
  };
  app.get(patternOf(CONSOLE_PATHS.textVersions, 'slug'), { config, schema: versions }, async ({ params, query }) => {
    const limit = Math.min(query.limit ?? ITEMS_MAX, ITEMS_MAX);
    const filter = { slug: params.slug, before: versionCursor(query.cursor), limit: limit + 1 };
    const rows = await selectOperatorVersions(pool, filter);
    const page = rows.slice(0, limit);
    return ok({
      items: page.map(operatorVersionView),
      nextCursor: rows.length > limit ? (page.at(-1)?.version.toString() ?? null) : null,
    });
  });
}

function changeRoutes(app: HttpApp, deps: TextsOperatorDeps): void {
  const schemas = {
    ...proposalSchemas({ query: textChangesQuery, params: textChangeParams, view: textChangeView }),
    limit: ITEMS_MAX,
    limitMax: ITEMS_MAX,
  };
  const changes = createProposals(deps, TEXT_KIND);
  proposalRoutes(app, TEXT_QUEUE, changes, schemas);
  app.post(
    TEXT_QUEUE.path,
    {
      config: operatorRoute('change', TEXT_QUEUE.may.make),
      schema: { tags: TAGS, body: textChangeBody, response: { 200: schemas.view } },
    },
    async (request) => await changes.propose(request, TEXT_FORM, { input: request.body }),
  );
}
