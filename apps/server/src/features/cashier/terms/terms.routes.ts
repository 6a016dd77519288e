import {
  termsChangeBody,
  termsChangeParams,
  termsChangesQuery,
  termsChangeView,
  termsView as termsSchema,
} from '@candor/contract/console-terms';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { envelopeOf } from '@candor/contract/envelope';
import { proposalSchemas } from '@candor/contract/proposals';
import { ok } from '../../../platform/http/http-app.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { operatorRoute } from '../../../platform/http/route-cost.ts';
import { proposalQueue, proposalRoutes } from '../../../services/proposals/proposal-routes.ts';
import { createProposals } from '../../../services/proposals/proposals.ts';
import type { ProposalsDeps } from '../../../services/proposals/proposals.ts';
import type { Site } from '../../../services/site/site.ts';
import { termsForm, termsKind } from './terms-kind.ts';
import { selectAllChannels, selectRewardTerms, selectRuleTerms, TERMS_CHANGES } from './terms-store.ts';
import { termsView } from './terms-view.ts';

export const TERMS_QUEUE = proposalQueue({
  name: 'terms',
  table: TERMS_CHANGES,
  path: CONSOLE_PATHS.termsChanges,
  tags: ['terms'],
  may: { read: 'site:channel:read', make: 'site:channel:write', check: 'site:channel:check' },
});

/** Where members pay in, at which price, and what a withdrawal costs: one operator proposes a change, another approves it. */
export function termsRoutes(app: HttpApp, deps: ProposalsDeps & { readonly site: Site }): void {
  const { pool, site } = deps;
  const changes = createProposals(deps, termsKind(site));
  const form = termsForm(site);
  const schemas = proposalSchemas({ query: termsChangesQuery, params: termsChangeParams, view: termsChangeView });
  app.get(
    CONSOLE_PATHS.terms,
    {
      config: operatorRoute('list', TERMS_QUEUE.may.read),
      schema: { tags: TERMS_QUEUE.tags, response: { 200: envelopeOf(termsSchema) } },
    },
    async () => {
      const [rule, rewards] = [await selectRuleTerms(pool), await selectRewardTerms(pool)];
      return ok(termsView(await selectAllChannels(pool), { rule, rewards }, site.currency));
    },
  );
  proposalRoutes(app, TERMS_QUEUE, changes, schemas);
  app.post(
    TERMS_QUEUE.path,
    {
      config: operatorRoute('change', TERMS_QUEUE.may.make),
      schema: { tags: TERMS_QUEUE.tags, body: termsChangeBody, response: { 200: schemas.view } },
    },
    async (request) => await changes.propose(request, form, { input: request.body }),
  );
}
