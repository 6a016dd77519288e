import { bigintArray } from '../../platform/db/array-literal.ts';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int8, rowsOf } from '../../platform/db/rows.ts';

/**
 * News for one member. It is written in the transaction that makes it true, and delivered after the commit. News about
 * an order is always news about money too: it is stored as one row and delivered as both.
 */
const memberMessage = z.object({
  memberId: int8,
  message: z.looseObject({ type: z.enum(['order', 'money', 'notice', 'support']) }),
});
export type MemberMessage = z.infer<typeof memberMessage>;

export async function insertOutbox(db: Db, messages: readonly MemberMessage[]): Promise<void> {
  if (messages.length === 0) return;
  await db.query({
    name: 'insert-outbox',
    text: 'insert into outbox (member_id, message) select * from unnest($1::bigint[], $2::json[])',
    values: [
      bigintArray(messages.map((entry) => entry.memberId)),
      messages.map((entry) => JSON.stringify(entry.message)),
    ],
  });
}

/**
 * Takes the oldest messages out; each goes to one taker only. A message may be deleted and then not delivered, because
 * HTTP returns the same information.
 */
export async function takeOutbox(db: Db, limit: number): Promise<MemberMessage[]> {
  const result = await db.query({
    name: 'take-outbox',
    text: `with taken as (
             delete from outbox where id in (select id from outbox order by id limit $1) returning id, member_id, message
           )
           select member_id as "memberId", message from taken order by id`,
    values: [limit],
  });
  return rowsOf(memberMessage, result);
}
