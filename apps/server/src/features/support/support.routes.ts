import * as calls from '@candor/contract/calls/support';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { serviceAt } from '@candor/domain/support/service-hours';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import type { PublicAnswers } from '../../platform/http/public-answers.ts';
import { cursorNumber } from '../../platform/http/paging.ts';
import { postgresLimit } from '../../platform/http/rate-limit.ts';
import { earlierAnswers, runCommand } from '../../services/commands/run-commands.ts';
import type { Files } from '../../services/files/files.ts';
import { DOCUMENT_SIZE } from '../../services/files/image-size.ts';
import type { Images } from '../../services/files/images.ts';
import { openFile } from '../../services/files/sealed-files.ts';
import { pictureHash, storePicture } from '../../services/files/store-picture.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { Secrets } from '../../services/secrets/secrets.ts';
import type { ReadArchivedOrder } from '../../services/order-archive/read-archived-order.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import type { Site } from '../../services/site/site.ts';
import { postMessage } from './post-message.ts';
import { selectAnswering } from './answering-store.ts';
import { selectHours } from './hours-store.ts';
import { selectMarks, selectOwnOrders, selectPicture, updatePersonRead } from './support-store.ts';
import { readMessages } from './read-messages.ts';

/**
 * What members write to the site, and the answers they get. A message about an order is a dispute and is answered by a
 * check of its receipt (check-disputes.ts). Nothing here can change an order: orders are only read.
 */
export interface SupportDeps {
  pool: Pool;
  clock: Clock;
  site: Site;
  sessions: Sessions;
  readArchivedOrder: ReadArchivedOrder;
  fingerprints: Fingerprints;
  answers: PublicAnswers;
  privateFiles: Files;
  images: Images;
  secrets: Pick<Secrets, 'seal'>;
}
const MESSAGES = { name: 'support', points: 10, durationSec: 60 };
const PICTURES = { name: 'support-picture', points: 20, durationSec: 86_400 };
const SERVICE_POINTS = 4;
/** Looking at the newest messages costs more than the hours alone. */
const SERVICE_KEPT_MS = 10_000;

export function supportRoutes(app: HttpApp, deps: SupportDeps): void {
  serviceRoute(app, deps);
  messageRoutes(app, deps);
  pictureRoutes(app, deps);
}

/** The same for everybody: whether operators answer now. */
function serviceRoute(app: HttpApp, deps: SupportDeps): void {
  serve(app, deps, [on(calls.readService, readService)]);
}

async function readService(
  { request, reply }: Call<typeof calls.readService>,
  { pool, clock, site, answers }: SupportDeps,
): Promise<Answered<typeof calls.readService>> {
  return await answers.send(request, reply, {
    key: 'support/service',
    points: SERVICE_POINTS,
    keptMs: () => SERVICE_KEPT_MS,
    make: async () => {
      const [{ hours }, answering] = await Promise.all([selectHours(pool), selectAnswering(pool)]);
      const { isOpen, changesAtMs } = serviceAt(hours, site.timeZone, clock.now());
      const changesAt = changesAtMs === null ? null : new Date(changesAtMs).toISOString();
      return { isOpen, ...answering, changesAt, hours, timeZone: site.timeZone };
    },
  });
}

function messageRoutes(app: HttpApp, deps: SupportDeps): void {
  serve(app, messageParts(deps), [
    on(calls.listMessages, listMessages),
    on(calls.sendMessage, sendMessage),
    on(calls.markMessagesRead, markMessagesRead),
  ]);
}

function messageParts(deps: SupportDeps) {
  const limit = postgresLimit(deps.pool, MESSAGES);
  const post = postMessage(deps);
  return { ...deps, limit, post };
}

type MessageParts = ReturnType<typeof messageParts>;

async function listMessages(
  { query, request }: Call<typeof calls.listMessages>,
  deps: MessageParts,
): Promise<Answered<typeof calls.listMessages>> {
  const of = { memberId: deps.sessions.memberOf(request).memberId };
  const filter = { of, orderId: query.order, beforeId: cursorNumber(query.cursor) };
  return await readMessages(deps, deps.site.currency, filter, query);
}

async function sendMessage(
  { body, key, request }: Call<typeof calls.sendMessage>,
  { pool, sessions, fingerprints, readArchivedOrder, limit, post }: MessageParts,
): Promise<Answered<typeof calls.sendMessage>> {
  const { memberId } = sessions.memberOf(request);
  await limit.take(memberId.toString());
  // Ids are stored as Postgres writes them; callers may send capital letters.
  const { text, orderId } = body;
  const fingerprint = fingerprints.of(body);
  const input = { text, orderId: orderId?.toLowerCase() };
  // A file is waited for here, before a connection is held and the member locked; the command finds it read.
  if (input.orderId !== undefined)
    await selectOwnOrders(pool, readArchivedOrder, [{ memberId, orderId: input.orderId }]);
  const posted = await runCommand(pool, post, { memberId, key, fingerprint, input });
  if (!posted.ok) throw new Refused(posted.error);
  if (!posted.value.ok) throw new Refused(posted.value.error);
  return posted.value.value;
}

async function markMessagesRead(
  { body, request }: Call<typeof calls.markMessagesRead>,
  { pool, sessions }: MessageParts,
): Promise<Answered<typeof calls.markMessagesRead>> {
  const of = { memberId: sessions.memberOf(request).memberId };
  await updatePersonRead(pool, of, BigInt(body.upTo));
  return { unread: Number((await selectMarks(pool, of)).unread) };
}

function pictureRoutes(app: HttpApp, deps: SupportDeps): void {
  serve(app, pictureParts(deps), [on(calls.sendPicture, sendPicture), on(calls.readPicture, readPicture)]);
}

function pictureParts(deps: SupportDeps) {
  const { pool, secrets } = deps;
  const sealKey = secrets.seal;
  const limit = postgresLimit(pool, PICTURES);
  const post = postMessage(deps, 'support/pictures');
  return { ...deps, sealKey, limit, post };
}

type PictureParts = ReturnType<typeof pictureParts>;

async function sendPicture(
  { body, key, request }: Call<typeof calls.sendPicture>,
  { pool, sessions, fingerprints, privateFiles, images, sealKey, limit, post }: PictureParts,
): Promise<Answered<typeof calls.sendPicture>> {
  const { memberId } = sessions.memberOf(request);
  const { picture } = body;
  const call = { memberId, key, fingerprint: fingerprints.of({ picture: await pictureHash(picture) }) };
  // A retry of a call that was carried out finds its answer, and stores no picture a second time.
  const [earlier] = await earlierAnswers(pool, post, [{ ...call, input: {} }]);
  if (earlier === undefined) await limit.take(memberId.toString());
  const stored =
    earlier === undefined
      ? await storePicture(
          { pool, privateFiles, sealKey, images },
          { memberId, purpose: 'supportPicture', file: picture, size: DOCUMENT_SIZE },
        )
      : undefined;
  if (stored?.ok === false) throw new Refused(stored.error, { fields: { picture: stored.error } });
  const posted = await runCommand(pool, post, { ...call, input: { fileId: stored?.value } });
  if (!posted.ok) throw new Refused(posted.error);
  if (!posted.value.ok) throw new Refused(posted.value.error);
  return posted.value.value;
}

async function readPicture(
  { params, request, reply }: Call<typeof calls.readPicture>,
  { pool, sessions, privateFiles, sealKey }: PictureParts,
): Promise<Answered<typeof calls.readPicture>> {
  const of = { memberId: sessions.memberOf(request).memberId };
  const id = params.id.toLowerCase();
  const picture = (await selectPicture(pool, of, id))
    ? await openFile({ privateFiles, sealKey }, { id, purpose: 'supportPicture' })
    : null;
  if (picture === null) throw new Refused('PHOTO_NOT_FOUND');
  return await reply.type('image/jpeg').send(picture);
}
