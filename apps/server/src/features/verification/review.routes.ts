import type { FastifyReply } from 'fastify';
import { envelopeOf } from '@candor/contract/envelope';
import { PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import {
  reviewActBody,
  reviewParams,
  reviewRejectBody,
  reviewsQuery,
  reviewsView,
  reviewView as reviewSchema,
} from '@candor/contract/verification';
import { PATHS, patternOf } from '@candor/contract/routes';
import type { Pool } from '../../platform/db/pool.ts';
import { header, ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import { operatorRoute } from '../../platform/http/route-cost.ts';
import { recordLook } from '../../services/commands/record-look.ts';
import { runCommand } from '../../services/commands/run-commands.ts';
import type { Files } from '../../services/files/files.ts';
import { openFile } from '../../services/files/sealed-files.ts';
import { requireIdempotencyKey } from '../../services/idempotency/idempotency.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { Acting } from '../../services/operators/acting-store.ts';
import type { Operators } from '../../services/operators/operators.ts';
import type { QueueCounter } from '../../services/operators/queue-counter.ts';
import type { Secrets } from '../../services/secrets/secrets.ts';
import { reviewSubmission } from './review-submission.ts';
import type { Review } from './review-submission.ts';
import {
  countWaiting,
  selectContext,
  selectDuplicates,
  selectOthers,
  selectOwner,
  selectReview,
  selectReviews,
} from './review-store.ts';
import type { ReviewRow } from './review-store.ts';
import { reviewItemView, reviewView } from './review-view.ts';

/**
 * The queue of identity documents, for operators. Served by the role console alone. Whoever opens a submission or one of its
 * photos leaves an entry in the audit log, before anything is sent.
 */
export interface ReviewDeps {
  pool: Pool;
  secrets: Pick<Secrets, 'seal'>;
  operators: Pick<Operators, 'operatorOf'>;
  fingerprints: Fingerprints;
  privateFiles: Files;
}

export const REVIEW_QUEUES: readonly QueueCounter[] = [
  { name: 'verifications', permission: 'identity:verification:read', count: countWaiting },
];

const TAGS = ['verifications'];

export function reviewRoutes(app: HttpApp, deps: ReviewDeps): void {
  readRoutes(app, deps);
  photoRoutes(app, deps);
  actRoutes(app, deps);
}

function readRoutes(app: HttpApp, { pool, secrets, operators }: ReviewDeps): void {
  const config = operatorRoute('list', 'identity:verification:read');
  app.get(
    PATHS.reviews,
    { config, schema: { tags: TAGS, querystring: reviewsQuery, response: { 200: envelopeOf(reviewsView) } } },
    async (request) => {
      const { operatorId } = operators.operatorOf(request);
      const { status = 'pending', taken, username, cursor, limit = PAGE_LIMIT_DEFAULT } = request.query;
      const filter = { status, taken, username, operatorId, cursor: cursorId(cursor), limit: limit + 1 };
      const rows = await selectReviews(pool, filter);
      const page = rows.slice(0, limit);
      return ok({
        items: page.map((row) => reviewItemView(row, operatorId)),
        nextCursor: rows.length > limit ? (page.at(-1)?.id.toString() ?? null) : null,
        waiting: await countWaiting(pool),
      });
    },
  );

  app.get(
    patternOf(PATHS.review, 'id'),
    { config, schema: { tags: TAGS, params: reviewParams, response: { 200: envelopeOf(reviewSchema) } } },
    async (request) => {
      const acting = operators.operatorOf(request);
      const row = await requireReview(pool, request.params.id);
      const found = {
        context: await selectContext(pool, row.memberId),
        others: await selectOthers(pool, row),
        duplicates: await selectDuplicates(pool, row),
      };
      await writeView(pool, acting, row, 'papers');
      return ok(reviewView(row, found, { operatorId: acting.operatorId, sealKey: secrets.seal }));
    },
  );
}

function photoRoutes(app: HttpApp, { pool, secrets, operators, privateFiles }: ReviewDeps): void {
  for (const side of ['front', 'back'] as const) {
    app.get(
      patternOf((id) => PATHS.reviewPhoto(id, side), 'id'),
      {
        config: operatorRoute('list', 'identity:verification:read'),
        schema: { tags: TAGS, params: reviewParams },
      },
      async (request, reply) => {
        const row = await requireReview(pool, request.params.id);
        await writeView(pool, operators.operatorOf(request), row, side);
        const id = side === 'front' ? row.frontFile : row.backFile;
        const photo = await openFile({ privateFiles, sealKey: secrets.seal }, { id, purpose: 'identity' });
        if (photo === null) throw new Refused('PHOTO_NOT_FOUND');
        const plain: FastifyReply = reply;
        return await plain.type('image/jpeg').send(photo);
      },
    );
  }
}

function actRoutes(app: HttpApp, deps: ReviewDeps): void {
  for (const [act, body] of [
    ['take', reviewActBody],
    ['release', reviewActBody],
    ['verify', reviewActBody],
    ['reject', reviewRejectBody],
  ] as const) {
    const command = reviewSubmission(act);
    app.post(
      patternOf((id) => PATHS.reviewAct(id, act), 'id'),
      {
        config: operatorRoute('change', 'identity:verification:review'),
        schema: { tags: TAGS, params: reviewParams, body, response: { 200: envelopeOf(reviewSchema) } },
      },
      async (request) => {
        const input = { ...request.body, id: BigInt(request.params.id) };
        await carryOut(deps, request, command, input);
        return ok(await readAgain(deps, request, input.id));
      },
    );
  }
}

async function carryOut(
  { pool, operators, fingerprints }: ReviewDeps,
  request: HttpRequest,
  command: ReturnType<typeof reviewSubmission>,
  input: Review,
): Promise<void> {
  const memberId = await selectOwner(pool, input.id);
  if (memberId === undefined) throw new Refused('VERIFICATION_NOT_FOUND');
  const { operatorId, session } = operators.operatorOf(request);
  const key = header(request, 'idempotency-key') === undefined ? undefined : requireIdempotencyKey(request);
  const fingerprint = fingerprints.of({ ...input, id: input.id.toString() });
  const outcome = await runCommand(pool, command, { memberId, operatorId, session, key, fingerprint, input });
  if (!outcome.ok) throw new Refused(outcome.error);
  if (!outcome.value.ok) throw new Refused(outcome.value.error);
}

/** The submission as it is after an act. */
async function readAgain({ pool, secrets, operators }: ReviewDeps, request: HttpRequest, id: bigint) {
  const row = await requireReview(pool, id.toString());
  const found = {
    context: await selectContext(pool, row.memberId),
    others: await selectOthers(pool, row),
    duplicates: await selectDuplicates(pool, row),
  };
  const { operatorId } = operators.operatorOf(request);
  return reviewView(row, found, { operatorId, sealKey: secrets.seal });
}

async function requireReview(pool: Pool, id: string): Promise<ReviewRow> {
  const row = await selectReview(pool, BigInt(id));
  if (row === undefined) throw new Refused('VERIFICATION_NOT_FOUND');
  return row;
}

async function writeView(pool: Pool, acting: Acting, row: ReviewRow, what: 'papers' | 'front' | 'back') {
  await recordLook(pool, acting, {
    command: 'console/verifications/view',
    subjectType: 'verification',
    subjectId: row.id.toString(),
    detail: { what },
  });
}

/** The cursor of the queue is the id of the last submission seen. */
function cursorId(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,18}$/.test(cursor)) throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
  return BigInt(cursor);
}
