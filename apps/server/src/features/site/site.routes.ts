import * as calls from '@candor/contract/calls/site';
import { siteHistoryView } from '@candor/contract/site';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { PublicAnswers } from '../../platform/http/public-answers.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { selectLogo } from './logo-store.ts';
import { selectHistory } from './site-store.ts';

interface SiteDeps {
  readonly pool: Pool;
  readonly answers: Pick<PublicAnswers, 'send'>;
}

const VERSIONS_MAX = 200;
/** Cost of making an answer in points, in addition to sending it; see platform/http/route-cost.ts. */
const MAKING = 8;
/** A year: a logo is named by its bytes. */
const LOGO_KEPT = 'public, max-age=31536000, immutable';

/** What everyone may read of the settings of the site: the logo, and every version of what binds members. */
export function siteRoutes(app: HttpApp, deps: SiteDeps): void {
  serve(app, deps, [on(calls.listSiteVersions, listSiteVersions), on(calls.readLogo, readLogo)]);
}

async function listSiteVersions(
  { request, reply }: Call<typeof calls.listSiteVersions>,
  { pool, answers }: SiteDeps,
): Promise<Answered<typeof calls.listSiteVersions>> {
  return await answers.send(request, reply, {
    key: 'site-versions',
    points: MAKING,
    make: async () => {
      const rows = await selectHistory(pool, VERSIONS_MAX);
      return siteHistoryView.parse({
        items: rows.map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() })),
      });
    },
  });
}

async function readLogo(
  { params, reply }: Call<typeof calls.readLogo>,
  { pool }: SiteDeps,
): Promise<Answered<typeof calls.readLogo>> {
  const logo = await selectLogo(pool, params.id);
  if (logo === undefined) throw new Refused('NOT_FOUND');
  return await reply.header('cache-control', LOGO_KEPT).type('image/png').send(logo.png);
}
