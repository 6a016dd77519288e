import { envelopeOf } from '@candor/contract/envelope';
import { IMAGE_BYTES_MAX, PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import { PATHS, patternOf } from '@candor/contract/routes';
import {
  serviceView,
  supportBody,
  supportMessage,
  supportPictureBody,
  supportPictureParams,
  supportQuery,
  supportReadBody,
  supportReadView,
  supportView,
} from '@candor/contract/support';
import { serviceAt } from '@candor/domain/support/service-hours';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { header, ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { memberRoute, moneyRoute, publicRoute } from '../../platform/http/route-cost.ts';
import type { PublicAnswers } from '../../platform/http/public-answers.ts';
import { postgresLimit } from '../../platform/http/rate-limit.ts';
import { earlierAnswers, runCommand } from '../../services/commands/run-commands.ts';
import type { Files } from '../../services/files/files.ts';
import { DOCUMENT_SIZE } from '../../services/files/image-size.ts';
import type { Images } from '../../services/files/images.ts';
import { openFile } from '../../services/files/sealed-files.ts';
import { pictureHash, storePicture } from '../../services/files/store-picture.ts';
import { requireIdempotencyKey } from '../../services/idempotency/idempotency.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { Secrets } from '../../services/secrets/secrets.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import type { Site } from '../../services/site/site.ts';
import { postMessage } from './post-message.ts';
import { selectHours } from './hours-store.ts';
import { selectMarks, selectMessages, selectPicture, updatePersonRead } from './support-store.ts';
import { pageView } from './support-view.ts';

/**
 * What members write to the site, and the answers they get. A message about an order is a dispute and is answered by a
 * check of its receipt (check-disputes.ts). Nothing here can change an order: orders are only read.
 */
export interface SupportDeps {
  pool: Pool;
  clock: Clock;
  site: Site;
  sessions: Sessions;
  fingerprints: Fingerprints;
  answers: PublicAnswers;
  privateFiles: Files;
  images: Images;
  secrets: Pick<Secrets, 'seal'>;
}

const TAGS = ['support'];
const MESSAGES = { name: 'support', points: 10, durationSec: 60 };
const PICTURES = { name: 'support-picture', points: 20, durationSec: 86_400 };
const SERVICE_POINTS = 4;

export function supportRoutes(app: HttpApp, deps: SupportDeps): void {
  serviceRoute(app, deps);
  messageRoutes(app, deps);
  pictureRoutes(app, deps);
}

/** The same for everybody: whether operators answer now. */
function serviceRoute(app: HttpApp, { pool, clock, site, answers }: SupportDeps): void {
  app.get(
    PATHS.supportService,
    { config: publicRoute('memory'), schema: { tags: TAGS, response: { 200: envelopeOf(serviceView) } } },
    async (request, reply) => {
      const plain: FastifyReply = reply;
      return await answers.send(request, plain, {
        key: 'support/service',
        points: SERVICE_POINTS,
        make: async () => {
          const { hours } = await selectHours(pool);
          const { isOpen, changesAtMs } = serviceAt(hours, site.timeZone, clock.now());
          const changesAt = changesAtMs === null ? null : new Date(changesAtMs).toISOString();
          return { isOpen, changesAt, hours, timeZone: site.timeZone };
        },
      });
    },
  );
}

function messageRoutes(app: HttpApp, { pool, site, sessions, fingerprints }: SupportDeps): void {
  const member = { config: memberRoute('list') };
  const change = { ...member, config: memberRoute('change') };
  const limit = postgresLimit(pool, MESSAGES);
  const post = postMessage(site);

  app.get(
    PATHS.supportMessages,
    { ...member, schema: { tags: TAGS, querystring: supportQuery, response: { 200: envelopeOf(supportView) } } },
    async (request) => {
      const of = { memberId: sessions.memberOf(request).memberId };
      const { query } = request;
      const size = query.limit ?? PAGE_LIMIT_DEFAULT;
      const beforeId = cursorId(query.cursor);
      const rows = await selectMessages(pool, { of, orderId: query.order, beforeId, limit: size + 1 });
      return ok(pageView(rows, size, site.currency, await selectMarks(pool, of)));
    },
  );

  app.post(
    PATHS.supportMessages,
    {
      ...member,
      config: moneyRoute('change'),
      schema: { tags: TAGS, body: supportBody, response: { 200: envelopeOf(supportMessage) } },
    },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const key = header(request, 'idempotency-key') === undefined ? undefined : requireIdempotencyKey(request);
      await limit.take(memberId.toString());
      // Ids are stored as Postgres writes them; callers may send capital letters.
      const { text, orderId } = request.body;
      const fingerprint = fingerprints.of(request.body);
      const posted = await runCommand(pool, post, {
        memberId,
        key,
        fingerprint,
        input: { text, orderId: orderId?.toLowerCase() },
      });
      if (!posted.ok) throw new Refused(posted.error);
      if (!posted.value.ok) throw new Refused(posted.value.error);
      return ok(posted.value.value);
    },
  );

  app.post(
    PATHS.supportRead,
    { ...change, schema: { tags: TAGS, body: supportReadBody, response: { 200: envelopeOf(supportReadView) } } },
    async (request) => {
      const of = { memberId: sessions.memberOf(request).memberId };
      await updatePersonRead(pool, of, BigInt(request.body.upTo));
      return ok({ unread: Number((await selectMarks(pool, of)).unread) });
    },
  );
}

function pictureRoutes(app: HttpApp, deps: SupportDeps): void {
  const { pool, site, sessions, fingerprints, privateFiles, images, secrets } = deps;
  const sealKey = secrets.seal;
  const limit = postgresLimit(pool, PICTURES);
  const post = postMessage(site, 'support/pictures');

  app.post(
    PATHS.supportPictures,
    {
      config: { ...moneyRoute('upload'), upload: { files: 1, fields: 0, fileBytes: IMAGE_BYTES_MAX } },
      schema: {
        tags: TAGS,
        consumes: ['multipart/form-data'],
        body: supportPictureBody,
        response: { 200: envelopeOf(supportMessage) },
      },
    },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const key = requireIdempotencyKey(request);
      const { picture } = request.body;
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
      return ok(posted.value.value);
    },
  );

  app.get(
    patternOf(PATHS.supportPicture, 'id'),
    { config: memberRoute('lookup'), schema: { tags: TAGS, params: supportPictureParams } },
    async (request, reply) => {
      const of = { memberId: sessions.memberOf(request).memberId };
      const id = request.params.id.toLowerCase();
      const picture = (await selectPicture(pool, of, id))
        ? await openFile({ privateFiles, sealKey }, { id, purpose: 'supportPicture' })
        : null;
      if (picture === null) throw new Refused('PHOTO_NOT_FOUND');
      const plain: FastifyReply = reply;
      return await plain.type('image/jpeg').send(picture);
    },
  );
}

/** The cursor of the messages is the id of the last message seen. */
export function cursorId(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,18}$/.test(cursor)) throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
  return BigInt(cursor);
}
