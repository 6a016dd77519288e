import * as calls from '@candor/contract/calls/support';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import { cursorNumber } from '../../platform/http/paging.ts';
import { pickLanguage } from '@candor/contract/languages';
import { VISITOR_HEADER, VISITOR_TOKEN } from '@candor/contract/support';
import type { Result } from '@candor/domain/result';
import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { limitAddress, networkOf } from '../../platform/http/client-address.ts';
import { header, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import { postgresAddressLimit, postgresLimit } from '../../platform/http/rate-limit.ts';
import type { Budgets } from '../../platform/http/route-cost.ts';
import { insertOutbox } from '../../services/outbox/outbox-store.ts';
import { hashToken } from '../../services/sessions/sessions.ts';
import type { ReadArchivedOrder } from '../../services/order-archive/read-archived-order.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import type { Site } from '../../services/site/site.ts';
import { readMessages } from './read-messages.ts';
import { selectMarks, selectMessage, updatePersonRead } from './support-store.ts';
import { messageView } from './support-view.ts';
import { countVisitors, findVisitor, insertVisitor, insertVisitorMessage, joinVisitor } from './visitor-store.ts';

/**
 * Customer service for whoever has no session. The device makes a secret of 256 bits and sends it with every call; that is
 * all there is to a visitor, so a conversation cannot be guessed or listed. A stranger may write texts only, no pictures,
 * and can be bounded only by address: hence the captcha before the first message, and bounds on conversations, messages
 * and time. Visitors poll; they have no live topic, so that a crowd of strangers holds no sockets.
 */
export interface VisitorDeps {
  pool: Pool;
  site: Site;
  sessions: Sessions;
  readArchivedOrder: ReadArchivedOrder;
  /** Takes the puzzle that the first message of a visitor came with, and charges for the call once it is solved. */
  takePuzzle: (request: HttpRequest, charge: () => void) => Promise<void>;
  budgets: Pick<Budgets, 'charge'>;
  /** Undefined when the captcha is switched off. */
  takeCaptcha:
    | ((answer: {
        uuid: string | undefined;
        code: string | undefined;
      }) => Promise<Result<unknown, 'CAPTCHA_WRONG' | 'CAPTCHA_EXPIRED'>>)
    | undefined;
}
const MESSAGES = { name: 'visitor', points: 6, durationSec: 60 };
const JOINS = { name: 'visitor-join', points: 10, durationSec: 3_600 };
const OF_ADDRESS = { name: 'visitor-address', points: 60, durationSec: 3_600 };
/** Conversations begun: a /48 begins no more than 80 a day. */
const BEGUN = { name: 'visitor-begun', points: 10, durationSec: 86_400 };
const CONVERSATIONS = { ofAddress: 5, ofNetwork: 40, all: 5_000, idleHours: 6 };
/** How long a count of the places is good for. */
const COUNTED_MS = 1_000;
const MESSAGES_MAX = 300;

export function visitorRoutes(app: HttpApp, deps: VisitorDeps): void {
  serve(app, visitorParts(deps), [
    on(calls.listVisitorMessages, listVisitorMessages),
    on(calls.sendVisitorMessage, sendVisitorMessage),
    on(calls.markVisitorMessagesRead, markVisitorMessagesRead),
  ]);
  joinRoute(app, deps);
}

function visitorParts(deps: VisitorDeps) {
  const { pool } = deps;
  const limit = postgresLimit(pool, MESSAGES);
  const addressLimit = postgresAddressLimit(pool, OF_ADDRESS);
  const begunLimit = postgresAddressLimit(pool, BEGUN);
  const isFull = createFullness(pool);
  return { ...deps, limit, addressLimit, begunLimit, isFull };
}

type VisitorParts = ReturnType<typeof visitorParts>;

async function listVisitorMessages(
  { query, request }: Call<typeof calls.listVisitorMessages>,
  { pool, site, readArchivedOrder }: VisitorParts,
): Promise<Answered<typeof calls.listVisitorMessages>> {
  const beforeId = cursorNumber(query.cursor);
  const conversationId = await findVisitor(pool, tokenOf(request));
  if (conversationId === undefined) return { items: [], nextCursor: null, unread: 0, deskRead: '0', isKnown: false };
  const filter = { of: { conversationId }, beforeId };
  return { ...(await readMessages({ pool, readArchivedOrder }, site.currency, filter, query)), isKnown: true };
}

async function sendVisitorMessage(
  { body, key, request }: Call<typeof calls.sendVisitorMessage>,
  {
    pool,
    site,
    takePuzzle,
    budgets,
    takeCaptcha,
    limit,
    addressLimit,
    begunLimit,
    isFull,
    readArchivedOrder,
  }: VisitorParts,
): Promise<Answered<typeof calls.sendVisitorMessage>> {
  const tokenHash = tokenOf(request);
  const { text, code, uuid } = body;
  const [address, network] = [limitAddress(request.ip), networkOf(request.ip)];
  const known = await findVisitor(pool, tokenHash);
  // While there is no place, a form costs two reads, one of them everybody's: it writes nothing and uses no captcha up.
  if (known === undefined && (await isFull())) {
    budgets.charge(request, 'change');
    throw new Refused('SUPPORT_CLOSED_TO_VISITORS');
  }
  // Only who begins a conversation is a stranger to it.
  if (known === undefined) await takePuzzle(request, () => budgets.charge(request, 'change'));
  else budgets.charge(request, 'change');
  await addressLimit.take(request.ip);
  await limit.take(tokenHash.toString('base64url'));
  if (known === undefined && takeCaptcha !== undefined) {
    const taken = code === undefined ? undefined : await takeCaptcha({ uuid, code });
    if (taken?.ok !== true) {
      const error = taken?.error ?? 'CAPTCHA_REQUIRED';
      throw new Refused(error, { fields: { code: error } });
    }
  }
  if (known === undefined) await begunLimit.take(request.ip);
  const language = pickLanguage(header(request, 'accept-language'));
  const view = await withTransaction(pool, async (db) => {
    const conversationId = known ?? (await insertVisitor(db, { tokenHash, address, network, language }, CONVERSATIONS));
    if (conversationId === undefined) throw new Refused('SUPPORT_CLOSED_TO_VISITORS');
    const id = await insertVisitorMessage(db, { conversationId, text, key }, MESSAGES_MAX);
    if (id === undefined) throw new Refused('SUPPORT_CLOSED_TO_VISITORS');
    return messageView(await selectMessage(db, readArchivedOrder, { conversationId }, id), site.currency);
  });
  return view;
}

async function markVisitorMessagesRead(
  { body, request }: Call<typeof calls.markVisitorMessagesRead>,
  { pool }: VisitorParts,
): Promise<Answered<typeof calls.markVisitorMessagesRead>> {
  const conversationId = await findVisitor(pool, tokenOf(request));
  if (conversationId === undefined) return { unread: 0 };
  await updatePersonRead(pool, { conversationId }, BigInt(body.upTo));
  return { unread: Number((await selectMarks(pool, { conversationId })).unread) };
}

/**
 * A visitor who logged in or registered brings their conversation along. The token is the only claim to it, so guesses are
 * bounded like those of a visitor; a member joins one conversation and no second one.
 */
function joinRoute(app: HttpApp, deps: VisitorDeps): void {
  serve(app, joinRouteParts(deps), [on(calls.joinVisitor, answerJoinVisitor)]);
}

function joinRouteParts(deps: VisitorDeps) {
  const { pool } = deps;
  const limit = postgresLimit(pool, JOINS);
  return { ...deps, limit };
}

type JoinRouteParts = ReturnType<typeof joinRouteParts>;

async function answerJoinVisitor(
  { request }: Call<typeof calls.joinVisitor>,
  { pool, sessions, limit }: JoinRouteParts,
): Promise<Answered<typeof calls.joinVisitor>> {
  const { memberId } = sessions.memberOf(request);
  const tokenHash = tokenOf(request);
  await limit.take(memberId.toString());
  await withTransaction(pool, async (db) => {
    const answer = await joinVisitor(db, memberId, tokenHash);
    if (answer === 'unknown') throw new Refused('VISITOR_CHAT_NOT_FOUND');
    if (answer === 'refused') throw new Refused('VISITOR_CHAT_REFUSED');
    await insertOutbox(db, [{ memberId, message: { type: 'support' } }]);
  });
  return { unread: Number((await selectMarks(pool, { memberId })).unread) };
}

/** Whether all places are taken. Counted once a second at most, for any number of callers. */
function createFullness(pool: Pool): () => Promise<boolean> {
  let counted = { atMs: Number.NEGATIVE_INFINITY, count: Promise.resolve(0) };
  return async () => {
    const nowMs = performance.now();
    if (nowMs - counted.atMs > COUNTED_MS) {
      const count = countVisitors(pool, CONVERSATIONS.idleHours);
      counted = { atMs: nowMs, count };
      // A count that failed is not kept.
      count.catch(() => (counted = { atMs: Number.NEGATIVE_INFINITY, count: Promise.resolve(0) }));
    }
    return (await counted.count) >= CONVERSATIONS.all;
  };
}

/** The hash under which the conversation is stored. */
function tokenOf(request: HttpRequest): Buffer {
  const token = header(request, VISITOR_HEADER);
  if (token === undefined || !VISITOR_TOKEN.test(token)) throw new Refused('VISITOR_TOKEN_INVALID');
  return hashToken(token);
}
