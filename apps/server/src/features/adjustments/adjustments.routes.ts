import { adjustmentBody, adjustmentParams, adjustmentsQuery, adjustmentView } from '@candor/contract/console-members';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { proposalSchemas } from '@candor/contract/proposals';
import { parseMoney } from '@candor/domain/money';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { operatorRoute } from '../../platform/http/route-cost.ts';
import { requireIdempotencyKey } from '../../services/idempotency/idempotency.ts';
import { proposalQueue, proposalRoutes } from '../../services/proposals/proposal-routes.ts';
import { createProposals } from '../../services/proposals/proposals.ts';
import type { ProposalsDeps } from '../../services/proposals/proposals.ts';
import type { Site } from '../../services/site/site.ts';
import { adjustmentForm, adjustmentKind } from './adjustment-kind.ts';
import { ADJUSTMENTS } from './adjustment-store.ts';

export const ADJUSTMENT_QUEUE = proposalQueue({
  name: 'adjustments',
  table: ADJUSTMENTS,
  path: CONSOLE_PATHS.adjustments,
  tags: ['adjustments'],
  may: { read: 'ledger:adjustment:read', make: 'ledger:adjustment:make', check: 'ledger:adjustment:check' },
});

/** Money that operators add to or deduct from a member by hand: one proposes, another approves. */
export function adjustmentsRoutes(app: HttpApp, deps: ProposalsDeps & { readonly site: Site }): void {
  const { site } = deps;
  const adjustments = createProposals(deps, adjustmentKind(site));
  const form = adjustmentForm(site);
  const schemas = proposalSchemas({ query: adjustmentsQuery, params: adjustmentParams, view: adjustmentView });
  proposalRoutes(app, ADJUSTMENT_QUEUE, adjustments, schemas);
  app.post(
    CONSOLE_PATHS.adjustments,
    {
      config: operatorRoute('change', ADJUSTMENT_QUEUE.may.make),
      schema: { tags: ADJUSTMENT_QUEUE.tags, body: adjustmentBody, response: { 200: schemas.view } },
    },
    async (request) => {
      requireIdempotencyKey(request);
      const { memberId, amount: text } = request.body;
      const amount = parseMoney(text, site.currency);
      if (!amount.ok) throw new Refused('AMOUNT_INVALID', { fields: { amount: 'AMOUNT_INVALID' } });
      const input = { ...request.body, amount: amount.value };
      return await adjustments.propose(request, form, { input, memberId: BigInt(memberId) });
    },
  );
}
