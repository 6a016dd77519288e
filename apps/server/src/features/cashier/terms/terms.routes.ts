import {
  termsChangeBody,
  termsChangeParams,
  termsChangesQuery,
  termsChangesView,
  termsChangeView as changeSchema,
  termsDecisionBody,
  termsView as termsSchema,
} from '@candor/contract/console-terms';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { envelopeOf } from '@candor/contract/envelope';
import { PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import { patternOf } from '@candor/contract/routes';
import type { AdjustmentEvent } from '@candor/domain/cashier/adjustment';
import * as z from 'zod/mini';
import type { Pool } from '../../../platform/db/pool.ts';
import { ok, Refused } from '../../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../../platform/http/http-app.ts';
import { operatorRoute } from '../../../platform/http/route-cost.ts';
import { requireIdempotencyKey } from '../../../services/idempotency/idempotency.ts';
import type { Fingerprints } from '../../../services/idempotency/idempotency.ts';
import type { Operators } from '../../../services/operators/operators.ts';
import type { QueueCounter } from '../../../services/operators/queue-counter.ts';
import type { Site } from '../../../services/site/site.ts';
import { carryOut, cursorId } from '../cashier-calls.ts';
import { decideChange } from './decide-change.ts';
import { proposeChange } from './propose-change.ts';
import {
  countProposedChanges,
  selectAllChannels,
  selectChange,
  selectChanges,
  selectRewardTerms,
  selectRuleTerms,
} from './terms-store.ts';
import { termsChangeView, termsView } from './terms-view.ts';

/** Where members pay in, at which price, and what a withdrawal costs: one operator proposes a change, another approves it. */
export interface TermsDeps {
  pool: Pool;
  site: Site;
  operators: Pick<Operators, 'operatorOf'>;
  fingerprints: Fingerprints;
}

export const TERMS_QUEUES: readonly QueueCounter[] = [
  { name: 'terms', permission: 'site:channel:read', count: countProposedChanges },
];

const TAGS = ['terms'];

export function termsRoutes(app: HttpApp, deps: TermsDeps): void {
  readRoutes(app, deps);
  writeRoutes(app, deps);
}

function readRoutes(app: HttpApp, { pool, site }: TermsDeps): void {
  const config = operatorRoute('list', 'site:channel:read');
  app.get(
    CONSOLE_PATHS.terms,
    { config, schema: { tags: TAGS, response: { 200: envelopeOf(termsSchema) } } },
    async () => {
      const [rule, rewards] = [await selectRuleTerms(pool), await selectRewardTerms(pool)];
      return ok(termsView(await selectAllChannels(pool), { rule, rewards }, site.currency));
    },
  );

  const list = { tags: TAGS, querystring: termsChangesQuery, response: { 200: envelopeOf(termsChangesView) } };
  app.get(CONSOLE_PATHS.termsChanges, { config, schema: list }, async ({ query }) => {
    const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
    const beforeId = cursorId(query.cursor);
    const rows = await selectChanges(pool, { statuses: query.status, beforeId, limit: limit + 1 });
    const page = rows.slice(0, limit);
    return ok({
      items: page.map((row) => termsChangeView(row, site.currency)),
      nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    });
  });

  const one = { tags: TAGS, params: termsChangeParams, response: { 200: envelopeOf(changeSchema) } };
  app.get(patternOf(CONSOLE_PATHS.termsChange, 'id'), { config, schema: one }, async ({ params }) => {
    const row = await selectChange(pool, params.id);
    if (row === undefined) throw new Refused('TERMS_CHANGE_NOT_FOUND');
    return ok(termsChangeView(row, site.currency));
  });
}

function writeRoutes(app: HttpApp, { pool, site, operators, fingerprints }: TermsDeps): void {
  const answer = { 200: envelopeOf(changeSchema) };
  const proposing = proposeChange(site);
  app.post(
    CONSOLE_PATHS.termsChanges,
    {
      config: operatorRoute('change', 'site:channel:write'),
      schema: { tags: TAGS, body: termsChangeBody, response: answer },
    },
    async (request) => {
      const key = requireIdempotencyKey(request);
      const { operatorId, session } = operators.operatorOf(request);
      const fingerprint = fingerprints.of(request.body);
      return ok(
        // No member is concerned: the operator's own calls come one after the other.
        await carryOut(pool, proposing, {
          memberId: operatorId,
          operatorId,
          session,
          key,
          fingerprint,
          input: request.body,
        }),
      );
    },
  );

  const decide = async (request: HttpRequest, event: AdjustmentEvent, id: string, reason: string | undefined) => {
    const key = requireIdempotencyKey(request);
    const { operatorId, session } = operators.operatorOf(request);
    const fingerprint = fingerprints.of({ id, event, reason });
    const call = { memberId: operatorId, operatorId, session, key, fingerprint, input: { id, reason } };
    return ok(await carryOut(pool, decideChange(site, event), call));
  };
  app.post(
    patternOf(CONSOLE_PATHS.termsDecision, 'id'),
    {
      config: operatorRoute('change', 'site:channel:check'),
      schema: { tags: TAGS, params: termsChangeParams, body: termsDecisionBody, response: answer },
    },
    async (request) =>
      await decide(request, request.body.approve ? 'approve' : 'reject', request.params.id, request.body.reason),
  );
  app.post(
    patternOf(CONSOLE_PATHS.termsWithdraw, 'id'),
    {
      config: operatorRoute('change', 'site:channel:write'),
      schema: { tags: TAGS, params: termsChangeParams, body: z.nullable(z.strictObject({})), response: answer },
    },
    async (request) => await decide(request, 'withdraw', request.params.id, undefined),
  );
}
