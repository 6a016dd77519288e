import type { FastifyReply } from 'fastify';
import * as calls from '@candor/contract/calls/console/verification';
import type { ReviewsView, ReviewView } from '@candor/contract/verification';
import type { ReviewAction } from '@candor/domain/identity/verification';
import type { Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import { cursorNumber, pageOf } from '../../platform/http/paging.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Call } from '../../platform/http/serve.ts';
import { recordLook } from '../../services/commands/record-look.ts';
import { runCommand } from '../../services/commands/run-commands.ts';
import type { Files } from '../../services/files/files.ts';
import { openFile } from '../../services/files/sealed-files.ts';
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

export function reviewRoutes(app: HttpApp, deps: ReviewDeps): void {
  serve(app, deps, [
    on(calls.listReviews, listReviews),
    on(calls.readReview, readReview),
    on(calls.readFrontPhoto, readFrontPhoto),
    on(calls.readBackPhoto, readBackPhoto),
    on(calls.takeReview, takeReview),
    on(calls.releaseReview, releaseReview),
    on(calls.verifyIdentity, verifyIdentity),
    on(calls.rejectVerification, rejectVerification),
  ]);
}

async function listReviews(
  { query, request }: Call<typeof calls.listReviews>,
  { pool, operators }: ReviewDeps,
): Promise<ReviewsView> {
  const { operatorId } = operators.operatorOf(request);
  const { status = 'pending', taken, username } = query;
  const filter = { status, taken, username, operatorId, cursor: cursorNumber(query.cursor) };
  const page = await pageOf({
    paging: query,
    read: async (limit) => await selectReviews(pool, { ...filter, limit }),
    view: (row) => reviewItemView(row, operatorId),
    cursorOf: ({ id }) => id,
  });
  return { ...page, waiting: await countWaiting(pool) };
}

async function readReview({ params, request }: Call<typeof calls.readReview>, deps: ReviewDeps): Promise<ReviewView> {
  const row = await requireReview(deps.pool, params.id);
  const view = await viewOf(deps, request, row);
  await writeView(deps.pool, deps.operators.operatorOf(request), row, 'papers');
  return view;
}

async function readFrontPhoto(call: Call<typeof calls.readFrontPhoto>, deps: ReviewDeps): Promise<FastifyReply> {
  return await photo(call, deps, 'front');
}

async function readBackPhoto(call: Call<typeof calls.readBackPhoto>, deps: ReviewDeps): Promise<FastifyReply> {
  return await photo(call, deps, 'back');
}

async function photo(
  { params, request, reply }: Call<typeof calls.readFrontPhoto>,
  { pool, secrets, operators, privateFiles }: ReviewDeps,
  side: 'front' | 'back',
): Promise<FastifyReply> {
  const row = await requireReview(pool, params.id);
  await writeView(pool, operators.operatorOf(request), row, side);
  const id = side === 'front' ? row.frontFile : row.backFile;
  const picture = await openFile({ privateFiles, sealKey: secrets.seal }, { id, purpose: 'identity' });
  if (picture === null) throw new Refused('PHOTO_NOT_FOUND');
  return await reply.type('image/jpeg').send(picture);
}

async function takeReview(call: Call<typeof calls.takeReview>, deps: ReviewDeps): Promise<ReviewView> {
  return await act(call, deps, 'take');
}

async function releaseReview(call: Call<typeof calls.releaseReview>, deps: ReviewDeps): Promise<ReviewView> {
  return await act(call, deps, 'release');
}

async function verifyIdentity(call: Call<typeof calls.verifyIdentity>, deps: ReviewDeps): Promise<ReviewView> {
  return await act(call, deps, 'verify');
}

async function rejectVerification(call: Call<typeof calls.rejectVerification>, deps: ReviewDeps): Promise<ReviewView> {
  return await act(call, deps, 'reject');
}

type Act = Pick<Call<typeof calls.takeReview | typeof calls.rejectVerification>, 'params' | 'body' | 'request' | 'key'>;

/** Carries an act out, and answers the submission as it is then. */
async function act(call: Act, deps: ReviewDeps, action: ReviewAction): Promise<ReviewView> {
  const { params, body, request } = call;
  await carryOut(deps, call, reviewSubmission(action), { ...body, id: BigInt(params.id) });
  return await viewOf(deps, request, await requireReview(deps.pool, params.id));
}

async function carryOut(
  { pool, operators, fingerprints }: ReviewDeps,
  call: Act,
  command: ReturnType<typeof reviewSubmission>,
  input: Review,
): Promise<void> {
  const memberId = await selectOwner(pool, input.id);
  if (memberId === undefined) throw new Refused('VERIFICATION_NOT_FOUND');
  const { operatorId, session } = operators.operatorOf(call.request);
  const { key } = call;
  const fingerprint = fingerprints.of({ ...input, id: input.id.toString() });
  const outcome = await runCommand(pool, command, { memberId, operatorId, session, key, fingerprint, input });
  if (!outcome.ok) throw new Refused(outcome.error);
  if (!outcome.value.ok) throw new Refused(outcome.value.error);
}

async function viewOf(
  { pool, secrets, operators }: ReviewDeps,
  request: HttpRequest,
  row: ReviewRow,
): Promise<ReviewView> {
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
