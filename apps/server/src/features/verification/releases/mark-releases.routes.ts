import {
  markReleaseBody,
  markReleaseDecisionBody,
  markReleaseParams,
  markReleasesQuery,
  markReleasesView,
  markReleaseView as releaseSchema,
  marksQuery,
  marksView,
} from '@candor/contract/console-marks';
import type { MarkReleaseView } from '@candor/contract/console-marks';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import { envelopeOf } from '@candor/contract/envelope';
import { PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import { patternOf } from '@candor/contract/routes';
import type { AdjustmentEvent } from '@candor/domain/cashier/adjustment';
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
import { decideMarkRelease } from './decide-mark-release.ts';
import type { DecideRefusal } from './decide-mark-release.ts';
import { countProposedMarkReleases, selectMarkRelease, selectMarkReleases, selectMarks } from './mark-release-store.ts';
import { markReleaseView, markView } from './mark-release-view.ts';
import { proposeMarkRelease } from './propose-mark-release.ts';
import type { ProposeRefusal } from './propose-mark-release.ts';

/**
 * Cards, identities and device keys in the console: who has the same, and their releases. One operator proposes with a reason,
 * another approves. An operator sees keyed hashes, never a number or a key.
 */
export interface MarkReleasesDeps {
  pool: Pool;
  operators: Pick<Operators, 'operatorOf'>;
  fingerprints: Fingerprints;
}

export const MARK_RELEASE_QUEUES: readonly QueueCounter[] = [
  { name: 'markReleases', permission: 'member:mark:read', count: countProposedMarkReleases },
];

const TAGS = ['marks'];
/** Nobody looks further than this. */
const OFFSET_MAX = 10_000n;

export function markReleasesRoutes(app: HttpApp, deps: MarkReleasesDeps): void {
  readRoutes(app, deps);
  writeRoutes(app, deps);
}

function readRoutes(app: HttpApp, { pool }: MarkReleasesDeps): void {
  const config = operatorRoute('list', 'member:mark:read');
  const marks = { tags: TAGS, querystring: marksQuery, response: { 200: envelopeOf(marksView) } };
  app.get(CONSOLE_PATHS.marks, { config, schema: marks }, async ({ query }) => {
    const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
    const offset = Number(cursorNumber(query.cursor, OFFSET_MAX) ?? 0n);
    const rows = await selectMarks(pool, { kinds: query.kind, member: query.member, offset, limit: limit + 1 });
    const nextCursor = rows.length > limit ? (offset + limit).toString() : null;
    return ok({ items: rows.slice(0, limit).map(markView), nextCursor });
  });

  const list = { tags: TAGS, querystring: markReleasesQuery, response: { 200: envelopeOf(markReleasesView) } };
  app.get(CONSOLE_PATHS.markReleases, { config, schema: list }, async ({ query }) => {
    const limit = query.limit ?? PAGE_LIMIT_DEFAULT;
    const beforeId = cursorNumber(query.cursor);
    const filter = { statuses: query.status, member: query.member, beforeId, limit: limit + 1 };
    const rows = await selectMarkReleases(pool, filter);
    const page = rows.slice(0, limit);
    return ok({
      items: page.map(markReleaseView),
      nextCursor: rows.length > limit ? (page.at(-1)?.id.toString() ?? null) : null,
    });
  });

  const one = { tags: TAGS, params: markReleaseParams, response: { 200: envelopeOf(releaseSchema) } };
  app.get(patternOf(CONSOLE_PATHS.markRelease, 'id'), { config, schema: one }, async ({ params }) => {
    const row = await selectMarkRelease(pool, BigInt(params.id));
    if (row === undefined) throw new Refused('RELEASE_NOT_FOUND');
    return ok(markReleaseView(row));
  });
}

function writeRoutes(app: HttpApp, { pool, operators, fingerprints }: MarkReleasesDeps): void {
  const answer = { 200: envelopeOf(releaseSchema) };
  const proposing = proposeMarkRelease();
  app.post(
    CONSOLE_PATHS.markReleases,
    {
      config: operatorRoute('change', 'member:mark:make'),
      schema: { tags: TAGS, body: markReleaseBody, response: answer },
    },
    async (request) => {
      const { operatorId, session } = operators.operatorOf(request);
      const { memberId, ...input } = request.body;
      const key = requireIdempotencyKey(request);
      const call = { memberId: BigInt(memberId), operatorId, session, key, fingerprint: fingerprints.of(request.body) };
      return answerOf(await runCommand(pool, proposing, { ...call, input }));
    },
  );

  const decide = async (request: HttpRequest, event: AdjustmentEvent, id: string, reason: string | undefined) => {
    const key = requireIdempotencyKey(request);
    const { operatorId, session } = operators.operatorOf(request);
    const row = await selectMarkRelease(pool, BigInt(id));
    if (row === undefined) throw new Refused('RELEASE_NOT_FOUND');
    const fingerprint = fingerprints.of({ id, event, reason });
    const call = { memberId: row.memberId, operatorId, session, key, fingerprint, input: { id: row.id, reason } };
    return answerOf(await runCommand(pool, decideMarkRelease(event), call));
  };
  const act = (name: 'decision' | 'withdraw') => patternOf((id) => CONSOLE_PATHS.markReleaseAct(id, name), 'id');
  app.post(
    act('decision'),
    {
      config: operatorRoute('change', 'member:mark:check'),
      schema: { tags: TAGS, params: markReleaseParams, body: markReleaseDecisionBody, response: answer },
    },
    async (request) =>
      await decide(request, request.body.approve ? 'approve' : 'reject', request.params.id, request.body.reason),
  );
  app.post(
    act('withdraw'),
    {
      config: operatorRoute('change', 'member:mark:make'),
      schema: { tags: TAGS, params: markReleaseParams, body: z.nullable(z.strictObject({})), response: answer },
    },
    async (request) => await decide(request, 'withdraw', request.params.id, undefined),
  );
}

/** Refusals as their keys, with the field they belong to. */
function answerOf(run: Outcome<Result<MarkReleaseView, ProposeRefusal | DecideRefusal>>) {
  if (!run.ok) throw new Refused(run.error);
  if (run.value.ok) return ok(run.value.value);
  const refusal = run.value.error;
  if (refusal === 'STATE_CHANGED') throw new Refused('RELEASE_STATE_CHANGED');
  throw new Refused(refusal, refusal === 'REASON_REQUIRED' ? { fields: { reason: refusal } } : {});
}

function cursorNumber(cursor: string | undefined, max?: bigint): bigint | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,18}$/.test(cursor) || (max !== undefined && BigInt(cursor) > max))
    throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
  return BigInt(cursor);
}
