// SQL of operators: conversations, who has them, and what operators write in them.

import type { OperatorQueue } from '@candor/contract/console-support';
import { LANGUAGES } from '@candor/contract/languages';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/pool.ts';
import { int8, moment } from '../../../platform/db/rows.ts';
import { anyRow, asGiven, byVariant, firstRow, manyRows, onlyRow, write } from '../../../platform/db/statement.ts';

const conversationRow = z.object({
  id: int8,
  memberId: z.nullable(int8),
  username: z.nullable(z.string()),
  language: z.enum(LANGUAGES),
  isClosed: z.boolean(),
  operatorId: z.nullable(int8),
  operator: z.nullable(z.string()),
  unread: int8,
  waitingSince: z.nullable(moment),
  last: z.enum(['member', 'visitor', 'check', 'operator']),
  preview: z.nullable(z.string()),
  lastAt: moment,
  createdAt: moment,
  personRead: int8,
  deskRead: int8,
  place: int8,
});
export type ConversationRow = z.infer<typeof conversationRow>;

/** Who waits longest first, then the newest: one number, so that a page can begin after it. */
const PLACE = 'coalesce(c.waiting_id, 9000000000000000000 - c.last_id)';
const UNREAD_SHOWN = 100;
const PREVIEW_CHARS = 120;

const FROM = `
  select c.id, c.member_id, p.username, c.language, c.closed as is_closed, c.operator_id,
    o.username as operator, w.created_at as waiting_since, l.author as last, left(l.text, ${PREVIEW_CHARS}) as preview,
    l.created_at as last_at, c.created_at, c.person_read, c.desk_read,
    ${PLACE} as place,
    (select count(*) from (select from support_message u where u.conversation_id = c.id and u.id > c.desk_read
       and u.author in ('member', 'visitor') limit ${UNREAD_SHOWN}) unseen) as unread
  from support_conversation c
  join support_message l on l.id = c.last_id
  left join support_message w on w.id = c.waiting_id
  left join member p on p.id = c.member_id
  left join operator o on o.id = c.operator_id`;

const IN_QUEUE: Readonly<Record<OperatorQueue, string>> = {
  unassigned: 'not c.closed and c.operator_id is null',
  mine: 'not c.closed and c.operator_id = $1',
  all: 'not c.closed',
  closed: 'c.closed',
};

export interface ConversationFilter {
  queue: OperatorQueue;
  operatorId: bigint;
  /** Text of a message, or the beginning of a user name. */
  q: string | undefined;
  after: bigint | undefined;
  limit: number;
}

const conversationsIn = byVariant(['unassigned', 'mine', 'all', 'closed'], (queue: OperatorQueue) =>
  manyRows(
    conversationRow,
    `${FROM}
     where ${IN_QUEUE[queue]} and ($1::bigint is not null) and ($2::bigint is null or ${PLACE} > $2)
       and ($3::text is null or lower(p.username) like $3 || '%'
         or exists (select from support_message s where s.conversation_id = c.id and lower(s.text) like '%' || $3 || '%'))
     order by ${PLACE} limit $4`,
    ({ operatorId, after, q, limit }: ConversationFilter) => [
      operatorId,
      after ?? null,
      q?.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`) ?? null,
      limit,
    ],
  ),
);

export async function selectConversations(db: Db, filter: ConversationFilter): Promise<ConversationRow[]> {
  return await conversationsIn[filter.queue](db, filter);
}

export const selectConversation = firstRow(conversationRow, `${FROM} where c.id = $1`, (id: bigint) => [id]);

const countsRow = z.object({ unassigned: int8, mine: int8, all: int8 });

export const countQueues = onlyRow(
  countsRow,
  `select count(*) filter (where operator_id is null) as unassigned, count(*) filter (where operator_id = $1) as mine,
   count(*) as all from support_conversation where not closed`,
  (operatorId: bigint) => [operatorId],
  { missing: 'a count has one row' },
);

const countWaitingRow = firstRow(
  z.object({ waiting: int8 }),
  'select count(*) as waiting from support_conversation where not closed and waiting_id is not null',
);

/** How many people wait for an answer. */
export async function countWaiting(db: Db): Promise<number> {
  return Number((await countWaitingRow(db))?.waiting ?? 0n);
}

const lockedRow = z.object({ memberId: z.nullable(int8), operatorId: z.nullable(int8), isClosed: z.boolean() });
export type LockedConversation = z.infer<typeof lockedRow>;

/** Holds the conversation until the end of the transaction. */
export const lockConversation = firstRow(
  lockedRow,
  `select member_id, operator_id, closed as is_closed from support_conversation
   where id = $1 for no key update`,
  (id: bigint) => [id],
);

export const updateOperator = write(
  'update support_conversation set operator_id = $2 where id = $1',
  (id: bigint, operatorId: bigint | null) => [id, operatorId ?? null],
);

/** Nobody waits in a closed conversation. */
export const updateClosed = write(
  'update support_conversation set closed = $2, waiting_id = case when $2 then null else waiting_id end where id = $1',
  (id: bigint, closed: boolean) => [id, closed],
);

/** The mark never moves back, and never past the newest message. True if it moved. */
export const updateOperatorRead = anyRow(
  `update support_conversation set desk_read = least($2::bigint, last_id)
   where id = $1 and desk_read < least($2::bigint, last_id)`,
  (id: bigint, upTo: bigint) => [id, upTo],
);

const written = z.object({ id: int8, text: z.string() });

/** What a call with this key wrote before. */
export const selectAnswer = firstRow(
  written,
  'select id, text from support_message where conversation_id = $1 and key = $2',
  (conversationId: bigint, key: string) => [conversationId, key],
);

const insertAnswerRow = firstRow(z.object({ id: int8 }), 'select answer_conversation($1, $2, $3, $4) as id', asGiven);

/** Writes an operator's answer, in their own name. */
export async function insertAnswer(
  db: Db,
  answer: { conversationId: bigint; operatorId: bigint; text: string; key: string },
): Promise<bigint> {
  const row = await insertAnswerRow(
    db,
    answer.conversationId.toString(),
    answer.operatorId.toString(),
    answer.text,
    answer.key,
  );
  if (row === undefined) throw new Error('the answer was not written');
  return row.id;
}

const operatorRow = z.object({ id: int8, username: z.string(), permissions: z.array(z.string()) });
const OPERATORS_MAX = 200;

/** Operators with what their roles permit. */
export const selectOperators = manyRows(
  operatorRow,
  `select m.id, m.username, array_agg(permission) as permissions
   from operator m join role r on r.name = any(m.roles), unnest(r.permissions) permission
   where m.left_at is null group by m.id, m.username order by m.username limit $1`,
  () => [OPERATORS_MAX],
);
