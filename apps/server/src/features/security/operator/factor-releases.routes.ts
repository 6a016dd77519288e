import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import {
  factorReleaseBody,
  factorReleasesQuery,
  factorReleaseStopBody,
  factorReleaseView,
} from '@candor/contract/console-security';
import { proposalSchemas, releaseParams } from '@candor/contract/proposals';
import { patternOf } from '@candor/contract/routes';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { operatorRoute } from '../../../platform/http/route-cost.ts';
import { proposalQueue, proposalRoutes } from '../../../services/proposals/proposal-routes.ts';
import { createProposals } from '../../../services/proposals/proposals.ts';
import type { ProposalsDeps } from '../../../services/proposals/proposals.ts';
import { FACTOR_RELEASE_FORM, FACTOR_RELEASE_KIND } from './factor-release-kind.ts';
import { FACTOR_RELEASES } from './release-store.ts';

export const FACTOR_RELEASE_QUEUE = proposalQueue({
  name: 'factorReleases',
  table: FACTOR_RELEASES,
  path: CONSOLE_PATHS.factorReleases,
  tags: ['security'],
  may: { read: 'member:factor:read', make: 'member:factor:make', check: 'member:factor:check' },
});

/**
 * Releases of a lost second factor: one operator proposes with a reason, another approves, the member has a day to object.
 * The console can remove no factor by itself; the worker does, when the day is over.
 */
export function factorReleasesRoutes(app: HttpApp, deps: ProposalsDeps): void {
  const releases = createProposals(deps, FACTOR_RELEASE_KIND);
  const schemas = proposalSchemas({ query: factorReleasesQuery, params: releaseParams, view: factorReleaseView });
  const response = { 200: schemas.view };
  proposalRoutes(app, FACTOR_RELEASE_QUEUE, releases, schemas);
  app.post(
    FACTOR_RELEASE_QUEUE.path,
    {
      config: operatorRoute('change', FACTOR_RELEASE_QUEUE.may.make),
      schema: { tags: FACTOR_RELEASE_QUEUE.tags, body: factorReleaseBody, response },
    },
    async (request) => {
      const { body } = request;
      return await releases.propose(request, FACTOR_RELEASE_FORM, { input: body, memberId: BigInt(body.memberId) });
    },
  );
  // Whoever may see a release and work on it may stop it, maker and checker alike.
  app.post(
    patternOf((id) => CONSOLE_PATHS.factorReleaseAct(id, 'stop'), 'id'),
    {
      config: operatorRoute('change', 'member:factor:stop'),
      schema: { tags: FACTOR_RELEASE_QUEUE.tags, params: releaseParams, body: factorReleaseStopBody, response },
    },
    async (request) => await releases.act(request, request.params.id, { event: 'stop', reason: request.body.reason }),
  );
}
