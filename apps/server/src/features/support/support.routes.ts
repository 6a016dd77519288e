import { envelopeOf } from '@candor/contract/envelope';
import { PAGE_LIMIT_DEFAULT } from '@candor/contract/fields';
import { PATHS } from '@candor/contract/routes';
import {
  supportBody,
  supportMessage,
  supportQuery,
  supportReadBody,
  supportReadView,
  supportView,
} from '@candor/contract/support';
import type { Pool } from '../../platform/db/pool.ts';
import { header, ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { memberRoute } from '../../platform/http/route-cost.ts';
import { postgresLimit } from '../../platform/http/rate-limit.ts';
import { runCommand } from '../../services/commands/run-commands.ts';
import { requireIdempotencyKey } from '../../services/idempotency/idempotency.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import type { Site } from '../../services/site/site.ts';
import { postMessage } from './post-message.ts';
import { countUnread, selectMessages, upsertRead } from './support-store.ts';
import { messageView } from './support-view.ts';

/**
 * What members write to the site, and the answers they get. A message about an order is a doubt and is answered by a
 * check of its receipt (check-doubts.ts). Nothing here can change an order: orders are only read.
 */
export interface SupportDeps {
  pool: Pool;
  site: Site;
  sessions: Sessions;
  fingerprints: Fingerprints;
}

const TAGS = ['support'];
const MESSAGES = { name: 'support', points: 10, durationSec: 60 };

export function supportRoutes(app: HttpApp, { pool, site, sessions, fingerprints }: SupportDeps): void {
  const member = { config: memberRoute('list') };
  const change = { ...member, config: memberRoute('change') };
  const limit = postgresLimit(pool, MESSAGES);
  const post = postMessage(site);

  app.get(
    PATHS.supportMessages,
    { ...member, schema: { tags: TAGS, querystring: supportQuery, response: { 200: envelopeOf(supportView) } } },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const { query } = request;
      const size = query.limit ?? PAGE_LIMIT_DEFAULT;
      const beforeId = cursorId(query.cursor);
      const rows = await selectMessages(pool, { memberId, orderId: query.order, beforeId, limit: size + 1 });
      const page = rows.slice(0, size);
      return ok({
        items: page.map((row) => messageView(row, site.currency)),
        nextCursor: rows.length > size ? (page.at(-1)?.id.toString() ?? null) : null,
        unread: await countUnread(pool, memberId),
      });
    },
  );

  app.post(
    PATHS.supportMessages,
    { ...change, schema: { tags: TAGS, body: supportBody, response: { 200: envelopeOf(supportMessage) } } },
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
      const { memberId } = sessions.memberOf(request);
      await upsertRead(pool, memberId, BigInt(request.body.upTo));
      return ok({ unread: await countUnread(pool, memberId) });
    },
  );
}

/** The cursor of the messages is the id of the last message seen. */
function cursorId(cursor: string | undefined): bigint | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,18}$/.test(cursor)) throw new Refused('FIELD_INVALID', { fields: { cursor: 'FIELD_INVALID' } });
  return BigInt(cursor);
}
