import { bigintArray } from '../../platform/db/array-literal.ts';
import { uuidBytes } from '../../platform/db/binary-array.ts';
import * as z from 'zod/mini';
import type { Db, Statement } from '../../platform/db/pool.ts';
import { int8 } from '../../platform/db/rows.ts';
import { PLAIN_NEWS } from './member-news.ts';
import { manyRows, write } from '../../platform/db/statement.ts';

/**
 * News for one member. It is written in the transaction that makes it true, and delivered after the commit. News about
 * an order is always news about money too: it is stored as one row and delivered as both.
 */
const memberMessage = z.object({
  memberId: int8,
  message: z.looseObject({ type: z.enum(['order', ...PLAIN_NEWS, 'price_alert', 'market_open']) }),
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

/** News for every member, as one row. */
export const insertNewsForEveryone = write(
  'insert into outbox (message) values ($1)',
  (message: MemberMessage['message']) => [JSON.stringify(message)],
);

/** News that these orders were placed or settled, as one row. */
export function orderNews(orderIds: readonly string[]): Statement {
  return {
    name: 'insert-order-news',
    text: 'insert into outbox (orders) values ($1::uuid[])',
    values: [uuidBytes(orderIds)],
  };
}

const digits = z.string().check(z.regex(/^\d+$/));

/** A taken row: a message for one member, for many or for all, or the ids of orders whose members hear what is true of them now. */
const taken = z.union([
  z.object({ ...memberMessage.shape, members: z.null(), orders: z.null() }),
  z.object({ memberId: z.null(), message: memberMessage.shape.message, members: z.array(digits), orders: z.null() }),
  z.object({ memberId: z.null(), message: memberMessage.shape.message, members: z.null(), orders: z.null() }),
  z.object({ memberId: z.null(), message: z.null(), members: z.null(), orders: z.array(z.string()) }),
]);
export type Taken = z.infer<typeof taken>;

/**
 * Takes the oldest rows out; each goes to one taker only. A row may be deleted and then not delivered, because HTTP
 * returns the same information.
 */
export const takeOutbox = manyRows(
  taken,
  `select member_id, message, members::text[] as members, orders::text[] as orders
   from take_outbox($1::integer)`,
  (limit: number) => [limit],
  { name: 'take-outbox' },
);
