import type { FastifyReply } from 'fastify';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import {
  answerBody,
  assignBody,
  cannedBody,
  cannedListView,
  cannedParams,
  conversationActBody,
  conversationMessagesQuery,
  conversationMessagesView,
  conversationParams,
  conversationPictureParams,
  conversationsQuery,
  conversationsView,
  operatorReadBody,
  hoursBody,
  hoursView,
  supportOperatorsView,
} from '@candor/contract/console-support';
import { envelopeOf } from '@candor/contract/envelope';
import { PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import { patternOf } from '@candor/contract/routes';
import { permits } from '@candor/domain/identity/permission';
import { areServiceHours } from '@candor/domain/support/service-hours';
import * as z from 'zod/mini';
import type { Pool } from '../../../platform/db/pool.ts';
import { ok, Refused } from '../../../platform/http/http-app.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { operatorRoute } from '../../../platform/http/route-cost.ts';
import { recordActs } from '../../../services/commands/audit-store.ts';
import { recordLook } from '../../../services/commands/record-look.ts';
import type { Files } from '../../../services/files/files.ts';
import { openFile } from '../../../services/files/sealed-files.ts';
import { requireIdempotencyKey } from '../../../services/idempotency/idempotency.ts';
import { asOperator } from '../../../services/operators/acting-store.ts';
import type { Acting } from '../../../services/operators/acting-store.ts';
import type { Operators } from '../../../services/operators/operators.ts';
import type { QueueCounter } from '../../../services/operators/queue-counter.ts';
import type { Secrets } from '../../../services/secrets/secrets.ts';
import type { Site } from '../../../services/site/site.ts';
import { insertHours, selectHours } from '../hours-store.ts';
import { cursorId } from '../support.routes.ts';
import { selectMessages, selectPicture } from '../support-store.ts';
import { insertCanned, selectCanned } from './canned-store.ts';
import { changeConversation, readConversation } from './change-conversation.ts';
import type { Act } from './change-conversation.ts';
import {
  countQueues,
  countWaiting,
  selectConversation,
  selectConversations,
  selectOperators,
} from './conversation-store.ts';
import type { ConversationRow } from './conversation-store.ts';
import { cannedView, conversationView, operatorMessageView, iso } from './operator-view.ts';

/**
 * Support in the console. Served by the role console alone. An operator reads and answers, and has no way to change or delete a
 * message, or to write in the name of anybody else: the database refuses it. Every act, and every look at a picture, is in
 * the audit log.
 */
export interface SupportOperatorDeps {
  pool: Pool;
  site: Site;
  secrets: Pick<Secrets, 'seal'>;
  operators: Pick<Operators, 'operatorOf'>;
  privateFiles: Files;
}

const READ = 'support:desk:read';
const ANSWER = 'support:desk:answer';
const CANNED = 'support:canned:write';
const HOURS = 'support:hours:write';

export const SUPPORT_QUEUES: readonly QueueCounter[] = [{ name: 'support', permission: READ, count: countWaiting }];

const TAGS = ['support'];
const nothing = { 200: envelopeOf(z.null()) };

export function supportOperatorRoutes(app: HttpApp, deps: SupportOperatorDeps): void {
  readRoutes(app, deps);
  actRoutes(app, deps);
  pictureRoute(app, deps);
  cannedRoutes(app, deps);
  hoursRoutes(app, deps);
}

function readRoutes(app: HttpApp, { pool, site, operators }: SupportOperatorDeps): void {
  app.get(
    CONSOLE_PATHS.conversations,
    {
      config: operatorRoute('list', READ),
      schema: { tags: TAGS, querystring: conversationsQuery, response: { 200: envelopeOf(conversationsView) } },
    },
    async (request) => {
      const { operatorId } = operators.operatorOf(request);
      const { queue = 'all', q, cursor, limit = PAGE_LIMIT_DEFAULT } = request.query;
      const filter = { queue, q, operatorId, after: placeOf(cursor), limit: limit + 1 };
      const rows = await selectConversations(pool, filter);
      const page = rows.slice(0, limit);
      const { unassigned, mine, all } = await countQueues(pool, operatorId);
      return ok({
        items: page.map(conversationView),
        nextCursor: rows.length > limit ? (page.at(-1)?.place.toString() ?? null) : null,
        counts: { unassigned: Number(unassigned), mine: Number(mine), all: Number(all) },
      });
    },
  );

  app.get(
    patternOf(CONSOLE_PATHS.conversationMessages, 'id'),
    {
      config: operatorRoute('list', READ),
      schema: {
        tags: TAGS,
        params: conversationParams,
        querystring: conversationMessagesQuery,
        response: { 200: envelopeOf(conversationMessagesView) },
      },
    },
    async (request) => {
      const conversation = await requireConversation(pool, request.params.id);
      const { cursor, limit = PAGE_LIMIT_DEFAULT } = request.query;
      const of = { conversationId: conversation.id };
      const rows = await selectMessages(pool, { of, beforeId: cursorId(cursor), limit: limit + 1 });
      const page = rows.slice(0, limit);
      return ok({
        items: page.map((row) => operatorMessageView(row, conversation.id, site.currency)),
        nextCursor: rows.length > limit ? (page.at(-1)?.id.toString() ?? null) : null,
        conversation: conversationView(conversation),
        personRead: conversation.personRead.toString(),
        deskRead: conversation.deskRead.toString(),
      });
    },
  );

  app.get(
    CONSOLE_PATHS.supportOperators,
    {
      config: operatorRoute('list', READ),
      schema: { tags: TAGS, response: { 200: envelopeOf(supportOperatorsView) } },
    },
    async () => ok(await answering(pool)),
  );
}

/** Operators who may answer. */
async function answering(pool: Pool): Promise<{ id: string; username: string }[]> {
  return (await selectOperators(pool))
    .filter(({ permissions }) => permits(permissions, ANSWER))
    .map(({ id, username }) => ({ id: id.toString(), username }));
}

function actRoutes(app: HttpApp, { pool, operators }: SupportOperatorDeps): void {
  const config = operatorRoute('change', ANSWER);
  const schema = { tags: TAGS, params: conversationParams, response: nothing };
  const act = async (id: string, acting: Acting, what: Act) => {
    const done = await changeConversation(pool, { id: BigInt(id), acting, act: what });
    if (!done.ok) throw new Refused(done.error);
    return ok(null);
  };

  app.post(
    patternOf(CONSOLE_PATHS.conversationMessages, 'id'),
    { config, schema: { ...schema, body: answerBody } },
    async (request) => {
      const key = requireIdempotencyKey(request);
      return await act(request.params.id, operators.operatorOf(request), {
        kind: 'answer',
        text: request.body.text,
        key,
      });
    },
  );

  app.post(
    patternOf(CONSOLE_PATHS.conversationRead, 'id'),
    { config, schema: { ...schema, body: operatorReadBody } },
    async (request) => {
      const acting = operators.operatorOf(request);
      const upTo = BigInt(request.body.upTo);
      const done = await readConversation(pool, { id: BigInt(request.params.id), acting, upTo });
      if (!done.ok) throw new Refused(done.error);
      return ok(null);
    },
  );

  app.post(
    patternOf((id) => CONSOLE_PATHS.conversationAct(id, 'assign'), 'id'),
    { config, schema: { ...schema, body: assignBody } },
    async (request) => {
      const { operatorId } = request.body;
      if (operatorId !== null && !(await answering(pool)).some(({ id }) => id === operatorId))
        throw new Refused('OPERATOR_NOT_SUPPORT');
      return await act(request.params.id, operators.operatorOf(request), {
        kind: 'assign',
        operatorId: operatorId === null ? null : BigInt(operatorId),
      });
    },
  );

  for (const kind of ['take', 'close', 'reopen'] as const)
    app.post(
      patternOf((id) => CONSOLE_PATHS.conversationAct(id, kind), 'id'),
      { config, schema: { ...schema, body: conversationActBody } },
      async (request) => await act(request.params.id, operators.operatorOf(request), { kind }),
    );
}

function pictureRoute(app: HttpApp, { pool, secrets, operators, privateFiles }: SupportOperatorDeps): void {
  app.get(
    patternOf((file) => CONSOLE_PATHS.conversationPicture('CONVERSATION', file), 'file').replace('CONVERSATION', ':id'),
    { config: operatorRoute('list', READ), schema: { tags: TAGS, params: conversationPictureParams } },
    async (request, reply) => {
      const id = request.params.file.toLowerCase();
      const of = { conversationId: BigInt(request.params.id) };
      if (!(await selectPicture(pool, of, id))) throw new Refused('PHOTO_NOT_FOUND');
      // Looking at a member's picture is itself an act of operators, and is written down before it is sent.
      await recordLook(pool, operators.operatorOf(request), {
        command: 'console/support/picture',
        subjectType: 'conversation',
        subjectId: request.params.id,
        detail: { file: id },
      });
      const picture = await openFile({ privateFiles, sealKey: secrets.seal }, { id, purpose: 'supportPicture' });
      if (picture === null) throw new Refused('PHOTO_NOT_FOUND');
      const plain: FastifyReply = reply;
      return await plain.type('image/jpeg').send(picture);
    },
  );
}

function cannedRoutes(app: HttpApp, { pool, operators }: SupportOperatorDeps): void {
  const list = { tags: TAGS, response: { 200: envelopeOf(cannedListView) } };
  app.get(CONSOLE_PATHS.cannedAnswers, { config: operatorRoute('list', READ), schema: list }, async () =>
    ok((await selectCanned(pool)).map(cannedView)),
  );

  app.put(
    patternOf(CONSOLE_PATHS.cannedAnswer, 'id'),
    {
      config: operatorRoute('change', CANNED),
      schema: { tags: TAGS, params: cannedParams, body: cannedBody, response: nothing },
    },
    async (request) => {
      const acting = operators.operatorOf(request);
      const { operatorId } = acting;
      const id = request.params.id.toLowerCase();
      await asOperator(pool, acting, async (db) => {
        if (!(await insertCanned(db, { ...request.body, id, operatorId }))) throw new Refused('CONVERSATION_CHANGED');
        const { version, isRemoved } = request.body;
        await recordActs(db, [
          {
            command: 'console/support/canned',
            subjectType: 'canned',
            subjectId: id,
            detail: { version: version + 1, isRemoved },
          },
        ]);
      });
      return ok(null);
    },
  );
}

function hoursRoutes(app: HttpApp, { pool, site, operators }: SupportOperatorDeps): void {
  const schema = { tags: TAGS, response: { 200: envelopeOf(hoursView) } };
  const view = async () => {
    const { at, ...row } = await selectHours(pool);
    return ok({ ...row, at: iso(at), timeZone: site.timeZone });
  };
  app.get(CONSOLE_PATHS.supportHours, { config: operatorRoute('lookup', READ), schema }, view);

  app.put(
    CONSOLE_PATHS.supportHours,
    { config: operatorRoute('change', HOURS), schema: { ...schema, body: hoursBody } },
    async (request) => {
      const acting = operators.operatorOf(request);
      const { operatorId } = acting;
      const { version, hours } = request.body;
      if (!areServiceHours(hours))
        throw new Refused('SERVICE_HOURS_INVALID', { fields: { hours: 'SERVICE_HOURS_INVALID' } });
      await asOperator(pool, acting, async (db) => {
        if (!(await insertHours(db, { version, hours, operatorId }))) throw new Refused('CONVERSATION_CHANGED');
        await recordActs(db, [
          {
            command: 'console/support/hours',
            subjectType: 'hours',
            subjectId: (version + 1).toString(),
            detail: { hours: JSON.stringify(hours) },
          },
        ]);
      });
      return await view();
    },
  );
}

async function requireConversation(pool: Pool, id: string): Promise<ConversationRow> {
  const row = await selectConversation(pool, BigInt(id));
  if (row === undefined) throw new Refused('CONVERSATION_NOT_FOUND');
  return row;
}

/** The cursor of the queue is the place of the last conversation seen. */
function placeOf(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  if (!/^[1-9]\d{0,18}$/.test(cursor) || BigInt(cursor) > 9_000_000_000_000_000_000n)
    throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
  return BigInt(cursor);
}
