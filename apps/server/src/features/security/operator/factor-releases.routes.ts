import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import {
  factorReleaseBody,
  factorReleaseDecisionBody,
  factorReleaseParams,
  factorReleasesQuery,
  factorReleasesView,
  factorReleaseStopBody,
  factorReleaseView as releaseSchema,
} from '@candor/contract/console-security';
import type { FactorReleaseView } from '@candor/contract/console-security';
import { envelopeOf } from '@candor/contract/envelope';
import { PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import { patternOf } from '@candor/contract/routes';
import type { Result } from '@candor/domain/result';
import * as z from 'zod/mini';
import type { Pool } from '../../../platform/db/pool.ts';
import { ok, Refused } from '../../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../../platform/http/http-app.ts';
import { operatorRoute } from '../../../platform/http/route-cost.ts';
import { runCommand } from '../../../services/commands/run-commands.ts';
import type { Outcome } from '../../../services/commands/run-commands.ts';
import { requireIdempotencyKey } from '../../../services/idempotency/idempotency.ts';
import type { Fingerprints } from '../../../services/idempotency/idempotency.ts';
import type { Operators } from '../../../services/operators/operators.ts';
import type { QueueCounter } from '../../../services/operators/queue-counter.ts';
import { decideRelease } from './decide-release.ts';
import type { DecideRefusal, OperatorEvent } from './decide-release.ts';
import { proposeRelease } from './propose-release.ts';
import type { ProposeRefusal } from './propose-release.ts';
import { countProposedReleases, selectRelease, selectReleased, selectReleases } from './release-store.ts';
import { releaseView } from './release-view.ts';

/**
 * Releases of a lost second factor: one operator proposes with a reason, another approves, the member has a day to object.
 * The console can remove no factor by itself; the worker does, when the day is over.
 */
export interface FactorReleasesDeps {
  pool: Pool;
  operators: Pick<Operators, 'operatorOf'>;
  fingerprints: Fingerprints;
}

export const FACTOR_RELEASE_QUEUES: readonly QueueCounter[] = [
  { name: 'factorReleases', permission: 'member:factor:read', count: countProposedReleases },
];

const TAGS = ['security'];

export function factorReleasesRoutes(app: HttpApp, deps: FactorReleasesDeps): void {
  readRoutes(app, deps);
  writeRoutes(app, deps);
}

function readRoutes(app: HttpApp, { pool }: FactorReleasesDeps): void {
  const config = operatorRoute('list', 'member:factor:read');
  const list = { tags: TAGS, querystring: factorReleasesQuery, response: { 200: envelopeOf(factorReleasesView) } };
  app.get(CONSOLE_PATHS.factorReleases, { config, schema: list }, async ({ query }) => {
    const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
    const rows = await selectReleases(pool, {
      statuses: query.status,
      member: query.member,
      beforeId: cursorId(query.cursor),
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    return ok({
      items: page.map(releaseView),
      nextCursor: rows.length > limit ? (page.at(-1)?.id.toString() ?? null) : null,
    });
  });

  const one = { tags: TAGS, params: factorReleaseParams, response: { 200: envelopeOf(releaseSchema) } };
  app.get(patternOf(CONSOLE_PATHS.factorRelease, 'id'), { config, schema: one }, async ({ params }) => {
    const row = await selectRelease(pool, BigInt(params.id));
    if (row === undefined) throw new Refused('RELEASE_NOT_FOUND');
    return ok(releaseView(row));
  });
}

function writeRoutes(app: HttpApp, { pool, operators, fingerprints }: FactorReleasesDeps): void {
  const answer = { 200: envelopeOf(releaseSchema) };
  const proposing = proposeRelease();
  app.post(
    CONSOLE_PATHS.factorReleases,
    {
      config: operatorRoute('change', 'member:factor:make'),
      schema: { tags: TAGS, body: factorReleaseBody, response: answer },
    },
    async (request) => {
      const { operatorId, session } = operators.operatorOf(request);
      const { memberId, reason } = request.body;
      return answerOf(
        await runCommand(pool, proposing, {
          memberId: BigInt(memberId),
          operatorId,
          session,
          key: requireIdempotencyKey(request),
          fingerprint: fingerprints.of(request.body),
          input: { reason },
        }),
      );
    },
  );

  const decide = async (request: HttpRequest, event: OperatorEvent, id: string, reason: string | undefined) => {
    const key = requireIdempotencyKey(request);
    const { operatorId, session } = operators.operatorOf(request);
    const memberId = await selectReleased(pool, BigInt(id));
    if (memberId === undefined) throw new Refused('RELEASE_NOT_FOUND');
    return answerOf(
      await runCommand(pool, decideRelease(event), {
        memberId,
        operatorId,
        session,
        key,
        fingerprint: fingerprints.of({ id, event, reason }),
        input: { id: BigInt(id), reason },
      }),
    );
  };
  const act = (name: 'decision' | 'withdraw' | 'stop') =>
    patternOf((id) => CONSOLE_PATHS.factorReleaseAct(id, name), 'id');

  app.post(
    act('decision'),
    {
      config: operatorRoute('change', 'member:factor:check'),
      schema: { tags: TAGS, params: factorReleaseParams, body: factorReleaseDecisionBody, response: answer },
    },
    async (request) =>
      await decide(request, request.body.approve ? 'approve' : 'reject', request.params.id, request.body.reason),
  );

  app.post(
    act('withdraw'),
    {
      config: operatorRoute('change', 'member:factor:make'),
      schema: { tags: TAGS, params: factorReleaseParams, body: z.nullable(z.strictObject({})), response: answer },
    },
    async (request) => await decide(request, 'withdraw', request.params.id, undefined),
  );

  // Whoever may see a release and work on it may stop it, maker and checker alike.
  app.post(
    act('stop'),
    {
      config: operatorRoute('change', 'member:factor:stop'),
      schema: { tags: TAGS, params: factorReleaseParams, body: factorReleaseStopBody, response: answer },
    },
    async (request) => await decide(request, 'stop', request.params.id, request.body.reason),
  );
}

/** Refusals as their keys, with the field they belong to. */
function answerOf(run: Outcome<Result<FactorReleaseView, ProposeRefusal | DecideRefusal>>) {
  if (!run.ok) throw new Refused(run.error);
  if (run.value.ok) return ok(run.value.value);
  const refusal = run.value.error;
  if (refusal === 'STATE_CHANGED') throw new Refused('RELEASE_STATE_CHANGED');
  if (refusal === 'NO_FACTOR') throw new Refused('RELEASE_NO_FACTOR');
  throw new Refused(refusal, refusal === 'REASON_REQUIRED' ? { fields: { reason: refusal } } : {});
}

/** The cursor of the list is the id of the last one seen. */
function cursorId(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,18}$/.test(cursor)) throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
  return BigInt(cursor);
}
