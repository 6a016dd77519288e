import { envelopeOf } from '@candor/contract/envelope';
import { PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import { pickLanguage } from '@candor/contract/languages';
import { PATHS } from '@candor/contract/routes';
import {
  supportMessage,
  supportReadBody,
  supportReadView,
  VISITOR_HEADER,
  VISITOR_TOKEN,
  visitorBody,
  visitorQuery,
  visitorView,
} from '@candor/contract/support';
import type { Result } from '@candor/domain/result';
import type { Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import { limitAddress, networkOf } from '../../platform/http/client-address.ts';
import { header, ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import { postgresAddressLimit, postgresLimit } from '../../platform/http/rate-limit.ts';
import { formRoute, moneyRoute, publicRoute } from '../../platform/http/route-cost.ts';
import type { Budgets } from '../../platform/http/route-cost.ts';
import { requireIdempotencyKey } from '../../services/idempotency/idempotency.ts';
import { insertOutbox } from '../../services/outbox/outbox-store.ts';
import { hashToken } from '../../services/sessions/sessions.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import type { Site } from '../../services/site/site.ts';
import { cursorId } from './support.routes.ts';
import { selectMarks, selectMessage, selectMessages, updatePersonRead } from './support-store.ts';
import { messageView, pageView } from './support-view.ts';
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

const TAGS = ['support'];
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
  const { pool, site, takePuzzle, budgets, takeCaptcha } = deps;
  const limit = postgresLimit(pool, MESSAGES);
  const addressLimit = postgresAddressLimit(pool, OF_ADDRESS);
  const begunLimit = postgresAddressLimit(pool, BEGUN);
  const isFull = createFullness(pool);

  app.get(
    PATHS.visitorMessages,
    {
      config: publicRoute('list'),
      schema: { tags: TAGS, querystring: visitorQuery, response: { 200: envelopeOf(visitorView) } },
    },
    async (request) => {
      const size = request.query.limit ?? PAGE_LIMIT_DEFAULT;
      const beforeId = cursorId(request.query.cursor);
      const conversationId = await findVisitor(pool, tokenOf(request));
      if (conversationId === undefined)
        return ok({ items: [], nextCursor: null, unread: 0, deskRead: '0', isKnown: false });
      const of = { conversationId };
      const rows = await selectMessages(pool, { of, beforeId, limit: size + 1 });
      return ok({ ...pageView(rows, size, site.currency, await selectMarks(pool, of)), isKnown: true });
    },
  );

  app.post(
    PATHS.visitorMessages,
    {
      config: formRoute('visitor'),
      schema: { tags: TAGS, body: visitorBody, response: { 200: envelopeOf(supportMessage) } },
    },
    async (request) => {
      const tokenHash = tokenOf(request);
      const key = requireIdempotencyKey(request);
      const { text, code, uuid } = request.body;
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
        const conversationId =
          known ?? (await insertVisitor(db, { tokenHash, address, network, language }, CONVERSATIONS));
        if (conversationId === undefined) throw new Refused('SUPPORT_CLOSED_TO_VISITORS');
        const id = await insertVisitorMessage(db, { conversationId, text, key }, MESSAGES_MAX);
        if (id === undefined) throw new Refused('SUPPORT_CLOSED_TO_VISITORS');
        return messageView(await selectMessage(db, { conversationId }, id), site.currency);
      });
      return ok(view);
    },
  );

  app.post(
    PATHS.visitorRead,
    {
      config: publicRoute('change'),
      schema: { tags: TAGS, body: supportReadBody, response: { 200: envelopeOf(supportReadView) } },
    },
    async (request) => {
      const conversationId = await findVisitor(pool, tokenOf(request));
      if (conversationId === undefined) return ok({ unread: 0 });
      await updatePersonRead(pool, { conversationId }, BigInt(request.body.upTo));
      return ok({ unread: Number((await selectMarks(pool, { conversationId })).unread) });
    },
  );

  joinRoute(app, deps);
}

/**
 * A visitor who logged in or registered brings their conversation along. The token is the only claim to it, so guesses are
 * bounded like those of a visitor; a member joins one conversation and no second one.
 */
function joinRoute(app: HttpApp, { pool, sessions }: VisitorDeps): void {
  const limit = postgresLimit(pool, JOINS);
  app.post(
    PATHS.visitorJoin,
    { config: moneyRoute('change'), schema: { tags: TAGS, response: { 200: envelopeOf(supportReadView) } } },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const tokenHash = tokenOf(request);
      await limit.take(memberId.toString());
      await withTransaction(pool, async (db) => {
        const answer = await joinVisitor(db, memberId, tokenHash);
        if (answer === 'unknown') throw new Refused('VISITOR_CHAT_NOT_FOUND');
        if (answer === 'refused') throw new Refused('VISITOR_CHAT_REFUSED');
        await insertOutbox(db, [{ memberId, message: { type: 'support' } }]);
      });
      return ok({ unread: Number((await selectMarks(pool, { memberId })).unread) });
    },
  );
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
