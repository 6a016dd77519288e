import * as calls from '@candor/contract/calls/console/support';
import { on, serve } from '../../../platform/http/serve.ts';
import type { Answered, Call } from '../../../platform/http/serve.ts';
import { cursorLike, cursorNumber, pageOf } from '../../../platform/http/paging.ts';
import { permits } from '@candor/domain/identity/permission';
import { areServiceHours } from '@candor/domain/support/service-hours';
import type { Pool } from '../../../platform/db/pool.ts';
import { Refused } from '../../../platform/http/http-app.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { recordActs } from '../../../services/commands/audit-store.ts';
import { recordLook } from '../../../services/commands/record-look.ts';
import type { Files } from '../../../services/files/files.ts';
import { openFile } from '../../../services/files/sealed-files.ts';
import { asOperator } from '../../../services/operators/acting-store.ts';
import type { Acting } from '../../../services/operators/acting-store.ts';
import type { ReadArchivedOrder } from '../../../services/order-archive/read-archived-order.ts';
import type { Operators } from '../../../services/operators/operators.ts';
import type { QueueCounter } from '../../../services/operators/queue-counter.ts';
import type { Secrets } from '../../../services/secrets/secrets.ts';
import type { Site } from '../../../services/site/site.ts';
import { insertHours, selectHours } from '../hours-store.ts';
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
  readArchivedOrder: ReadArchivedOrder;
  privateFiles: Files;
}

const READ = 'support:desk:read';
const ANSWER = 'support:desk:answer';

export const SUPPORT_QUEUES: readonly QueueCounter[] = [{ name: 'support', permission: READ, count: countWaiting }];

export function supportOperatorRoutes(app: HttpApp, deps: SupportOperatorDeps): void {
  readRoutes(app, deps);
  actRoutes(app, deps);
  pictureRoute(app, deps);
  cannedRoutes(app, deps);
  hoursRoutes(app, deps);
}

function readRoutes(app: HttpApp, deps: SupportOperatorDeps): void {
  serve(app, deps, [
    on(calls.listConversations, listConversations),
    on(calls.listConversationMessages, listConversationMessages),
    on(calls.listSupportOperators, listSupportOperators),
  ]);
}

async function listConversations(
  { query, request }: Call<typeof calls.listConversations>,
  { pool, operators }: SupportOperatorDeps,
): Promise<Answered<typeof calls.listConversations>> {
  const { operatorId } = operators.operatorOf(request);
  const { queue = 'all', q } = query;
  const filter = { queue, q, operatorId, after: placeOf(query.cursor) };
  const page = await pageOf({
    paging: query,
    read: async (limit) => await selectConversations(pool, { ...filter, limit }),
    view: conversationView,
    cursorOf: ({ place }) => place,
  });
  const { unassigned, mine, all } = await countQueues(pool, operatorId);
  return {
    ...page,
    counts: { unassigned: Number(unassigned), mine: Number(mine), all: Number(all) },
  };
}

async function listConversationMessages(
  { params, query }: Call<typeof calls.listConversationMessages>,
  { pool, site, readArchivedOrder }: SupportOperatorDeps,
): Promise<Answered<typeof calls.listConversationMessages>> {
  const conversation = await requireConversation(pool, params.id);
  const filter = { of: { conversationId: conversation.id }, beforeId: cursorNumber(query.cursor) };
  const page = await pageOf({
    paging: query,
    read: async (limit) => await selectMessages(pool, readArchivedOrder, { ...filter, limit }),
    view: (row) => operatorMessageView(row, conversation.id, site.currency),
    cursorOf: ({ id }) => id,
  });
  return {
    ...page,
    conversation: conversationView(conversation),
    personRead: conversation.personRead.toString(),
    deskRead: conversation.deskRead.toString(),
  };
}

async function listSupportOperators(
  _: Call<typeof calls.listSupportOperators>,
  { pool }: SupportOperatorDeps,
): Promise<Answered<typeof calls.listSupportOperators>> {
  return await answering(pool);
}

/** Operators who may answer. */
async function answering(pool: Pool): Promise<{ id: string; username: string }[]> {
  return (await selectOperators(pool))
    .filter(({ permissions }) => permits(permissions, ANSWER))
    .map(({ id, username }) => ({ id: id.toString(), username }));
}

function actRoutes(app: HttpApp, deps: SupportOperatorDeps): void {
  serve<ActParts>(app, actParts(deps), [
    on(calls.answerConversation, answerConversation),
    on(calls.markConversationRead, markConversationRead),
    on(calls.assignConversation, assignConversation),
    on(calls.takeConversation, takeConversation),
    on(calls.closeConversation, closeConversation),
    on(calls.reopenConversation, reopenConversation),
  ]);
}

function actParts(deps: SupportOperatorDeps) {
  const { pool } = deps;
  const act = async (id: string, acting: Acting, what: Act) => {
    const done = await changeConversation(pool, { id: BigInt(id), acting, act: what });
    if (!done.ok) throw new Refused(done.error);
    return null;
  };
  return { ...deps, act };
}

type ActParts = ReturnType<typeof actParts>;

async function takeConversation(
  { params, request }: Call<typeof calls.takeConversation>,
  { operators, act }: ActParts,
): Promise<Answered<typeof calls.takeConversation>> {
  return await act(params.id, operators.operatorOf(request), { kind: 'take' });
}

async function closeConversation(
  { params, request }: Call<typeof calls.closeConversation>,
  { operators, act }: ActParts,
): Promise<Answered<typeof calls.closeConversation>> {
  return await act(params.id, operators.operatorOf(request), { kind: 'close' });
}

async function reopenConversation(
  { params, request }: Call<typeof calls.reopenConversation>,
  { operators, act }: ActParts,
): Promise<Answered<typeof calls.reopenConversation>> {
  return await act(params.id, operators.operatorOf(request), { kind: 'reopen' });
}

async function answerConversation(
  { params, body, key, request }: Call<typeof calls.answerConversation>,
  { operators, act }: ActParts,
): Promise<Answered<typeof calls.answerConversation>> {
  return await act(params.id, operators.operatorOf(request), {
    kind: 'answer',
    text: body.text,
    key,
  });
}

async function markConversationRead(
  { params, body, request }: Call<typeof calls.markConversationRead>,
  { pool, operators }: ActParts,
): Promise<Answered<typeof calls.markConversationRead>> {
  const acting = operators.operatorOf(request);
  const upTo = BigInt(body.upTo);
  const done = await readConversation(pool, { id: BigInt(params.id), acting, upTo });
  if (!done.ok) throw new Refused(done.error);
  return null;
}

async function assignConversation(
  { params, body, request }: Call<typeof calls.assignConversation>,
  { pool, operators, act }: ActParts,
): Promise<Answered<typeof calls.assignConversation>> {
  const { operatorId } = body;
  if (operatorId !== null && !(await answering(pool)).some(({ id }) => id === operatorId))
    throw new Refused('OPERATOR_NOT_SUPPORT');
  return await act(params.id, operators.operatorOf(request), {
    kind: 'assign',
    operatorId: operatorId === null ? null : BigInt(operatorId),
  });
}

function pictureRoute(app: HttpApp, deps: SupportOperatorDeps): void {
  serve(app, deps, [on(calls.readConversationPicture, readConversationPicture)]);
}

async function readConversationPicture(
  { params, request, reply }: Call<typeof calls.readConversationPicture>,
  { pool, secrets, operators, privateFiles }: SupportOperatorDeps,
): Promise<Answered<typeof calls.readConversationPicture>> {
  const id = params.file.toLowerCase();
  const of = { conversationId: BigInt(params.id) };
  if (!(await selectPicture(pool, of, id))) throw new Refused('PHOTO_NOT_FOUND');
  // Looking at a member's picture is itself an act of operators, and is written down before it is sent.
  await recordLook(pool, operators.operatorOf(request), {
    command: 'console/support/picture',
    subjectType: 'conversation',
    subjectId: params.id,
    detail: { file: id },
  });
  const picture = await openFile({ privateFiles, sealKey: secrets.seal }, { id, purpose: 'supportPicture' });
  if (picture === null) throw new Refused('PHOTO_NOT_FOUND');
  return await reply.type('image/jpeg').send(picture);
}

function cannedRoutes(app: HttpApp, deps: SupportOperatorDeps): void {
  serve(app, deps, [on(calls.listCannedAnswers, listCannedAnswers), on(calls.saveCannedAnswer, saveCannedAnswer)]);
}

async function listCannedAnswers(
  _: Call<typeof calls.listCannedAnswers>,
  { pool }: SupportOperatorDeps,
): Promise<Answered<typeof calls.listCannedAnswers>> {
  return (await selectCanned(pool)).map(cannedView);
}

async function saveCannedAnswer(
  { params, body, request }: Call<typeof calls.saveCannedAnswer>,
  { pool, operators }: SupportOperatorDeps,
): Promise<Answered<typeof calls.saveCannedAnswer>> {
  const acting = operators.operatorOf(request);
  const { operatorId } = acting;
  const id = params.id.toLowerCase();
  await asOperator(pool, acting, async (db) => {
    if (!(await insertCanned(db, { ...body, id, operatorId }))) throw new Refused('CONVERSATION_CHANGED');
    const { version, isRemoved } = body;
    await recordActs(db, [
      {
        command: 'console/support/canned',
        subjectType: 'canned',
        subjectId: id,
        detail: { version: version + 1, isRemoved },
      },
    ]);
  });
  return null;
}

function hoursRoutes(app: HttpApp, deps: SupportOperatorDeps): void {
  serve<HoursParts>(app, hoursParts(deps), [
    on(calls.readSupportHours, readSupportHours),
    on(calls.changeSupportHours, changeSupportHours),
  ]);
}

function hoursParts(deps: SupportOperatorDeps) {
  const { pool, site } = deps;
  const view = async () => {
    const { at, ...row } = await selectHours(pool);
    return { ...row, at: iso(at), timeZone: site.timeZone };
  };
  return { ...deps, view };
}

type HoursParts = ReturnType<typeof hoursParts>;

async function readSupportHours(
  _: Call<typeof calls.readSupportHours>,
  { view }: HoursParts,
): Promise<Answered<typeof calls.readSupportHours>> {
  return await view();
}

async function changeSupportHours(
  { body, request }: Call<typeof calls.changeSupportHours>,
  { pool, operators, view }: HoursParts,
): Promise<Answered<typeof calls.changeSupportHours>> {
  const acting = operators.operatorOf(request);
  const { operatorId } = acting;
  const { version, hours } = body;
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
}

async function requireConversation(pool: Pool, id: string): Promise<ConversationRow> {
  const row = await selectConversation(pool, BigInt(id));
  if (row === undefined) throw new Refused('CONVERSATION_NOT_FOUND');
  return row;
}

/** Below what a column of the type bigint takes. */
const PLACE_MAX = 9_000_000_000_000_000_000n;

/** The cursor of the queue is the place of the last conversation seen. */
function placeOf(cursor: string | undefined): bigint | undefined {
  return cursorLike(cursor, /^[1-9]\d{0,18}$/, (text) => (BigInt(text) > PLACE_MAX ? undefined : BigInt(text)));
}
