// SQL of messages to the site. It reads orders for their cards; it writes only to its own tables.

import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int8, moment, rowOf, rowsOf } from '../../platform/db/rows.ts';
import { direction, outcome, wallet } from '../../services/columns/columns.ts';

const orderCard = {
  no: int8,
  product: z.string(),
  direction,
  wallet,
  stake: int8,
  outcome: z.nullable(outcome),
  profit: z.nullable(int8),
};

const message = {
  id: int8,
  author: z.enum(['member', 'visitor', 'check', 'operator']),
  text: z.nullable(z.string()),
  /** The picture. */
  fileId: z.nullable(z.uuid()),
  isErased: z.boolean(),
  /** The name of the operator who wrote it. */
  operator: z.nullable(z.string()),
  /** As the check wrote it. */
  finding: z.unknown(),
  answers: z.nullable(int8),
  /** The verdict of the newest check of a dispute. */
  checked: z.nullable(z.string()),
  createdAt: moment,
};

/** A message has an order with everything its card shows, or no order. */
const messageRow = z.union([
  z.object({ ...message, ...orderCard, orderId: z.uuid() }),
  z.object({ ...message, orderId: z.null() }),
]);
export type MessageRow = z.infer<typeof messageRow>;
export type OrderCardRow = Extract<MessageRow, { orderId: string }>;

export interface MessageFilter {
  /** All of the messages are in one conversation: a member's, or this one. */
  of: { memberId: bigint } | { conversationId: bigint };
  orderId?: string | undefined;
  beforeId?: bigint | undefined;
  limit: number;
}

/** Newest first. */
export async function selectMessages(db: Db, filter: MessageFilter): Promise<MessageRow[]> {
  const result = await db.query(
    `select m.id, m.author, m.text, m.finding, m.answers, m.created_at as "createdAt", c.verdict as checked,
       m.file_id as "fileId", coalesce(f.erased_at is not null, false) as "isErased", w.username as operator,
       o.id as "orderId", o.no, o.product, o.direction, o.wallet, o.stake, s.outcome, s.profit
     from support_message m
     left join file f on f.id = m.file_id
     left join member w on w.id = m.operator_id
     left join trade_order o on o.id = m.order_id
     left join settlement s on s.order_id = o.id
     left join lateral (
       select k.finding ->> 'verdict' as verdict from support_message k
       where k.author = 'check' and k.answers = m.id order by k.id desc limit 1
     ) c on m.author = 'member'
     where ${isOf(filter.of)} and ($2::uuid is null or m.order_id = $2) and ($3::bigint is null or m.id < $3)
     order by m.id desc limit $4`,
    [idOf(filter.of), filter.orderId ?? null, filter.beforeId?.toString() ?? null, filter.limit],
  );
  return rowsOf(messageRow, result);
}

function isOf(of: MessageFilter['of']): string {
  return 'memberId' in of ? 'm.member_id = $1' : 'm.conversation_id = $1';
}

function idOf(of: MessageFilter['of']): string {
  return ('memberId' in of ? of.memberId : of.conversationId).toString();
}

/** One message of a conversation. @throws if it is in another */
export async function selectMessage(db: Db, of: MessageFilter['of'], id: bigint): Promise<MessageRow> {
  const [row] = await selectMessages(db, { of, beforeId: id + 1n, limit: 1 });
  if (row?.id !== id) throw new Error('the message was not found again');
  return row;
}

/** The given orders that belong to the member, as `member/order`. */
export async function selectOwnOrders(
  db: Db,
  asked: readonly { memberId: bigint; orderId: string }[],
): Promise<Set<string>> {
  if (asked.length === 0) return new Set();
  const result = await db.query(
    `select o.member_id as "memberId", o.id as "orderId" from unnest($1::bigint[], $2::uuid[]) as w (member_id, order_id)
     join trade_order o on o.id = w.order_id and o.member_id = w.member_id`,
    [asked.map(({ memberId }) => memberId.toString()), asked.map(({ orderId }) => orderId)],
  );
  return new Set(rowsOf(ownOrder, result).map(({ memberId, orderId }) => `${memberId}/${orderId}`));
}

const ownOrder = z.object({ memberId: int8, orderId: z.string() });

/** A text, with or without an order, or a picture. */
export interface NewMessage {
  memberId: bigint;
  text?: string | undefined;
  orderId?: string | undefined;
  fileId?: string | undefined;
}

/**
 * Returns the message's id. The same statement makes a dispute due for the check, so a crash afterwards does not lose it.
 */
export async function insertMessage(db: Db, { memberId, text, orderId, fileId }: NewMessage): Promise<bigint> {
  const result = await db.query(
    `with written as (
       insert into support_message (member_id, text, order_id, file_id) values ($1, $2, $3, $4) returning id, order_id
     ), due as (
       insert into support_check (doubt_id) select id from written where order_id is not null
     )
     select id from written`,
    [memberId.toString(), text ?? null, orderId ?? null, fileId ?? null],
  );
  const row = rowOf(z.object({ id: int8 }), result);
  if (row === undefined) throw new Error('the message was not written');
  return row.id;
}

const marks = z.object({ unread: int8, deskRead: int8 });
export type Marks = z.infer<typeof marks>;

/** How many messages from others the person has not seen, and up to where an operator has read. */
export async function selectMarks(db: Db, of: MessageFilter['of']): Promise<Marks> {
  const result = await db.query(
    `select c.desk_read as "deskRead", (select count(*) from support_message m
       where m.conversation_id = c.id and m.id > c.person_read and m.author in ('operator', 'check')) as unread
     from support_conversation c where ${'memberId' in of ? 'c.member_id' : 'c.id'} = $1`,
    [idOf(of)],
  );
  return rowOf(marks, result) ?? { unread: 0n, deskRead: 0n };
}

/** Marks everything up to this message as seen. The mark never moves back, and never past the newest message. */
export async function updatePersonRead(db: Db, of: MessageFilter['of'], upTo: bigint): Promise<void> {
  await db.query(
    `update support_conversation set person_read = least($2::bigint, last_id)
     where ${'memberId' in of ? 'member_id' : 'id'} = $1 and person_read < least($2::bigint, last_id)`,
    [idOf(of), upTo.toString()],
  );
}

/** Whether the picture is in a message of this conversation, and not erased. */
export async function selectPicture(db: Db, of: MessageFilter['of'], fileId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from support_message m join file f on f.id = m.file_id
     where ${isOf(of)} and m.file_id = $2 and f.erased_at is null`,
    [idOf(of), fileId],
  );
  return (rowCount ?? 0) > 0;
}

const dueCheck = z.object({ disputeId: int8, memberId: int8, orderId: z.string() });
export type DueCheck = z.infer<typeof dueCheck>;

/** Disputes that were not checked yet, and checked disputes whose order is now settled and its close signed. */
export async function selectDueChecks(db: Db, except: readonly bigint[], limit: number): Promise<DueCheck[]> {
  const result = await db.query(
    `select d.doubt_id as "disputeId", m.member_id as "memberId", m.order_id as "orderId"
     from support_check d
     join support_message m on m.id = d.doubt_id
     join trade_order o on o.id = m.order_id
     where d.doubt_id <> all($1::bigint[]) and (
       not exists (select from support_message k where k.author = 'check' and k.answers = m.id)
       or (exists (select from settlement s where s.order_id = o.id)
         and exists (select from checkpoint c where c.product = o.product and c.at >= o.closes_at)))
     order by d.doubt_id limit $2`,
    [except.map(String), limit],
  );
  return rowsOf(dueCheck, result);
}

/** Writes the result of a check. False if another process was faster; nothing was written then. */
export async function insertFinding(
  db: Db,
  { disputeId, memberId, orderId }: DueCheck,
  finding: unknown,
  lastWord: boolean,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into support_message (member_id, author, finding, order_id, answers, last_word)
     values ($1, 'check', $2, $3, $4, $5) on conflict (answers, last_word) where author = 'check' do nothing`,
    [memberId.toString(), JSON.stringify(finding), orderId, disputeId.toString(), lastWord],
  );
  return rowCount === 1;
}

export async function deleteDueCheck(db: Db, disputeId: bigint): Promise<void> {
  await db.query('select finish_check($1)', [disputeId.toString()]);
}
