/**
 * What is told to one member: money that came or went, a decision, a limit, a change of their account. Members read it and mark
 * it as read; nobody writes it by hand.
 */
import * as calls from '@candor/contract/calls/messages';
import type { MessageView } from '@candor/contract/messages';
import { formatMoney, money } from '@candor/domain/money';
import type { Db, Pool } from '../../platform/db/pool.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { cursorNumber, pageOf } from '../../platform/http/paging.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Answered, Call } from '../../platform/http/serve.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import type { Site } from '../../services/site/site.ts';
import { countUnreadMessages, readMessages, selectMessages } from './message-store.ts';
import type { MessageRow } from './message-store.ts';

export interface MessagesDeps {
  pool: Pool;
  readPool: Db;
  site: Pick<Site, 'currency'>;
  sessions: Pick<Sessions, 'memberOf'>;
}

export function messagesRoutes(app: HttpApp, deps: MessagesDeps): void {
  serve(app, deps, [
    on(calls.listMemberMessages, listMemberMessages),
    on(calls.markMemberMessagesRead, markMemberMessagesRead),
  ]);
}

async function listMemberMessages(
  { query, request }: Call<typeof calls.listMemberMessages>,
  { readPool, site, sessions }: MessagesDeps,
): Promise<Answered<typeof calls.listMemberMessages>> {
  const { memberId } = sessions.memberOf(request);
  const beforeId = cursorNumber(query.cursor);
  const page = await pageOf({
    paging: query,
    read: async (limit) => await selectMessages(readPool, { memberId, beforeId, limit }),
    view: (row) => messageView(row, site),
    cursorOf: ({ id }) => id,
  });
  return { ...page, unread: await countUnreadMessages(readPool, memberId) };
}

async function markMemberMessagesRead(
  { body, request }: Call<typeof calls.markMemberMessagesRead>,
  { pool, sessions }: MessagesDeps,
): Promise<Answered<typeof calls.markMemberMessagesRead>> {
  const { memberId } = sessions.memberOf(request);
  await readMessages(pool, memberId, BigInt(body.upTo));
  return { unread: await countUnreadMessages(pool, memberId) };
}

function messageView({ id, amount, at, ...row }: MessageRow, { currency }: Pick<Site, 'currency'>): MessageView {
  return {
    id: id.toString(),
    ...row,
    amount: amount === null ? null : formatMoney(money(amount), currency),
    at: new Date(at).toISOString(),
  };
}
