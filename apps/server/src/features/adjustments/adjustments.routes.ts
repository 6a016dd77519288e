import {
  adjustmentBody,
  adjustmentDecisionBody,
  adjustmentParams,
  adjustmentsQuery,
  adjustmentsView,
  adjustmentView as adjustmentSchema,
} from '@candor/contract/console-members';
import type { AdjustmentView } from '@candor/contract/console-members';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { envelopeOf } from '@candor/contract/envelope';
import { PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import { patternOf } from '@candor/contract/routes';
import type { AdjustmentEvent } from '@candor/domain/cashier/adjustment';
import { parseMoney } from '@candor/domain/money';
import type { Result } from '@candor/domain/result';
import * as z from 'zod/mini';
import type { Pool } from '../../platform/db/pool.ts';
import { ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import { operatorRoute } from '../../platform/http/route-cost.ts';
import { runCommand } from '../../services/commands/run-commands.ts';
import type { Outcome } from '../../services/commands/run-commands.ts';
import { requireIdempotencyKey } from '../../services/idempotency/idempotency.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { Operators } from '../../services/operators/operators.ts';
import type { QueueCounter } from '../../services/operators/queue-counter.ts';
import type { Site } from '../../services/site/site.ts';
import { countProposed, selectAdjusted, selectAdjustment, selectAdjustments } from './adjustment-store.ts';
import { adjustmentView } from './adjustment-view.ts';
import { decideAdjustment } from './decide-adjustment.ts';
import { proposeAdjustment } from './propose-adjustment.ts';

/** Money that operators add to or deduct from a member by hand: one proposes, another approves. */
export interface AdjustmentsDeps {
  pool: Pool;
  site: Site;
  operators: Pick<Operators, 'operatorOf'>;
  fingerprints: Fingerprints;
}

export const ADJUSTMENT_QUEUES: readonly QueueCounter[] = [
  { name: 'adjustments', permission: 'ledger:adjustment:read', count: countProposed },
];

const TAGS = ['adjustments'];

export function adjustmentsRoutes(app: HttpApp, deps: AdjustmentsDeps): void {
  readRoutes(app, deps);
  writeRoutes(app, deps);
}

function readRoutes(app: HttpApp, { pool, site }: AdjustmentsDeps): void {
  const config = operatorRoute('list', 'ledger:adjustment:read');
  const list = { tags: TAGS, querystring: adjustmentsQuery, response: { 200: envelopeOf(adjustmentsView) } };
  app.get(CONSOLE_PATHS.adjustments, { config, schema: list }, async ({ query }) => {
    const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
    const rows = await selectAdjustments(pool, {
      statuses: query.status,
      member: query.member,
      beforeId: cursorId(query.cursor),
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    return ok({
      items: page.map((row) => adjustmentView(row, site)),
      nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    });
  });

  const one = { tags: TAGS, params: adjustmentParams, response: { 200: envelopeOf(adjustmentSchema) } };
  app.get(patternOf(CONSOLE_PATHS.adjustment, 'id'), { config, schema: one }, async (request) => {
    const row = await selectAdjustment(pool, request.params.id);
    if (row === undefined) throw new Refused('ADJUSTMENT_NOT_FOUND');
    return ok(adjustmentView(row, site));
  });
}

function writeRoutes(app: HttpApp, { pool, site, operators, fingerprints }: AdjustmentsDeps): void {
  const answer = { 200: envelopeOf(adjustmentSchema) };
  const proposing = proposeAdjustment(site);
  app.post(
    CONSOLE_PATHS.adjustments,
    {
      config: operatorRoute('change', 'ledger:adjustment:make'),
      schema: { tags: TAGS, body: adjustmentBody, response: answer },
    },
    async (request) => {
      const key = requireIdempotencyKey(request);
      const { operatorId, session } = operators.operatorOf(request);
      const { memberId, kind, amount: text, reason, note } = request.body;
      const amount = parseMoney(text, site.currency);
      if (!amount.ok) throw new Refused('AMOUNT_INVALID', { fields: { amount: 'AMOUNT_INVALID' } });
      return answerOf(
        await runCommand(pool, proposing, {
          memberId: BigInt(memberId),
          operatorId,
          session,
          key,
          fingerprint: fingerprints.of(request.body),
          input: { kind, amount: amount.value, reason, note },
        }),
      );
    },
  );

  const decide = async (request: HttpRequest, event: AdjustmentEvent, id: string, reason: string | undefined) => {
    const key = requireIdempotencyKey(request);
    const { operatorId, session } = operators.operatorOf(request);
    const memberId = await selectAdjusted(pool, id);
    if (memberId === undefined) throw new Refused('ADJUSTMENT_NOT_FOUND');
    return answerOf(
      await runCommand(pool, decideAdjustment(site, event), {
        memberId,
        operatorId,
        session,
        key,
        fingerprint: fingerprints.of({ id, event, reason }),
        input: { id, reason },
      }),
    );
  };

  app.post(
    patternOf(CONSOLE_PATHS.adjustmentDecision, 'id'),
    {
      config: operatorRoute('change', 'ledger:adjustment:check'),
      schema: { tags: TAGS, params: adjustmentParams, body: adjustmentDecisionBody, response: answer },
    },
    async (request) =>
      await decide(request, request.body.approve ? 'approve' : 'reject', request.params.id, request.body.reason),
  );

  app.post(
    patternOf(CONSOLE_PATHS.adjustmentWithdraw, 'id'),
    {
      config: operatorRoute('change', 'ledger:adjustment:make'),
      schema: { tags: TAGS, params: adjustmentParams, body: z.nullable(z.strictObject({})), response: answer },
    },
    async (request) => await decide(request, 'withdraw', request.params.id, undefined),
  );
}

/** Refusals as their keys, with the field they belong to. */
function answerOf(run: Outcome<Result<AdjustmentView, string>>) {
  if (!run.ok) throw new Refused(run.error);
  if (run.value.ok) return ok(run.value.value);
  const key = run.value.error === 'STATE_CHANGED' ? 'ADJUSTMENT_STATE_CHANGED' : run.value.error;
  throw new Refused(key, key === 'REASON_REQUIRED' ? { fields: { reason: key } } : {});
}

/** The cursor of the list is the id of the last one seen. */
function cursorId(cursor: string | undefined): string | undefined {
  if (cursor === undefined || z.safeParse(z.guid(), cursor).success) return cursor;
  throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
}
